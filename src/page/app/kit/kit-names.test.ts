import { expect, test } from 'bun:test';
import { builtInPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { shipped } from '../../../../test/shipped-data.ts';
import type { KitRecord } from '../../../kit/kit-parts.ts';
import { askCatalog } from '../../public/ask-catalog.ts';
import { downloadNames, zipName, zipPath, zipReadme } from './kit-names.ts';

const kit = askCatalog(shipped, '2026-11-16', builtInPolicies)<KitRecord>('/kit/index.json?policy=n-1');
const files = kit.state === 'ready' ? kit.value.files : [];

test('every file of the kit has a unique download name and a unique path in the ZIP', () => {
	const names = files.map(({ path }) => downloadNames(files).get(path)!);
	expect(new Set(names).size).toBe(files.length);
	expect(new Set(files.map(zipPath)).size).toBe(files.length);
	expect(files.length).toBeGreaterThan(new Set(files.map(({ name }) => name)).size);
	expect(names).toContain('nudge.json');
	expect(names).toContain('ddm-macos-26.json');
	expect(names).toContain('fleet-macos-26.json');
	expect(files.map(zipPath)).toContain('fleet/macos-26.json');
	expect(files.map(zipPath)).toContain('macs/pointrelease.sh');
});

test('the README of a ZIP gives every file with its place, its name on the page and its purpose', () => {
	const readme = zipReadme(files, 'n-1', downloadNames(files));
	expect(readme).toStartWith(
		'Files to deploy for the policy n-1, from pointrelease\n\nEach format has a folder.',
	);
	for (const file of files) expect(readme).toContain(`\n${zipPath(file)}\n`);
	expect(readme).toContain('\nddm/macos-26.json\n    on the page: ddm-macos-26.json\n');
	expect(readme).toContain(
		`\nmacs/pointrelease.sh\n    ${files.find(({ name }) => name === 'pointrelease.sh')!.what}\n`,
	);
	expect(zipReadme([], null, new Map())).toStartWith('Files to deploy, from pointrelease\n\n');
});

test('a ZIP has the policy and the format in its name', () => {
	expect([zipName('n-1', null), zipName('n-1', 'nudge'), zipName(null, 'client')]).toEqual([
		'pointrelease-n-1.zip',
		'pointrelease-n-1-nudge.zip',
		'pointrelease-macs.zip',
	]);
});
