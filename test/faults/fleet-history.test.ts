import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applicationId, historySchema, schemaVersion } from '../../src/fleet/history/history-schema.ts';
import { openHistory } from '../../src/history/open-history.ts';
import { runHere } from '../cli/run-here.ts';
import { environment, spawnCommand } from '../process.ts';
import { randomFrom } from '../seeded-random.ts';
import { cases, sized } from '../size.ts';

let folder = '';
const path = (name: string) => join(folder, name);
const macs = 3000;

/** An export of many Macs, so that adding it takes some time. */
function exportOf(day: string, version: string, serial = 'C02'): string {
	const rows = Array.from(
		{ length: macs },
		(_, at) => `mac-${at},${serial}${at},"Mac14,2",${version},${day}`,
	);
	return `Computer Name,Serial Number,Model Identifier,Operating System Version,Last Check-in\n${rows.join('\n')}\n`;
}

const asked = ['--as-of', '2026-11-10', '--json'];
const ask = async (name: string) =>
	JSON.parse((await runHere(['fleet', 'history', '--history', path(name), ...asked], {})).stdout);

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'fleet-history-faults-'));
	writeFileSync(path('first.csv'), exportOf('2026-09-20', '26.6.2'));
	writeFileSync(path('second.csv'), exportOf('2026-10-05', '26.7.1'));
	writeFileSync(path('others.csv'), exportOf('2026-10-06', '26.7.1', 'D03'));
	await runHere(['fleet', 'remember', path('first.csv'), '--history', path('one.db')], {});
	copyFileSync(path('one.db'), path('two.db'));
	await runHere(['fleet', 'remember', path('second.csv'), '--history', path('two.db')], {});
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Each seed draws other moments. They are separate tests, so that no test of a full run takes minutes. */
const seeds = cases([3], [3, 4, 5, 6, 7, 8, 9, 10]);

test.each(seeds)(
	'kill -9 at any moment leaves the history unchanged or with the whole export, and the export can be added again, seed %d',
	async (seed) => {
		const [before, after] = [await ask('one.db'), await ask('two.db')];
		expect(before).not.toEqual(after);
		const random = randomFrom(seed);
		for (let round = 0; round < sized(2, 3); round++) {
			copyFileSync(path('one.db'), path('killed.db'));
			const child = spawnCommand(['fleet', 'remember', path('second.csv'), '--history', path('killed.db')]);
			await Bun.sleep(random() * 700);
			child.kill('SIGKILL');
			await child.exited;
			expect([before, after]).toContainEqual(await ask('killed.db'));
			await runHere(['fleet', 'remember', path('second.csv'), '--history', path('killed.db')], {});
			expect(await ask('killed.db')).toEqual(after);
			rmSync(path('killed.db'));
		}
	},
);

test('a full disk is reported in one line, and nothing of the export is added', async () => {
	copyFileSync(path('one.db'), path('full.db'));
	const size = Math.ceil(Bun.file(path('full.db')).size / 1024) + 8;
	const command = new URL('../../bin/pointrelease', import.meta.url).pathname;
	const child = Bun.spawn(
		[
			'bash',
			'-c',
			`trap "" XFSZ; ulimit -f ${size}; exec "$@"`,
			'sh',
			command,
			'fleet',
			'remember',
			path('others.csv'),
			'--history',
			path('full.db'),
		],
		{ env: environment(), stdout: 'pipe', stderr: 'pipe' },
	);
	const [stderr, code] = await Promise.all([child.stderr.text(), child.exited]);
	expect([code, stderr]).toEqual([
		1,
		`pointrelease: ${path('full.db')} cannot grow: the disk is full, or a limit was reached. Nothing was changed.\n`,
	]);
	expect(await ask('full.db')).toEqual(await ask('one.db'));
});

test('a full disk leaves no part of a folder of evidence', async () => {
	mkdirSync(path('empty'));
	const command = new URL('../../bin/pointrelease', import.meta.url).pathname;
	for (const out of ['fresh', 'empty']) {
		// The evidence of 3,000 Macs does not fit.
		const child = Bun.spawn(
			[
				'bash',
				'-c',
				'trap "" XFSZ; ulimit -f 64; exec "$@"',
				'sh',
				command,
				'fleet',
				'evidence',
				'--history',
				path('one.db'),
				'--out',
				path(out),
			],
			{ env: environment(), stdout: 'pipe', stderr: 'pipe' },
		);
		const [stderr, code] = await Promise.all([child.stderr.text(), child.exited]);
		expect([code, stderr]).toEqual([
			1,
			`pointrelease: ${path(out)} cannot be written (the file would be larger than is allowed). Nothing was left in it.\n`,
		]);
	}
	expect([existsSync(path('fresh')), readdirSync(path('empty'))]).toEqual([false, []]);
});

