import type { Database } from '../src/database/database.ts';
import { openDatabase } from '../src/database/open.ts';
import { addFacts, announce, readMarks } from '../src/learning/facts/fact-store.ts';
import { stating } from '../src/learning/rules/evidence.ts';
import { readSettings } from '../src/settings/settings.ts';
import type { Contender } from './measure/contender.ts';
import { makeState, serviceOn, stateIn } from './measure/service.ts';
import { inFolder } from './measure/workspace.ts';
import { type Measure, median, type Subject } from './subject.ts';

const port = 18_390;
const patience = 10_000;
/** Every connection is new, so that the kernel deals them out to both workers. */
const together = 4;

/** How long two workers on one SQLite file tell different data, when one release after the other is learnt. */
export const takeoverSubject: Subject = {
	name: 'takeover',
	measure: ({ quick }) =>
		inFolder(async (folder) => {
			const state = stateIn(folder);
			const key = await makeState(state);
			const database = await openDatabase(readSettings({ POINTRELEASE_STATE: state, FEEDS: 'off' }));
			const contender = await serviceOn(port, state, 'two workers', { WORKERS: '2' });
			try {
				const spreads: number[] = [];
				for (let turn = 0; turn < (quick ? 5 : 40); turn++) {
					await learn(database, `27.${3 + turn}`, `26C${50 + turn}`);
					spreads.push(await spreadOf(contender, key, `27.${3 + turn}`));
				}
				return measuresOf(spreads);
			} finally {
				await contender.stop();
				await database.close();
			}
		}),
};

async function learn(database: Database, version: string, build: string): Promise<void> {
	const state = stating(new Date(), { changed: '' });
	const day = new Date().toISOString().slice(0, 10);
	const facts = [
		state({ kind: 'release', subject: version, value: day, feed: 'apple' }),
		state({ kind: 'build', subject: version, object: build, value: day, feed: 'apple' }),
		state({ kind: 'runs', subject: version, object: 'J293AP', feed: 'apple' }),
	];
	const { change } = await readMarks(database);
	await database.transaction(async (queries) => {
		await addFacts(queries, facts, change, null);
		await announce(database, queries);
	});
}

/** Milliseconds from the first answer that has the release to the last that has not. */
async function spreadOf({ port: at }: Contender, key: string, version: string): Promise<number> {
	const headers = { Authorization: key, Connection: 'close' };
	const began = performance.now();
	let [first, last, calm] = [0, 0, 0];
	const ask = async () => {
		while (calm < 40 && performance.now() - began < patience) {
			const response = await fetch(`http://127.0.0.1:${at}/items/J293AP:27`, { headers, keepalive: false });
			const isNew = (await response.text()).includes(`"version":"${version}"`);
			const time = performance.now();
			if (isNew) {
				first ||= time;
				calm++;
			} else if (first) {
				last = time;
				calm = 0;
			}
		}
	};
	await Promise.all(Array.from({ length: together }, ask));
	return last > first ? last - first : 0;
}

function measuresOf(spreads: readonly number[]): Measure[] {
	return [
		{
			name: 'two workers differ for, after new data',
			values: [[Math.max(...spreads), 'ms']],
			must: { most: 100 },
			note: `the worst of ${spreads.length}, the median ${median(spreads).toFixed(1)} ms`,
		},
	];
}
