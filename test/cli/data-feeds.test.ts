import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, linkSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appleDocument } from '../feeds/documents.ts';
import { FeedServers, json } from '../feeds/feed-server.ts';
import { boardsRunning, latest, shipped as shippedData } from '../feeds/node.ts';
import { runCommand } from '../process.ts';
import { worldFolder } from '../world.ts';
import { runHere } from './run-here.ts';

const { catalog: shipped } = shippedData;
const listed = boardsRunning(shipped, '27.2');
const today = new Date().toISOString().slice(0, 10);
const folder = mkdtempSync(join(tmpdir(), 'pointrelease-export-'));
let servers: FeedServers;
beforeAll(() => {
	servers = new FeedServers();
});
afterAll(async () => {
	await servers.close();
	rmSync(folder, { recursive: true });
});

const run = (...words: string[]) => runHere(['data', ...words], servers.environment());

test('a pull shows the feeds, learned data and items held for review, and later commands show the same', async () => {
	servers.apple = json(
		appleDocument([
			{ version: '27.3', build: '26C50', date: today, boards: [...listed, 'J900AP'] },
			{ version: '20.0', build: '28A300', date: today, boards: listed },
		]),
	);
	const pull = await runCommand(['data', 'pull'], servers.environment());
	expect(pull.stderr).toBe('');
	expect(pull.stdout.split('\n')).toEqual([
		'apple    answered',
		'sofa     answered',
		'kev      answered',
		'cve      answered',
		'safari   answered',
		'appledb  answered',
		`+ release 27.3  ${today}  26C50  for ${listed.length + 1} boards`,
		'+ board J900AP  apple-silicon  no name yet',
		expect.stringMatching(
			/^\? [0-9a-f]{8} {2}the major version does not follow the newest known one: apple: 20\.0 is of/,
		),
		expect.stringMatching(/^ +data accept [0-9a-f]{8}: it is taken without waiting; data reject/),
		'',
	]);
	expect((await run('diff')).stdout).toContain('+ release 27.3');
	const status = JSON.parse((await run('status', '--json')).stdout);
	expect(status).toMatchObject({
		held_for_review: 1,
		stale: false,
		feeds: [{ feed: 'apple', failures: 0 }, {}, {}, {}, {}, {}],
	});
	expect((await run('pull')).stdout).toContain('nothing new');
});

test('an export adds lines to the tables, and the result can be served', async () => {
	const copy = join(folder, 'data');
	cpSync(worldFolder, copy, { recursive: true });
	const before = new Map(filesOf(copy).map((file) => [file, readFileSync(file, 'utf8').split('\n')]));
	const env = { ...servers.environment(), POINTRELEASE_DATA: copy };
	const { code } = await runHere(['data', 'export'], env);
	expect(code).toBe(0);
	for (const [file, lines] of before) {
		const after = new Set(readFileSync(file, 'utf8').split('\n'));
		expect(lines.filter((line) => !after.has(line))).toEqual([]);
	}
	// Tables are written aside and renamed, and no other file is left.
	expect(filesOf(copy).sort()).toEqual([...before.keys()].sort());
	const check = await runHere(['data', 'check'], { POINTRELEASE_DATA: copy });
	expect(check).toMatchObject({ code: 0, stderr: '' });
	expect((await runHere(['data', 'diff'], env)).stdout).toBe(
		'nothing was learned since the data set was shipped\n',
	);
});

test('an export replaces whole tables: a program that has one open reads the old one to its end', async () => {
	const copy = join(folder, 'linked');
	cpSync(worldFolder, copy, { recursive: true });
	const table = join(copy, 'boards.csv');
	const text = readFileSync(table, 'utf8');
	linkSync(table, join(folder, 'as it was'));
	const { code } = await runHere(['data', 'export', copy], servers.environment());
	expect(code).toBe(0);
	expect(readFileSync(table, 'utf8')).not.toBe(text);
	expect(readFileSync(join(folder, 'as it was'), 'utf8')).toBe(text);
});

