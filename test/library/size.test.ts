import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../clients/npm-projects.ts';
import { bundled } from './bundle.ts';

const name = '@pointrelease/core';

/** The kilobytes of a minified bundle of entries and data files, compressed. */
async function kilobytes(entries: readonly string[], data: readonly string[]): Promise<number> {
	const module = [
		...entries.map((entry) => `export * from '${entry}';`),
		...data.map((piece) => `export { default as ${piece} } from '${name}/data/${piece}.json';`),
	];
	return gzipSync(await bundled(module.join('\n')), { level: 9 }).length / 1000;
}

const allData = ['lookup', 'names', 'security', 'sources'];

test('the main entry with its data has at most 25 KB; with names, advice and all data 150 KB', async () => {
	expect(await kilobytes([name], ['lookup'])).toBeLessThanOrEqual(25);
	expect(await kilobytes([name, `${name}/names`, `${name}/advice`], allData)).toBeLessThanOrEqual(150);
});

test('the sizes that the page of the package states are right to a tenth', async () => {
	const page = readFileSync(join(root, 'packages/core/README.md'), 'utf8');
	const rows = [...page.matchAll(/^\| `(@[^`]+)` \|.*\| ([^|]+) \| (\d+) \|$/gm)];
	const { exports } = JSON.parse(readFileSync(join(root, 'packages/core/package.json'), 'utf8'));
	const entries = Object.keys(exports).filter((entry) => !entry.endsWith('.json'));
	expect(rows.map(([, entry]) => entry!.replace(name, '.')).toSorted()).toEqual(entries.toSorted());
	for (const [, entry, data, stated] of rows) {
		const measured = await kilobytes([...new Set([name, entry!])], data!.match(/\w+/g)!);
		expect([entry, Math.abs(measured / Number(stated) - 1) < 0.1 || measured]).toEqual([entry, true]);
	}
});
