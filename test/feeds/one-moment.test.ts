import { expect, test } from 'bun:test';
import { openDatabase } from '../../src/database/open.ts';
import { ServedData } from '../../src/feeds/state/served-data.ts';
import { addFacts, readMarks } from '../../src/learning/facts/fact-store.ts';
import { Knowledge } from '../../src/learning/knowledge.ts';
import { stating } from '../../src/learning/rules/evidence.ts';
import { silentLog } from '../../src/process/log.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { useStores } from '../stores.ts';
import { shipped } from './node.ts';

const stores = useStores();
const settle = 400;

/** One of several workers, which all switch to new data at one moment. */
async function worker(env: Record<string, string>) {
	const database = await openDatabase(readSettings(env), { make: true });
	const knowledge = new Knowledge(shipped, database, silentLog);
	const served: { time: number; release: boolean }[] = [];
	const data = new ServedData({
		database,
		knowledge,
		log: silentLog,
		now: () => new Date(),
		settle,
		swap: (catalog) => void served.push({ time: Date.now(), release: catalog.releases.has('27.3') }),
	});
	const close = async () => {
		await data.close();
		await database.close();
	};
	return { database, data, served, close };
}

test('workers of one machine switch to new data at the same moment; a late one switches at once', async () => {
	const env = { POINTRELEASE_STATE: stores.folder(), FEEDS: 'off' };
	const [one, other, third] = [await worker(env), await worker(env), await worker(env)];
	await Promise.all([one.data.start(), other.data.start()]);
	const state = stating(new Date('2026-12-01T12:00:00Z'), shipped.catalog);
	const facts = [
		state({ kind: 'release', subject: '27.3', value: '2026-11-30', feed: 'apple' }),
		state({ kind: 'runs', subject: '27.3', object: 'J293AP', feed: 'apple' }),
	];
	const { change } = await readMarks(one.database);
	await one.database.transaction((queries) => addFacts(queries, facts, change, null));
	const { announced } = await readMarks(one.database);
	// A worker that starts now, in place of a crashed one, does not serve the data earlier than the others.
	await Promise.all([third.data.start(), one.data.sweep(), other.data.sweep()]);
	for (const { served, data } of [one, other, third]) {
		expect(served.map(({ release }) => release)).toEqual(data === third.data ? [true] : [false, true]);
		expect(served.at(-1)!.time).toBeGreaterThanOrEqual(announced! + settle);
		expect(data.catalog.releases.has('27.3')).toBe(true);
	}
	await other.close();
	await third.close();

	// A clock that was set back an hour delays no worker.
	await one.database.rows('UPDATE learning SET change = change + 1, announced = $1', [
		Date.now() + 3_600_000,
	]);
	await one.database.rows("DELETE FROM learnt WHERE subject = '27.3'");
	await one.data.sweep();
	expect(one.served.at(-1)!.release).toBe(false);
	await one.close();
});
