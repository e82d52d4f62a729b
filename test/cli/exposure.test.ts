import { expect, test } from 'bun:test';
import { environment, runCommand } from '../process.ts';
import { runHere } from './run-here.ts';

test('exposure prints the answer of the service, for a board and a version in one word or two', async () => {
	const asked = await runCommand(['exposure', 'J293AP', '14.8.8', '--as-of', '2026-11-01', '--json']);
	expect([asked.code, asked.stderr]).toEqual([0, '']);
	expect(JSON.parse(asked.stdout)).toMatchObject({
		board_id: 'J293AP',
		version: '14.8.8',
		missing_count: 1,
		missing: [{ cve_id: 'CVE-2026-65400', fixed_in: '14.8.9' }],
	});
	expect(await runHere(['exposure', 'J293AP:14.8.8', '--as-of', '2026-11-01'], {})).toEqual(asked);
});

test('on a terminal exposure shows the first 20 fixes in its width, and says how to see all', async () => {
	const program = new URL('../../bin/pointrelease', import.meta.url).pathname;
	const shown = async (...words: string[]) => {
		const line = `stty cols 72; ${program} exposure J293AP 14.7.2 --as-of 2026-11-01 ${words.join(' ')}`;
		const child = Bun.spawn(['script', '-qec', line, '/dev/null'], {
			env: environment(),
			stdin: 'ignore',
			stdout: 'pipe',
		});
		return (await child.stdout.text()).replaceAll('\r', '').trimEnd().split('\n');
	};
	const lines = await shown();
	expect(lines.filter((line) => line.startsWith('CVE-'))).toHaveLength(20);
	expect(lines.at(-1)).toBe('632 more. Add --all to see them, or --json for programs.');
	expect(lines.filter((line) => !line.startsWith('CVE-') && line.length > 72)).toEqual([]);
	expect((await shown('--all')).filter((line) => line.startsWith('CVE-'))).toHaveLength(652);
});

test('on a terminal cve says what may happen in the words of Apple, and what CISA says', async () => {
	const line = `stty cols 72; ${new URL('../../bin/pointrelease', import.meta.url).pathname} cve CVE-2026-86950`;
	const child = Bun.spawn(['script', '-qec', line, '/dev/null'], {
		env: environment(),
		stdin: 'ignore',
		stdout: 'pipe',
	});
	const lines = (await child.stdout.text()).replaceAll('\r', '').split('\n');
	expect(lines.slice(1, 6)).toEqual([
		'Impact: Processing a maliciously crafted file may lead to arbitrary code',
		'execution.',
		'Apple is aware of a report that this issue may have been exploited in an',
		'extremely sophisticated attack against specific targeted individuals on',
		'versions of iOS before iOS 27.',
	]);
	expect(lines.slice(6, 9)).toEqual([
		"CISA's assessment: exploitation active, automatable no, technical impact",
		'total.',
		'Fixed in',
	]);
});

test('cve prints the releases that contain the fix', async () => {
	const { stdout } = await runHere(['cve', 'cve-2024-23232', '--json'], {});
	expect(JSON.parse(stdout)).toMatchObject({
		cve_id: 'CVE-2024-23232',
		fixed_in: ['14.4'],
		exploited: false,
	});
});

test('cve with a Mac and its version tells whether it has the fix, and what to install', async () => {
	const { stdout } = await runHere(
		['cve', 'CVE-2025-43300', 'J293AP', '12.7.6', '--as-of', '2026-11-01'],
		{},
	);
	expect(JSON.parse(stdout)).toMatchObject({
		state: 'not-stated',
		not_stated_because: 'no-release-since',
		install: '13.7.8',
	});
});

test.each([
	[['exposure', 'J293AP'], 'usage: pointrelease exposure MAC VERSION (see --help)'],
	[
		['exposure', 'J293AP', '14.7.2', '--as-of', 'today'],
		'--as-of: expected a day from 1983-01-01 to 2099-12-31, written YYYY-MM-DD',
	],
	[
		['cve', 'CVE-2099-0001'],
		'there is no record of a fix for CVE-2099-0001 in macOS 11 or later: it may be of another system, such as iOS, or not fixed yet',
	],
	[['cve'], 'usage: pointrelease cve CVE [MAC VERSION] [options] (see --help)'],
	[
		['cve', 'CVE-2026-65400', 'J293AP'],
		'usage: pointrelease cve CVE, or pointrelease cve CVE MAC VERSION (see --help)',
	],
	[['policies', '/nowhere.json'], 'the policies file /nowhere.json cannot be read (no such file or folder)'],
])('%j ends with one line', async (words, line) => {
	const { code, stdout, stderr } = await runHere(words, {});
	expect([code, stdout, stderr]).toEqual([1, '', `pointrelease: ${line}\n`]);
});

test('policies prints the schema of the file', async () => {
	const { stdout } = await runHere(['policies', '--schema'], {});
	expect(JSON.parse(stdout).$id).toBe('urn:pointrelease:schema:policies');
});
