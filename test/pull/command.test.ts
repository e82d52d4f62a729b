import { afterAll, describe, expect, test } from 'bun:test';
import {
	chmodSync,
	existsSync,
	lstatSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { runHere } from '../cli/run-here.ts';
import { fakeKinds } from './fake-kinds.ts';
import { FakeMdm } from './fake-mdm.ts';
import { connectionsFile, makeFolder } from './pull-fakes.ts';
import { secrets, trueMacs } from './true-macs.ts';

const { folder, remove } = makeFolder();
const fakes = {
	jamf: { kind: 'jamf-pro', fake: new FakeMdm('jamf-pro', trueMacs(40)) },
	other: { kind: 'jamf-pro', fake: new FakeMdm('jamf-pro', trueMacs(3)) },
	apple: { kind: 'apple-business', fake: new FakeMdm('apple-business', trueMacs(60)) },
};
afterAll(async () => {
	for (const { fake } of Object.values(fakes)) await fake.stop();
	remove();
});
const CONNECTIONS = connectionsFile(folder, fakes);
const refusing = { allFrom: { request: 1, answer: () => new Response(secrets.user, { status: 403 }) } };

async function run(words: string[], env: Record<string, string> = {}) {
	const finished = await runHere(words, { CONNECTIONS, POINTRELEASE_STATE: folder, ...env });
	for (const secret of Object.values(secrets))
		expect(finished.stdout + finished.stderr).not.toContain(secret);
	return finished;
}

describe('a connection in place of a file', () => {
	test('gives the report of its Macs', async () => {
		fakes.jamf.fake.reset(trueMacs(40), { pageSize: 7 });
		const { code, stdout } = await run(['fleet', '@jamf', '--json', '--keep', 'userAndLocation.department']);
		const report = JSON.parse(stdout);
		expect([code, report.files, report.summary.macs, report.summary.incomplete]).toEqual([
			0,
			['@jamf'],
			40,
			false,
		]);
		expect(report.macs[0].serial).toBe('C020000001');
		expect(fakes.jamf.fake.paths.at(-1)).toContain('section=USER_AND_LOCATION');
	});

	test('is stored as lines that give the same report', async () => {
		fakes.jamf.fake.reset(trueMacs(40), { pageSize: 7 });
		const out = join(folder, 'jamf.ndjson');
		const pulled = await run(['fleet', 'pull', '@jamf', '--out', out, '--json']);
		expect(JSON.parse(pulled.stdout)).toEqual({
			file: out,
			pulled: [{ source: '@jamf', macs: 40, other_devices: 0, cut_texts: 0, notes: [] }],
			failed: [],
		});
		const stored = readFileSync(out, 'utf8');
		for (const secret of Object.values(secrets)) expect(stored).not.toContain(secret);
		const fromFile = JSON.parse((await run(['fleet', out, '--json'])).stdout);
		const fromService = JSON.parse((await run(['fleet', '@jamf', '--json'])).stdout);
		const macs = (report: { macs: object[] }) => report.macs.map((mac) => ({ ...mac, file: '' }));
		expect(macs(fromFile)).toEqual(macs(fromService));
	});

	test('is stored for its owner alone, without a guessable draft, and only in a regular file', async () => {
		fakes.jamf.fake.reset(trueMacs(3));
		const store = (out: string) => run(['fleet', 'pull', '@jamf', '--out', out]);
		const [out, victim] = [join(folder, 'private.ndjson'), join(folder, 'victim.txt')];
		writeFileSync(victim, 'precious');
		// Where the draft lay before.
		symlinkSync(victim, `${out}.${process.pid}.part`);
		const umask = process.umask(0);
		try {
			expect((await store(out)).code).toBe(0);
		} finally {
			process.umask(umask);
		}
		expect((statSync(out).mode & 0o777).toString(8)).toBe('600');
		expect(lstatSync(out).isFile()).toBe(true);
		expect(readFileSync(victim, 'utf8')).toBe('precious');
		// Somebody chose the mode of an earlier file.
		chmodSync(out, 0o640);
		await store(out);
		expect((statSync(out).mode & 0o777).toString(8)).toBe('640');
		const pipe = join(folder, 'pipe');
		expect(Bun.spawnSync(['mkfifo', pipe]).exitCode).toBe(0);
		const before = fakes.jamf.fake.paths.length;
		for (const other of [pipe, '/dev/null'])
			expect(await store(other)).toMatchObject({
				code: 1,
				stderr: expect.stringContaining(`${other} cannot be written (it is not a regular file)`),
			});
		expect(lstatSync(pipe).isFIFO()).toBe(true);
		expect(fakes.jamf.fake.paths).toHaveLength(before);
	});

	test('whose texts are too long is reported with short ones, and says so', async () => {
		const name = 'n'.repeat(5000);
		fakes.jamf.fake.reset(trueMacs(4).map((mac) => (mac.id < 3 ? { ...mac, name } : mac)));
		const out = join(folder, 'long.ndjson');
		const stored = await run(['fleet', 'pull', '@jamf', '--out', out]);
		expect(stored.stdout).toBe(
			`@jamf: 4 Macs written to ${out}; 2 texts of more than 4,096 characters cut.\n`,
		);
		const { stderr } = await run(['fleet', '@jamf', '--json']);
		expect(stderr).toBe('@jamf: 2 texts of more than 4,096 characters cut.\n');
	});

	test('that fails leaves the others, is named, and ends with 3', async () => {
		fakes.jamf.fake.reset(trueMacs(40), refusing);
		fakes.other.fake.reset(trueMacs(3));
		const { code, stdout, stderr } = await run(['fleet', '@jamf', '@other', '--json']);
		const { summary } = JSON.parse(stdout);
		expect([code, summary.macs, summary.incomplete, summary.not_pulled]).toEqual([3, 3, true, ['@jamf']]);
		expect(stderr).toContain('@jamf: 127.0.0.1:');
		expect(stderr).toContain('answers 403');
		expect((await run(['fleet', '@jamf', '@other'])).stdout).toContain(
			'The inventory is incomplete: @jamf could not be pulled.',
		);
	});

	test('that fails alone leaves no report and no file', async () => {
		fakes.jamf.fake.reset(trueMacs(40), refusing);
		const [csv, out] = [join(folder, 'none.csv'), join(folder, 'none.ndjson')];
		const report = await run(['fleet', '@jamf', '--csv', csv]);
		const stored = await run(['fleet', 'pull', '@jamf', '--out', out]);
		expect([report.code, report.stdout, stored.code, stored.stdout]).toEqual([3, '', 3, '']);
		expect([csv, out].map((path) => existsSync(path))).toEqual([false, false]);
	});

	test('is remembered like an export', async () => {
		fakes.jamf.fake.reset(trueMacs(40));
		fakes.other.fake.reset(trueMacs(3), refusing);
		const history = join(folder, 'fleet.sqlite');
		const { code, stdout } = await run([
			'fleet',
			'remember',
			'@jamf',
			'@other',
			'--history',
			history,
			'--json',
		]);
		const { added } = JSON.parse(stdout);
		expect([code, added.length, added[0].file, added[0].macs]).toEqual([3, 1, '@jamf', 40]);
	});

	test('of an unknown name is an error that lists the names', async () => {
		const { code, stderr } = await run(['fleet', '@jam']);
		expect([code, stderr]).toEqual([
			1,
			'pointrelease: there is no connection @jam: expected @jamf, @other, @apple; a file of that name is ./@jam\n',
		]);
		const none = await run(['fleet', '@jam'], { CONNECTIONS: '' });
		expect([none.code, none.stderr]).toEqual([
			1,
			'pointrelease: no connections: set CONNECTIONS to the path of a connections file, or pass --connections FILE (see "pointrelease manual connections")\n',
		]);
	});
});

describe('fleet --owned', () => {
	test('counts and lists the owned Macs that no inventory has', async () => {
		fakes.jamf.fake.reset(trueMacs(40).slice(5));
		fakes.apple.fake.reset(trueMacs(60), { pageSize: 7 });
		const csv = join(folder, 'owned.csv');
		const html = join(folder, 'owned.html');
		const words = ['fleet', '@jamf', '--owned', '@apple', '--owned-csv', csv, '--html', html, '--json'];
		const { code, stdout } = await run(words);
		const { summary } = JSON.parse(stdout);
		const serials = [1, 3, 5, 41, 43, 45, 47, 49, 51, 53, 55, 57, 59].map(
			(id) => trueMacs(60)[id - 1]!.serial,
		);
		expect([code, summary.owned]).toEqual([0, 54]);
		expect((statSync(csv).mode & 0o777).toString(8)).toBe('600');
		expect(summary.not_in_inventory.map((mac: { serial: string }) => mac.serial)).toEqual(serials);
		expect(summary.not_in_inventory[0]).toEqual({
			serial: 'C020000001',
			model: 'Mac14,2',
			ordered: '2024-03-05',
			status: 'ASSIGNED',
		});
		const lines = readFileSync(csv, 'utf8').trimEnd().split('\r\n');
		expect(lines.slice(0, 2)).toEqual([
			'serial,model,ordered,status',
			'C020000001,"Mac14,2",2024-03-05,ASSIGNED',
		]);
		expect(lines).toHaveLength(14);
		const page = readFileSync(html, 'utf8');
		expect(page).toContain('"not_in_inventory":[{"serial":"C020000001"');
		// Also without JavaScript.
		expect(page).toContain(
			'<tr><td>C020000001</td><td>Mac14,2</td><td>2024-03-05</td><td>ASSIGNED</td></tr>',
		);
		expect(fakes.apple.fake.signIns).toBe(1);
		const text = await run(['fleet', '@jamf', '--owned', '@apple']);
		expect(text.stdout).toContain('13 Macs that you own are in no inventory');
	});

	test('takes a file of serial numbers, too', async () => {
		fakes.jamf.fake.reset(trueMacs(40));
		const owned = join(folder, 'owned.txt');
		writeFileSync(owned, 'C020000001\nC020000002\nC029999999\n');
		const { stdout } = await run(['fleet', '@jamf', '--owned', owned, '--json']);
		expect(JSON.parse(stdout).summary).toMatchObject({
			owned: 3,
			not_in_inventory: [{ serial: 'C029999999' }],
		});
	});

	test('says nothing about missing Macs while an inventory is missing', async () => {
		fakes.jamf.fake.reset(trueMacs(40), refusing);
		fakes.other.fake.reset(trueMacs(3));
		fakes.apple.fake.reset(trueMacs(60));
		const { code, stdout } = await run(['fleet', '@jamf', '@other', '--owned', '@apple', '--json']);
		const { summary } = JSON.parse(stdout);
		expect([code, summary.owned, summary.not_in_inventory]).toEqual([3, 54, null]);
	});

	test('reports nothing if the list of owned Macs is incomplete', async () => {
		fakes.jamf.fake.reset(trueMacs(40));
		fakes.apple.fake.reset(trueMacs(60), refusing);
		const { code, stdout, stderr } = await run(['fleet', '@jamf', '--owned', '@apple']);
		expect([code, stdout]).toEqual([3, '']);
		expect(stderr).toContain('--owned @apple: 127.0.0.1:');
		expect(stderr).toContain('needed: an API account that may read devices');
	});

	test('refuses an inventory, and its own list is refused as an inventory', async () => {
		const inventory = await run(['fleet', '@apple']);
		const owned = await run(['fleet', '@jamf', '--owned', '@other']);
		expect([inventory.code, owned.code]).toEqual([1, 1]);
		expect(inventory.stderr).toContain('pass it as --owned @apple beside an inventory');
		expect(owned.stderr).toContain('@other lists the Macs that are managed, not those that are owned');
	});
});

describe('fleet connections', () => {
	test('lists the connections without their secrets', async () => {
		const { code, stdout } = await run(['fleet', 'connections', '--json']);
		const { url } = fakes.jamf.fake;
		expect(code).toBe(0);
		expect(JSON.parse(stdout).connections[0]).toEqual({
			name: 'jamf',
			kind: 'jamf-pro',
			url,
			login_url: url,
		});
	});

	test('says which permission is missing, and which is too broad', async () => {
		fakes.jamf.fake.reset(trueMacs(40), refusing);
		fakes.other.fake.reset(trueMacs(3));
		const { code, stdout } = await run(['fleet', 'connections', '--test']);
		expect(code).toBe(3);
		expect(stdout).toContain(
			'answers 403 (the credentials are valid but may not do this); needed: the privilege Read Computers.\n',
		);
		expect(stdout).toContain(
			'@other: Jamf Pro answers, with 3 rows. Too wide: the API role has 1 more privileges than Read Computers, for example Update Computers. It needs only the privilege Read Computers.',
		);
	});

	test('names the right that a further list lacks, although the list itself is whole', async () => {
		const fake = new FakeMdm('iru', trueMacs(3), {
			...fakeKinds.iru!,
			other: (url, macs) =>
				url.pathname.endsWith('startup_settings')
					? new Response('', { status: 403 })
					: fakeKinds.iru!.other!(url, macs),
		});
		const { host } = new URL(fake.url);
		const connections = connectionsFile(folder, { narrow: { kind: 'iru', fake } });
		const { stdout } = await run(['fleet', 'connections', '--test', '--json'], { CONNECTIONS: connections });
		const pulled = await run(['fleet', 'pull', '@narrow', '--out', join(folder, 'narrow.ndjson')], {
			CONNECTIONS: connections,
		});
		await fake.stop();
		expect(stdout).toContain('"missing":"the token permission Startup settings of Prism"');
		expect([pulled.code, pulled.stderr]).toEqual([
			0,
			`@narrow: Bootstrap tokens are not known: ${host} answers 403 (the credentials are valid but may not do this); needed: the token permission Startup settings of Prism.\n`,
		]);
	});

	test('works for a token that may list hosts and nothing else', async () => {
		const fake = new FakeMdm('fleetdm', trueMacs(3), {
			...fakeKinds.fleetdm!,
			members: { token: secrets.token },
			other: (url) => (url.pathname === '/api/v1/fleet/me' ? new Response('', { status: 403 }) : undefined),
		});
		const connections = connectionsFile(folder, { narrow: { kind: 'fleetdm', fake } });
		const { code, stdout } = await run(['fleet', 'connections', '--test'], { CONNECTIONS: connections });
		await fake.stop();
		expect([code, stdout]).toEqual([0, '@narrow: Fleet (fleetdm) answers, with 3 rows on the first page.\n']);
	});

	test('prints a schema that accepts the file', async () => {
		const { code, stdout } = await run(['fleet', 'connections', '--schema']);
		const schema = JSON.parse(stdout);
		expect([code, schema.required]).toEqual([0, ['connections']]);
	});
});
