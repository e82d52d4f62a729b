import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Live, startLive } from './live.ts';
import { environment } from './process.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = [...new Bun.Glob('*.md').scanSync(`${root}docs`)].toSorted();

/** The command blocks of a document, except those that are not to be run. */
function blocksOf(page: string): string[] {
	const text = readFileSync(`${root}docs/${page}`, 'utf8');
	return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, code]) => code!);
}

/** Tests that run the blocks of these pages and compare the output. */
const comparedBy: Record<string, string> = {
	'advice.md': 'test/reads/document.test.ts',
	'api.md': 'test/reads/document.test.ts',
	'door.md': 'test/door-recipes.test.ts',
	'declarations.md': 'test/enforce/document.test.ts',
	'fleetdm.md': 'test/enforce/document.test.ts',
	'nudge.md': 'test/enforce/document.test.ts',
	'recipes.md': 'test/clients/recipes.test.ts',
};

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-blocks-'));
let live: Live;

beforeAll(async () => {
	mkdirSync(join(folder, 'exports'));
	for (const [sample, name] of [
		['jamf-pro.csv', 'computers.csv'],
		['jamf-pro.csv', 'export.csv'],
		['jamf-pro.csv', 'exports/2026-11-09.csv'],
		['fleet.json', 'inventory.json'],
	] as const)
		cpSync(`${root}examples/${sample}`, join(folder, name));
	cpSync(`${root}examples/mixed-fleet`, join(folder, 'examples/mixed-fleet'), { recursive: true });
	writeFileSync(join(folder, 'left.csv'), 'serial,reason\nSAMPLE000040,stolen\n');
	const [, policies] = /^```json\n([\s\S]*?)^```/m.exec(readFileSync(`${root}docs/enforce.md`, 'utf8'))!;
	writeFileSync(join(folder, 'policies.json'), policies!);
	live = await startLive({ POLICIES: join(folder, 'policies.json') });
});
afterAll(async () => {
	await live.stop();
	rmSync(folder, { recursive: true });
});

test('the test that is listed for a page reads it', () => {
	for (const [page, file] of Object.entries(comparedBy)) {
		expect([page, blocksOf(page).length > 0]).toEqual([page, true]);
		const name = page.replace('.md', '');
		expect([page, new RegExp(`\\b${name}\\b`).test(readFileSync(root + file, 'utf8'))]).toEqual([page, true]);
	}
});

const blocks = pages
	.filter((page) => !comparedBy[page])
	.flatMap((page) => blocksOf(page).map((code, index) => [`${page}, block ${index + 1}`, code] as const));

test('there are blocks to run', () => {
	expect(blocks.length).toBeGreaterThan(6);
});

test.each(blocks)('%s runs as it is', async (_, code) => {
	const child = Bun.spawn(['sh', '-c', code.replaceAll('https://macs.example', live.address)], {
		cwd: folder,
		env: {
			...environment({ KEY: live.key, POINTRELEASE_STATE: join(folder, 'state'), POLICIES: 'policies.json' }),
			PATH: `${root}bin:${process.env.PATH}`,
		},
		stdout: 'ignore',
		stderr: 'pipe',
	});
	const complaints = (await child.stderr.text()).match(/^(?:pointrelease|curl|sh): .*$/gm) ?? [];
	expect(complaints).toEqual([]);
	// Status 2 and 3 mean that a Mac misses a policy.
	expect([0, 2, 3]).toContain(await child.exited);
});
