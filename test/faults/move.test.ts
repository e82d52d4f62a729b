import { expect, test } from 'bun:test';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { startService, waitFor } from '../service-process.ts';
import { makeStore, useStores } from '../stores.ts';
import { countedRequests } from '../usage.ts';

const stores = useStores();

test('a move keeps ids, days, usage and mail, continues after an interruption, and compares everything before it is done', async () => {
	const service = await startService();
	const { state, key } = service;
	const address = await stores.database();
	const env = { DATABASE_URL: address };
	try {
		const file = join(state, 'many.csv');
		const lines = Array.from(
			{ length: 1200 },
			(_, at) => `user${at}@example.com,Zürich ✓ "${at}",${at % 3 === 0 ? '2026-01-31' : ''}`,
		);
		writeFileSync(
			file,
			`email,note,revoked\n${lines.map((line) => line.replace(/,(.*"\d+"),/, (_, note) => `,"${note.replaceAll('"', '""')}",`)).join('\n')}\n`,
		);
		expect((await service.command('license', 'import', file)).stdout).toBe('imported 1200 licenses\n');
		const issued = JSON.parse(
			(
				await service.command(
					'license',
					'issue',
					'--email',
					'a@example.com',
					'--expires',
					'2099-12-31',
					'--no-mail',
					'--json',
				)
			).stdout,
		);
		for (let count = 0; count < 7; count++) expect((await service.get('/items/14')).status).toBe(200);
		const inUse = await service.command('move', '--to', address);
		expect([inUse.code, inUse.stderr]).toEqual([
			1,
			expect.stringMatching(/ is in use: stop the service first\n$/),
		]);
		await service.stop();
		const listed = (await service.command('license', 'export', '--with-keys')).stdout;
		const counted = await countedRequests(service);
		expect(counted).toBe(7);

		// A killed move leaves a database that nobody takes for complete. A lock on the counts delays the move so
		// that it can be killed.
		await makeStore({ DATABASE_URL: address, POINTRELEASE_STATE: stores.folder() });
		const sql = new SQL({ url: address, max: 2 });
		const holder = await sql.reserve();
		await holder.unsafe('BEGIN');
		await holder.unsafe('LOCK TABLE usage IN SHARE MODE');
		const main = join(import.meta.dir, '../../src/cli/main.ts');
		const killed = Bun.spawn([process.execPath, main, 'move', '--to', address], {
			env: { PATH: process.env.PATH ?? '', POINTRELEASE_STATE: state },
			stdout: 'ignore',
			stderr: 'ignore',
		});
		const begun = async () => (await sql.unsafe('SELECT 1 FROM licenses LIMIT 1')).length > 0;
		await waitFor(begun, 20_000, 'the first rows');
		killed.kill('SIGKILL');
		await killed.exited;
		await holder.unsafe('ROLLBACK');
		holder.release();
		await expect(startService({ env, state })).rejects.toThrow(/is another one \([0-9A-Z]{8}:moving\) than /);
		// The comparison notices a row that was altered in the meantime.
		await sql.unsafe(`UPDATE licenses SET note = 'altered' WHERE number = 1`);
		const differs = await service.command('move', '--to', address);
		expect([differs.code, differs.stderr]).toEqual([
			1,
			expect.stringMatching(
				/^pointrelease: the table licenses differs \(1202 rows here, 1202 at \S+\): the move is not complete\. /,
			),
		]);
		await sql.unsafe(`UPDATE licenses SET note = 'issued at the first start' WHERE number = 1`);

		const moved = await service.command('move', '--to', address, '--json');
		expect([moved.code, moved.stderr]).toEqual([0, '']);
		expect(JSON.parse(moved.stdout)).toMatchObject({
			rows: { licenses: 1202, ledger: 1, usage: 1 },
			kept: join(state, 'pointrelease.db.moved'),
		});
		expect(moved.stdout).not.toContain('correct-horse');
		expect(readdirSync(state).filter((name) => name.startsWith('pointrelease.db'))).toEqual([
			'pointrelease.db.moved',
		]);
		await sql.close();
		// The old database must not be served by mistake.
		await expect(startService({ state })).rejects.toThrow(
			/the database \S+ was moved to PostgreSQL, where it may have changed since: set DATABASE_URL /,
		);

		const there = await startService({ env, state });
		expect((await there.command('license', 'export', '--with-keys')).stdout).toBe(listed);
		expect((await there.get('/items/14', key)).status).toBe(200);
		expect((await there.get('/items/14', issued.key)).status).toBe(200);
		const later = JSON.parse(
			(await there.command('license', 'issue', '--email', 'b@example.com', '--no-mail', '--json')).stdout,
		);
		await waitFor(async () => (await there.get('/items/14', later.key)).status === 200, 20_000, 'a new key');
		expect(await there.stop()).toBe(0);
		expect(await countedRequests(there)).toBeGreaterThanOrEqual(counted + 3);
	} finally {
		await service.remove();
	}
});

test('a move into a database with licenses is refused, and a wrong address is one line', async () => {
	const other = await stores.emptyEnvironment('postgres');
	await (await startService({ env: other, state: stores.folder() })).stop();
	const service = await startService();
	await service.stop();
	try {
		const { code, stderr } = await service.command('move', '--to', other.DATABASE_URL!);
		expect([code, stderr]).toEqual([
			1,
			expect.stringMatching(
				/^pointrelease: the PostgreSQL at \S+ has 1 license already \([0-9A-Z]{8}\): use an empty database\n$/,
			),
		]);
		expect((await service.command('move', '--to', 'postgres://u:p%zz@h/d')).stderr).toStartWith(
			'pointrelease: DATABASE_URL cannot be read: ',
		);
		expect((await service.command('move')).stderr).toStartWith('pointrelease: no target: ');
		const again = await startService({ state: service.state });
		expect((await again.get('/items/14', service.key)).status).toBe(200);
		await again.stop();
	} finally {
		await service.remove();
	}
});
