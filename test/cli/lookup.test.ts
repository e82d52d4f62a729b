import { expect, test } from 'bun:test';
import { base, extended, majors } from '../contract/records.ts';
import { environment, runCommand } from '../process.ts';
import { runHere } from './run-here.ts';

async function lookup(...words: string[]): Promise<string> {
	const { code, stdout, stderr } = await runHere(['lookup', ...words], {});
	expect([code, stderr]).toEqual([0, '']);
	return stdout;
}

async function refused(...words: string[]): Promise<string> {
	const { code, stdout, stderr } = await runHere(['lookup', ...words], {});
	expect([code, stdout]).toEqual([1, '']);
	return stderr;
}

test('each of the five path forms gets the answer of the service', async () => {
	const latest: [string, string] = ['14.8.9', '2026-08-06'];
	expect(await lookup('14')).toBe(`${base('"14"', 'J293AP', ...latest)}\n`);
	expect(await lookup('M8493:9.2')).toBe(`${base('9.2', 'M8493', '9.2.2', '2001-12-05')}\n`);
	expect(await lookup('J293AP:14.7.2')).toBe(
		`${extended('"14"', 'J293AP', latest, ['14.7.2', '2024-12-11'], ['14.7.3', '2025-01-27'])}\n`,
	);
	expect(await lookup('M0001')).toBe(`${majors('M0001', '0.97, 1.0, 1.1, 2.0, 3.0, 3.1, 3.2')}\n`);
	expect(await lookup('3.4/board_ids')).toContain('"compatible_board_ids":["M0001D","M0001E"]');
});

test('a whole path works too', async () => {
	expect(await lookup('/items/9.2')).toBe(`${base('9.2', 'M8493', '9.2.2', '2001-12-05')}\n`);
});

test('on a terminal the answer is a small table that keeps the decimals', async () => {
	const command = `${new URL('../../bin/pointrelease', import.meta.url).pathname} lookup M1596:9.0`;
	const child = Bun.spawn(['script', '-qec', command, '/dev/null'], {
		env: environment(),
		stdin: 'ignore',
		stdout: 'pipe',
	});
	const shown = (await child.stdout.text()).replaceAll('\r', '');
	expect(shown).toBe(
		[
			'major_version           9.0',
			'board_id_major_version  M1596:9.0',
			'releasedDate            2000-04-04',
			'version                 9.0.4',
			'resolved_board_id       M1596',
			'',
		].join('\n'),
	);
});

test('an unknown item is one line with help', async () => {
	expect(await refused('J293AP:14.8.6')).toBe(
		'pointrelease: there is no release 14.8.6; release before: 14.8.5; release after: 14.8.7\n',
	);
	expect(await refused('J29AP')).toBe('pointrelease: there is no board "J29AP"; suggestions: J293AP\n');
	expect(await refused('-14')).toContain('pointrelease: ');
	expect(await refused('J293AP:')).toContain(
		'cannot be looked up: expected for example 14, J293AP:14.7.2, J293AP or 14/board_ids',
	);
});

test('no item is one line', async () => {
	expect(await refused()).toContain('usage: pointrelease lookup ITEM');
});

test('with --json an unknown item prints the problem, and the error is JSON, too', async () => {
	const { code, stdout, stderr } = await runCommand(['lookup', 'J29AP', '--json']);
	expect(code).toBe(1);
	expect(JSON.parse(stdout)).toMatchObject({ code: 'board-unknown', suggestions: ['J293AP'] });
	expect(JSON.parse(stderr)).toEqual({
		error: { code: 'board-unknown', message: 'there is no board "J29AP"; suggestions: J293AP' },
	});
});

test('a name finds the Mac that it means, not one with a similar spelling', async () => {
	expect(await refused('MacBook Air M2:14')).toBe(
		'pointrelease: "MacBook Air M2" is not a board ID: it is the name of J413AP and J415AP; suggestions: J413AP, J415AP; boards: J413AP MacBook Air (M2, 2022) 2022, J415AP MacBook Air (15-inch, M2, 2023) 2023\n',
	);
	expect(await refused('Sonoma')).toContain('suggestions: 14,');
	expect(await refused('A2442')).toContain(
		'boards: J314cAP MacBook Pro (14-inch, M1 Max, 2021) 2021, J314sAP',
	);
});
