import { expect, test } from 'bun:test';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { SQL } from 'bun';
import { kinds, useStores } from '../../../test/stores.ts';
import { databaseFile } from '../../database/state-folder.ts';
import { issueLicense } from '../../licenses/issuing/issue.ts';
import { withRegistry } from '../../licenses/registry.ts';
import { readSettings } from '../../settings/settings.ts';
import { checkDatabase } from './database.ts';

const stores = useStores();

/** State, finding and advice of the database. */
async function diagnosis(env: Record<string, string>) {
	const findings = await checkDatabase(readSettings(env), env);
	const { state, found, advice = '' } = findings.find(({ check }) => check === 'database')!;
	return [state, found, advice] as const;
}

async function withLicense(kind: 'sqlite' | 'postgres') {
	const env = await stores.environment(kind);
	await withRegistry(readSettings(env), (registry) =>
		issueLicense(registry, { email: 'you@example.com', mail: false }),
	);
	return env;
}

async function run(url: string, text: string): Promise<void> {
	const sql = new SQL(url);
	await sql.unsafe(text);
	await sql.close();
}

const restoring = /restore/i;
const corrects = 'correct DATABASE_URL or POINTRELEASE_STATE';

test('a PostgreSQL that is down or refuses connections never gets the advice to restore', async () => {
	const env = await withLicense('postgres');
	const right = new URL(env.DATABASE_URL!);
	const diagnosisWith = async (change: (url: URL) => void) => {
		const url = new URL(right);
		change(url);
		const [state, found, advice] = await diagnosis({ ...env, DATABASE_URL: url.href });
		expect([state, advice]).toEqual(['problem', expect.not.stringMatching(restoring)]);
		expect(found).not.toContain(right.password || 'no password');
		return [found, advice];
	};
	const name = right.pathname;
	expect(
		await diagnosisWith((url) => {
			url.port = '1';
		}),
	).toEqual([
		`cannot reach the PostgreSQL at 127.0.0.1:1${name}: connection refused`,
		expect.stringContaining('start PostgreSQL, or correct host and port in DATABASE_URL'),
	]);
	expect(
		await diagnosisWith((url) => {
			url.hostname = 'no-such-host.invalid';
		}),
	).toEqual([
		'the host no-such-host.invalid of DATABASE_URL has no address',
		expect.stringContaining('correct the host in DATABASE_URL'),
	]);
	expect(
		await diagnosisWith((url) => {
			url.pathname = '/absent';
		}),
	).toEqual([
		expect.stringContaining('the database named in DATABASE_URL does not exist'),
		'create it ("createdb NAME"), or correct the name at the end of DATABASE_URL',
	]);
	expect(
		await diagnosisWith((url) => {
			url.password = 'sardine';
		}),
	).toEqual([
		expect.stringContaining('user name or password of DATABASE_URL are wrong'),
		expect.stringContaining('correct user and password in DATABASE_URL'),
	]);
});

test('a PostgreSQL database that is empty, another one, of another program or damaged gets a specific line', async () => {
	const env = await withLicense('postgres');
	const empty = await stores.database();
	const fresh = await stores.emptyEnvironment('postgres');
	expect(await diagnosis(fresh)).toEqual(['ok', 'there is none yet: the first start creates it', '']);
	await run(fresh.DATABASE_URL!, 'CREATE TABLE invoices (id INTEGER)');
	expect(await diagnosis(fresh)).toEqual([
		'warning',
		expect.stringMatching(/has no licenses, but 1 table of another program$/),
		expect.stringContaining('a database of its own'),
	]);
	expect(await diagnosis({ ...env, DATABASE_URL: empty })).toEqual([
		'problem',
		expect.stringContaining('is empty, but'),
		expect.stringContaining(corrects),
	]);
	const other = await withLicense('postgres');
	expect(await diagnosis({ ...env, DATABASE_URL: other.DATABASE_URL! })).toEqual([
		'problem',
		expect.stringContaining('is another one'),
		expect.stringContaining(corrects),
	]);
	await run(env.DATABASE_URL!, 'DROP TABLE outbox CASCADE');
	expect(await diagnosis(env)).toEqual([
		'problem',
		expect.stringContaining('parts of its schema are missing'),
		expect.stringContaining('restore it from a backup'),
	]);
});

test('a file that is damaged, missing, of another program or of another service gets a specific line', async () => {
	const env = await withLicense('sqlite');
	const file = databaseFile(env.POINTRELEASE_STATE!);
	const other = databaseFile((await withLicense('sqlite')).POINTRELEASE_STATE!);
	copyFileSync(other, file);
	expect(await diagnosis(env)).toEqual([
		'problem',
		expect.stringContaining('is another one'),
		expect.stringContaining(corrects),
	]);
	writeFileSync(file, Buffer.alloc(9_000, 'x'));
	for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
	expect(await diagnosis(env)).toEqual([
		'problem',
		expect.stringContaining('is damaged'),
		expect.stringContaining('restore it from a backup'),
	]);
	rmSync(file);
	expect(await diagnosis(env)).toEqual([
		'problem',
		expect.stringContaining('there is no database'),
		expect.stringContaining('or restore a backup'),
	]);
	await run(`sqlite://${file}`, 'CREATE TABLE invoices (id INTEGER)');
	expect(await diagnosis(env)).toEqual([
		'problem',
		expect.stringContaining('belongs to another program'),
		expect.stringContaining('a database of its own'),
	]);
});

test.each(kinds)('a healthy %s has no advice', async (kind) => {
	expect(await diagnosis(await withLicense(kind))).toEqual([
		'ok',
		expect.stringContaining(', 1 license, '),
		'',
	]);
});