test('a history of a later version, another database and a damaged file are refused and left unchanged', async () => {
	copyFileSync(path('one.db'), path('later.db'));
	const later = new Database(path('later.db'));
	later.run('PRAGMA user_version = 99');
	later.close();
	const other = new Database(path('other.db'), { create: true });
	other.run('CREATE TABLE notes (text TEXT)');
	other.close();
	writeFileSync(path('one-byte.db'), 'x');
	const said = async (name: string) => {
		const before = await Bun.file(path(name)).bytes();
		const { code, stderr } = await runHere(
			['fleet', 'remember', path('first.csv'), '--history', path(name)],
			{},
		);
		expect(await Bun.file(path(name)).bytes()).toEqual(before);
		return [code, stderr];
	};
	expect(await said('later.db')).toEqual([
		1,
		`pointrelease: ${path('later.db')} has another format than this version of pointrelease reads. Move it away, and add your exports to a new history.\n`,
	]);
	expect(await said('other.db')).toEqual([1, `pointrelease: ${path('other.db')} is not a fleet history.\n`]);
	expect(await said('one-byte.db')).toEqual([
		1,
		`pointrelease: ${path('one-byte.db')} is not a fleet history.\n`,
	]);
});

test('a history that two commands start at once is created once', async () => {
	const maker = new Database(path('begun.db'), { create: true });
	maker.run('BEGIN IMMEDIATE');
	const child = spawnCommand(['fleet', 'remember', path('first.csv'), '--history', path('begun.db')]);
	// Whether the other command has looked at the empty file by then or not, the result must be the same.
	await Bun.sleep(1500);
	maker.run(historySchema);
	maker.run(`PRAGMA application_id = ${applicationId}`);
	maker.run(`PRAGMA user_version = ${schemaVersion}`);
	maker.run('COMMIT');
	maker.close();
	expect(await child.exited).toBe(0);
	expect(await ask('begun.db')).toEqual(await ask('one.db'));
});

test('a command never adds serial numbers to a history that another command has just started with pseudonyms', async () => {
	const words = ['fleet', 'remember', '--history', path('kinds.db')];
	const { promise: isThere, resolve: go } = Promise.withResolvers<void>();
	const child = Bun.spawn([new URL('../../bin/pointrelease', import.meta.url).pathname, ...words, '-'], {
		env: environment(),
		stdin: 'pipe',
		stdout: 'pipe',
		stderr: 'pipe',
	});
	const kind = () => {
		try {
			const history = new Database(path('kinds.db'), { readonly: true });
			const row = history.query('SELECT value FROM settings').get() as { value: string } | null;
			history.close();
			return row?.value;
		} catch {
			return undefined;
		}
	};
	const looking = setInterval(() => kind() === 'plain' && go(), 20);
	await isThere;
	clearInterval(looking);
	expect((await runHere([...words, path('first.csv'), '--pseudonymous'], {})).code).toBe(0);
	child.stdin.write(await Bun.file(path('others.csv')).text());
	await child.stdin.end();
	expect([await child.exited, await child.stderr.text()]).toEqual([
		1,
		`pointrelease: ${path('kinds.db')} is in use by another command. Try again later.\n`,
	]);
	expect(await Bun.file(path('kinds.db')).text()).not.toContain('D03');
});

test('a question is answered from the state of the history at its start', () => {
	copyFileSync(path('one.db'), path('asked.db'));
	const history = openHistory(path('asked.db'), false);
	const source = history.source(null);
	const other = new Database(path('asked.db'));
	const change = () => other.run("INSERT INTO states (cells) VALUES ('{}')");
	expect(change).toThrow('database is locked');
	expect([...source.segments()].length).toBeGreaterThan(0);
	history.close();
	expect(change).not.toThrow();
	other.close();
});

test('damage that only a question finds is reported in one line', async () => {
	const bytes = await Bun.file(path('one.db')).bytes();
	const pageSize = new DataView(bytes.buffer).getUint16(16);
	// The file still opens, because its first page has the tables.
	bytes.fill(0xa5, pageSize * 2);
	await Bun.write(path('holed.db'), bytes);
	for (const words of [
		['history'],
		['history', '--framework', 'soc2-cc7.1'],
		['remember', path('second.csv')],
	]) {
		const { code, stderr } = await runHere(['fleet', ...words, '--history', path('holed.db')], {});
		expect([code, stderr]).toEqual([
			1,
			`pointrelease: ${path('holed.db')} is damaged. Restore it from a backup, or start a new one with --history.\n`,
		]);
	}
});
