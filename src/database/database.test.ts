import { describe, expect, test } from 'bun:test';
import { createServer } from 'node:net';
import { SQL } from 'bun';
import { eventually } from '../../test/eventually.ts';
import { type Kind, kinds, useStores } from '../../test/stores.ts';
import { Failure } from '../process/failure.ts';
import { readDatabaseUrl } from '../settings/database-url.ts';
import type { Settings } from '../settings/settings.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { openPostgres } from './postgres.ts';
import { migrations } from './schema.ts';

const stores = useStores();

async function withDatabase(kind: Kind, work: (database: Database, settings: Settings) => Promise<void>) {
	const settings = await stores.settings(kind);
	const database = await openDatabase(settings);
	try {
		await work(database, settings);
	} finally {
		await database.close();
	}
}

describe.each(kinds)('%s', (kind) => {
	test('a placeholder takes the value of its number, in any order and more than once', () =>
		withDatabase(kind, async (database) => {
			const text = 'SELECT $2 || $1 || $2 AS joined';
			expect(await database.rows<{ joined: string }>(text, ['a', 'b'])).toEqual([{ joined: 'bab' }]);
		}));

	test('bytes, text, numbers and NULL are read as they were written', () =>
		withDatabase(kind, async (database) => {
			await database.rows('CREATE TABLE things (number INTEGER, moment BIGINT, word TEXT, bytes BYTEA)');
			const bytes = Uint8Array.from([0, 255, 128, 10]);
			await database.rows('INSERT INTO things VALUES ($1, $2, $3, $4)', [
				7,
				1_790_000_000_000,
				'ä"\n',
				bytes,
			]);
			await database.rows('INSERT INTO things VALUES ($1, $2, $3, $4)', [8, 0, null, null]);
			const rows = await database.tuples<[number, number | string, string | null, Uint8Array | null]>(
				'SELECT number, moment, word, bytes FROM things ORDER BY number',
			);
			expect(
				rows.map(([number, moment, word, stored]) => [number, Number(moment), word, stored && [...stored]]),
			).toEqual([
				[7, 1_790_000_000_000, 'ä"\n', [0, 255, 128, 10]],
				[8, 0, null, null],
			]);
		}));

	test('a transaction that throws leaves nothing, and a concurrent statement stays outside of it', () =>
		withDatabase(kind, async (database) => {
			await database.rows('CREATE TABLE notes (word TEXT NOT NULL)');
			const failing = database.transaction(async (queries) => {
				await queries.rows('INSERT INTO notes VALUES ($1)', ['inside']);
				await Bun.sleep(20);
				throw new Failure('on-purpose', 'taken back');
			});
			const beside = database.rows('INSERT INTO notes VALUES ($1)', ['beside']);
			expect(failing).rejects.toThrow('taken back');
			await beside;
			await failing.catch(() => {});
			expect(await database.rows<{ word: string }>('SELECT word FROM notes')).toEqual([{ word: 'beside' }]);
		}));

	test('a violated constraint is reported as a conflict, and the connection keeps working', () =>
		withDatabase(kind, async (database) => {
			await database.rows('CREATE TABLE once (word TEXT PRIMARY KEY)');
			await database.rows('INSERT INTO once VALUES ($1)', ['a']);
			const again = database.transaction((queries) => queries.rows('INSERT INTO once VALUES ($1)', ['a']));
			expect(await again.catch((thrown) => thrown.code)).toBe('database-conflict');
			expect(await database.rows('SELECT word FROM once')).toHaveLength(1);
		}));

	test('eight migrations at once make one schema', async () => {
		const settings = await stores.settings(kind);
		const databases = await Promise.all(Array.from({ length: 8 }, () => openDatabase(settings)));
		const [first] = databases;
		expect(await first!.tuples('SELECT schema FROM pointrelease_database')).toEqual([[migrations.length]]);
		expect(await first!.tuples('SELECT change, licenses FROM ledger')).toEqual([[0, 0]]);
		await Promise.all(databases.map((database) => database.close()));
	});

	test('a later migration is applied once, and one that fails leaves the old schema', () =>
		withDatabase(kind, async (database) => {
			const broken = [...migrations, ['CREATE TABLE extra (word TEXT)', 'CREATE NONSENSE']];
			expect(migrate(database, { steps: broken })).rejects.toThrow(Failure);
			await migrate(database, { steps: broken }).catch(() => {});
			expect(await database.tuples('SELECT schema FROM pointrelease_database')).toEqual([
				[migrations.length],
			]);
			const sound = [...migrations, ['CREATE TABLE extra (word TEXT)']];
			await migrate(database, { steps: sound });
			await migrate(database, { steps: sound });
			expect(await database.tuples('SELECT word FROM extra')).toHaveLength(0);
		}));

	test('a schema of a newer release is refused', () =>
		withDatabase(kind, async (database, settings) => {
			await database.rows('UPDATE pointrelease_database SET schema = 99');
			const failure = await openDatabase(settings).catch((thrown) => thrown);
			expect(failure).toBeInstanceOf(Failure);
			expect(failure.code).toBe('database-newer');
			expect(failure.message).toContain(
				`(schema 99, this one knows ${migrations.length}): upgrade pointrelease`,
			);
		}));

	test('a database of a program before 0.4.0 is refused in one line, whatever number its schema had', async () => {
		const settings = await stores.settings(kind);
		const made = await openDatabase(settings);
		const tables = await made.tuples('SELECT * FROM ledger');
		await made.rows('DROP TABLE pointrelease_database');
		await made.rows('CREATE TABLE pointrelease_schema (version INTEGER NOT NULL)');
		for (const version of [0, 1, 2, migrations.length + 1, 17]) {
			await made.rows('DELETE FROM pointrelease_schema');
			await made.rows('INSERT INTO pointrelease_schema (version) VALUES ($1)', [version]);
			for (const older of ['read', 'refuse', 'migrate', 'confirmed'] as const) {
				const failure = await openDatabase(settings, { make: true, older }).catch((thrown) => thrown);
				expect(failure).toBeInstanceOf(Failure);
				expect(failure.code).toBe('database-early');
				expect(failure.message).toMatch(
					/^the database \S+ was made by a program before 0\.4\.0, which this one cannot migrate: run "pointrelease license export --with-keys" with that program, set POINTRELEASE_STATE to a new folder( and DATABASE_URL to an empty database)?, start this one, and run "pointrelease license import FILE"; orders, renewals, the audit log, feed addresses, learned facts and decisions, usage and the state of the watch do not come over$/,
				);
			}
		}
		expect(await made.tuples('SELECT * FROM ledger')).toEqual(tables);
		await made.close();
	});

	test('a schema with a missing column or a nonsensical version is refused', () =>
		withDatabase(kind, async (database, settings) => {
			await database.rows('ALTER TABLE licenses DROP COLUMN note');
			expect(await openDatabase(settings).catch((thrown) => thrown.code)).toBe('database-damaged');
			await database.rows('DELETE FROM pointrelease_database');
			expect(await openDatabase(settings).catch((thrown) => thrown.code)).toBe('database-damaged');
		}));
});

