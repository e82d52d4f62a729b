import { expect, test } from 'bun:test';
import { searchCommand } from '../../src/cli/ask/search.ts';
import { runCommand } from '../process.ts';
import { worldFolder } from '../world.ts';
import { runHere } from './run-here.ts';

const run = (...words: string[]) => runHere(words, {});

test('a search finds Macs, releases and builds without a server', async () => {
	const { code, stdout } = await runCommand(['search', 'MacBook', 'Air', 'M2']);
	expect(code).toBe(0);
	const result = JSON.parse(stdout);
	expect(result.results.map(({ board_id }: { board_id: string }) => board_id)).toEqual(['J413AP', 'J415AP']);
	expect(JSON.parse((await run('search', 'Sonoma', '--limit', '1')).stdout).results[0].version).toBe('14');
});

test('on a terminal, a search says of each Mac whether it runs the major version that it names', () => {
	const printed: string[] = [];
	const print = (text: string) => printed.push(text);
	const words = ['iMac', '2017', 'macOS', '15'];
	searchCommand.run({
		words,
		options: {},
		json: false,
		terminal: true,
		settings: { dataFolder: worldFolder },
		print,
	} as never);
	const rows = printed.join('\n').split('\n');
	expect(rows.map((row) => row.replace(/^.*\d{4}-\d\d-\d\d +/, '').replace(/ {2,}/, ': '))).toEqual([
		'iMac (21.5-inch, 2017): No: its last is 13.7.8',
		'iMac (Retina 4K, 21.5-inch, 2017): No: its last is 13.7.8',
		'iMac (Retina 5K, 27-inch, 2017): No: its last is 13.7.8',
		'iMac Pro (Retina 5K, 27-inch, Late 2017): Yes, 15.8.2',
		'4 found',
	]);
});

test('a search without results fails with suggestions', async () => {
	const { code, stderr } = await run('search', 'Quadrra');
	expect([code, stderr]).toEqual([1, 'pointrelease: no results for "Quadrra"; try: quadra\n']);
	const bad = await run('search', 'air', '--limit', '0');
	expect([bad.code, bad.stderr]).toEqual([
		1,
		'pointrelease: --limit: expected a whole number from 1 to 1000\n',
	]);
});

test('advice works without a server, for a name and a version in any spelling', async () => {
	const first = await run(
		'advice',
		'A2337',
		'macOS 14.7.2 (23H311)',
		'--as-of',
		'2026-11-01',
		'--behind',
		'1',
	);
	expect([first.code, first.stderr]).toEqual([0, '']);
	expect(JSON.parse(first.stdout)).toMatchObject({
		board_id: 'J313AP',
		version: '14.7.2',
		next_version: '14.7.3',
		behind: 1,
	});
	const second = await run('advice', 'MacBook Pro (16-inch, 2019):15.3', '--as-of', '2026-11-01');
	expect(JSON.parse(second.stdout).board_ids).toEqual(['Mac-E1008331FDC96864', 'J152FAP']);
});

test('advice that is not possible gives the reason in one line', async () => {
	for (const [words, line] of [
		[['advice'], 'usage: pointrelease advice MAC VERSION [options] (see --help)'],
		[['advice', 'J293AP', 'new'], '"new" is not a version'],
		[['advice', 'A1418', '10.13.6'], '"A1418" is the name of several boards'],
		[['advice', 'J293AP', '14.7.2', '--behind', 'one'], '--behind: expected a whole number from 0 to 99'],
	] as const) {
		const { code, stderr } = await run(...words);
		expect(code).toBe(1);
		expect(stderr).toStartWith(`pointrelease: ${line}`);
		expect(stderr.trimEnd().split('\n')).toHaveLength(1);
	}
});