test('an item held for review is decided once, and an unknown item is one clear line', async () => {
	const { items } = JSON.parse((await run('status', '--json')).stdout);
	const accept = await run('accept', items[0].id);
	expect(accept).toMatchObject({ code: 0, stderr: '' });
	expect(accept.stdout).toContain('+ release 20.0');
	expect(latest(shipped, 'J293AP', '29')).toBe('unknown-major');
	const again = await run('reject', items[0].id);
	expect([again.code, again.stderr]).toEqual([
		1,
		`pointrelease: ${items[0].id} is no longer open: it is accepted\n`,
	]);
	const unknown = await run('accept', 'zzz');
	expect([unknown.code, unknown.stderr]).toEqual([
		1,
		'pointrelease: nothing held for review has the ID "zzz": see data status\n',
	]);
});

test('a repair shows its changes, and the audit log shows who decided what', async () => {
	const [yesterday] = new Date(Date.now() - 86_400_000).toISOString().split('T');
	const right = ['--date', yesterday!, '--build', '26C51', '--why', 'the page says so'];
	expect((await run('correct', '27.3', ...right)).stdout.split('\n')).toEqual([
		'corrected: 27.3',
		`~ release 27.3  ${yesterday}, was ${today}`,
		'- release 27.3  no longer builds 26C50',
		'~ release 27.3  builds 26C51',
		'',
	]);
	const decided = ({ stdout }: { stdout: string }) =>
		stdout
			.trimEnd()
			.split('\n')
			.map((line) => line.replace(/\d{4}-\d\d-\d\dT\S+/, 'then'));
	const username = Bun.spawnSync(['id', '-un']).stdout.toString().trim();
	const line = `2  then  correct 27.3 --date ${yesterday} --build 26C51  by ${username}: the page says so`;
	expect(decided(await run('decisions'))[1]).toBe(line);
	expect(decided(await run('undo', '--by', 'eve'))).toEqual([
		`undone: ${line}`,
		`~ release 27.3  ${today}, was ${yesterday}`,
		'- release 27.3  no longer builds 26C51',
		'~ release 27.3  builds 26C50',
	]);
	expect(JSON.parse((await run('decisions', '--json')).stdout).decisions.slice(1)).toMatchObject([
		{ what: 'correct', right: { date: [yesterday], build: ['26C51'] }, who: username, undone: 3 },
		{ what: 'undo', subject: '2', right: null, who: 'eve' },
	]);
});

test('a release that a person calls pulled is shown by status, diff and the audit log until it is undone', async () => {
	const corrected = await run('correct', '27.2', '--pulled', '2026-11-01', '--by', 'ann');
	expect(corrected).toMatchObject({ code: 0, stderr: '' });
	expect(corrected.stdout.split('\n')).toEqual([
		'corrected: 27.2',
		'~ release 27.2  pulled on 2026-11-01',
		'',
	]);
	expect((await run('status')).stdout).toContain(
		'\npulled   27.2: Apple took it off its list on 1 November 2026\n',
	);
	expect(JSON.parse((await run('status', '--json')).stdout).pulled).toEqual([
		{ version: '27.2', pulled_on: '2026-11-01', board_ids: null },
	]);
	expect((await run('decisions')).stdout).toContain('correct 27.2 --pulled 2026-11-01  by ann');
	expect((await run('undo')).stdout).toContain('~ release 27.2  not pulled');
	expect(JSON.parse((await run('status', '--json')).stdout).pulled).toEqual([]);
});

test('a pull without any answer fails in one line and keeps the data', async () => {
	const down = () => new Response('down', { status: 503 });
	servers.apple = servers.sofa = servers.appledb = servers.kev = servers.cve = servers.safari = down;
	const { code, stdout, stderr } = await run('pull');
	expect([code, stderr]).toEqual([1, 'pointrelease: no feed answered; the data stays as it was\n']);
	expect(stdout).toContain('nothing new');
});

function filesOf(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
}
