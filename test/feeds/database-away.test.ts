import { expect, test } from 'bun:test';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { ServedData } from '../../src/feeds/state/served-data.ts';
import { Knowledge } from '../../src/learning/knowledge.ts';
import { Failure } from '../../src/process/failure.ts';
import { silentLog } from '../../src/process/log.ts';
import { startService, waitFor } from '../service-process.ts';
import { useOwnStores } from '../stores.ts';
import { shipped } from './node.ts';

const stores = useOwnStores();

test('a subscription ends when the database goes away, and begins again when it is back', async () => {
	const real = await openDatabase(await stores.settings('sqlite'));
	let [away, subscriptions, begun] = [false, 0, 0];
	const database: Database = {
		...real,
		tuples: (text, values) => {
			if (away) throw new Failure('database-away', 'the database is away');
			return real.tuples(text, values);
		},
		listen: async () => {
			begun++;
			subscriptions++;
			return { stop: async () => void subscriptions-- };
		},
	};
	const knowledge = new Knowledge(shipped, database, silentLog);
	const now = () => new Date();
	const loaded = new ServedData({ database, knowledge, log: silentLog, swap() {}, now, settle: 0 });
	const after = async (isAway: boolean) => {
		away = isAway;
		for (let sweep = 0; sweep < 3; sweep++) await loaded.sweep();
		return [subscriptions, begun, loaded.trouble];
	};
	await loaded.start();
	expect(await after(false)).toEqual([1, 1, null]);
	expect(await after(true)).toEqual([0, 1, 'learned data cannot be read, serving what was known before']);
	expect(await after(false)).toEqual([1, 2, null]);
	await loaded.close();
	expect(subscriptions).toBe(0);
	await real.close();
});

test('while PostgreSQL is away nothing tries to subscribe, and /readyz reports learned data', async () => {
	const service = await startService({ env: await stores.environment('postgres') });
	const reasons = async (): Promise<string[]> =>
		((await (await service.get('/readyz')).json()) as { reasons: string[] }).reasons;
	await stores.postgres().stop();
	await waitFor(
		async () =>
			(await reasons()).some((reason) => reason.startsWith('learned data')) &&
			service.output().includes('"event":"database away"'),
		30_000,
		'trouble, for those who follow data and for those who follow licenses',
	);
	// Bun itself writes a line when the connection breaks, before the service can notice.
	const noticed = service.output().length;
	await Bun.sleep(5_000);
	expect(service.output().slice(noticed)).not.toMatch(/LISTEN|bun:sql/);
	await stores.postgres().start();
	await waitFor(async () => (await reasons()).length === 0, 30_000, 'ready');
	expect(await service.stop()).toBe(0);
	await service.remove();
});