describe('postgres alone', () => {
	test('PGPASSWORD may hold any characters', async () => {
		const password = `p@ss:w/o#r?d%zz 'x' "y" $HOME \\ é`;
		const address = new URL(await stores.database());
		const sql = new SQL({ url: address.href, max: 1 });
		const role = `odd_${address.pathname.slice(1)}`;
		await sql.unsafe(`CREATE ROLE ${role} LOGIN PASSWORD '${password.replaceAll("'", "''")}'`);
		await sql.close();
		address.username = role;
		address.password = '';
		const database = openPostgres(readDatabaseUrl({ DATABASE_URL: address.href, PGPASSWORD: password })!);
		expect(await database.tuples('SELECT current_user::text')).toEqual([[role]]);
		await database.close();
	});

	test('a wrong password, a missing database and a dead host are reported without the password', async () => {
		const right = await stores.database();
		const cases: [url: string, code: string][] = [
			[right.replace('correct-horse', 'wrong-secret'), 'database-refused'],
			[right.replace(/\/test_\w+$/, '/absent'), 'database-missing'],
			['postgres://tester:wrong-secret@127.0.0.1:1/absent', 'database-unreachable'],
		];
		for (const [url, code] of cases) {
			const database = openPostgres(url);
			const failure = await database.rows('SELECT 1').catch((thrown) => thrown);
			await database.close();
			expect(failure).toBeInstanceOf(Failure);
			expect(failure.code).toBe(code);
			expect(failure.message).not.toMatch(/wrong-secret|correct-horse/);
		}
	});

	test('a server that accepts and never answers is given up', async () => {
		const silent = createServer(() => {});
		await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
		const { port } = silent.address() as { port: number };
		// Only the connection limit can end this wait: the answer limit is ten minutes.
		const limits = { connect: 1000, statement: 1000, answer: 600_000 };
		const database = openPostgres(`postgres://tester:secret@127.0.0.1:${port}/none`, limits);
		const failure = await database.rows('SELECT 1').catch((thrown) => thrown);
		expect(failure.code).toBe('database-unreachable');
		await database.close();
		silent.close();
	});

	test('a server that falls silent is given up, and the next statement finds a new connection', async () => {
		const url = await stores.database();
		const database = openPostgres(url, { connect: 20_000, statement: 60_000, answer: 500 });
		for (const hung of [
			() => database.rows('SELECT pg_sleep(30)::text'),
			() => database.transaction((queries) => queries.rows('SELECT pg_sleep(30)::text')),
		]) {
			expect(await hung().catch((thrown) => thrown.code)).toBe('database-timeout');
			// On a busy machine a new connection may take longer than the silence that the test allows.
			await eventually('a new connection', async () => {
				const rows = await database.tuples('SELECT 1').catch(() => null);
				return rows?.[0]?.[0] === 1;
			});
		}
		await database.close();
	});

	test('a statement that waits too long for a lock is given up by the server', async () => {
		const url = await stores.database();
		const database = openPostgres(url, { connect: 20_000, statement: 200, answer: 60_000 });
		expect(await database.rows('SELECT pg_sleep(30)::text').catch((thrown) => thrown.code)).toBe(
			'database-timeout',
		);
		await database.close();
	});
});
