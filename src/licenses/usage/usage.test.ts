import { expect, test } from 'bun:test';
import { dayTextAt } from '@pointrelease/core/src/text/day.ts';
import fc from 'fast-check';
import { sized } from '../../../test/size.ts';
import { kinds, useStores } from '../../../test/stores.ts';
import type { Database } from '../../database/database.ts';
import { createLog, silentLog } from '../../process/log.ts';
import { openRegistry } from '../registry.ts';
import { Usage } from './usage.ts';
import { usageTotals } from './usage-store.ts';

const stores = useStores();
const firstDay = 20_000;

type Step =
	| { kind: 'count'; license: number; times: number }
	| { kind: 'next day' }
	/** `lost`: the work is done, but its answer never arrives. */
	| { kind: 'write'; outcome: 'done' | 'failed' | 'lost' };

/** Licenses far apart. */
const elsewhere = fc.oneof(fc.integer({ min: 32_766, max: 32_769 }), fc.integer({ min: 1, max: 200_000 }));

const steps = fc.array(
	fc.oneof(
		{
			weight: 4,
			arbitrary: fc.record({
				kind: fc.constant('count' as const),
				license: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5_000 }), elsewhere),
				times: fc.integer({ min: 1, max: 4 }),
			}),
		},
		{ weight: 1, arbitrary: fc.record({ kind: fc.constant('next day' as const) }) },
		{
			weight: 2,
			arbitrary: fc.record({
				kind: fc.constant('write' as const),
				outcome: fc.constantFrom('done' as const, 'failed' as const, 'lost' as const),
			}),
		},
	),
	{ maxLength: 40 },
);

/** The database, with transactions that fail in several ways. */
function troubled(database: Database, outcome: () => 'done' | 'failed' | 'lost'): Database {
	return {
		...database,
		async transaction(work) {
			const fate = outcome();
			if (fate === 'failed') throw new Error('the disk is full');
			const result = await database.transaction(work);
			if (fate === 'lost') throw new Error('the connection is gone');
			return result;
		},
	};
}

test.each(kinds)(
	'%s: whatever fails on the way, every request is written once and to its day',
	async (kind) => {
		const { database, close } = await openRegistry(await stores.settings(kind));
		try {
			await fc.assert(
				fc.asyncProperty(steps, async (list: Step[]) => {
					await database.rows('DELETE FROM usage');
					let day = firstDay;
					let outcome: 'done' | 'failed' | 'lost' = 'done';
					const usage = new Usage(
						troubled(database, () => outcome),
						silentLog,
						() => day * 86_400_000,
					);
					const expected = new Map<string, number>();
					for (const step of list) {
						if (step.kind === 'next day') day++;
						else if (step.kind === 'write') {
							outcome = step.outcome;
							await usage.write().catch(() => {});
						} else {
							const row = `${dayTextAt(day * 86_400_000)} ${step.license}`;
							expected.set(row, (expected.get(row) ?? 0) + step.times);
							for (let time = 0; time < step.times; time++) usage.count(step.license);
						}
					}
					outcome = 'done';
					await usage.close();
					const rows = await database.tuples<[string, number, number | string]>(
						'SELECT day, license, requests FROM usage',
					);
					const written = rows.map(([day, license, requests]) => [`${day} ${license}`, Number(requests)]);
					expect(Object.fromEntries(written)).toEqual(Object.fromEntries(expected));
				}),
				{ numRuns: kind === 'sqlite' ? sized(60, 600) : sized(30, 300) },
			);
		} finally {
			await close();
		}
	},
);

test('more licenses than one statement takes are all written, and a failure is logged once', async () => {
	const { database, close } = await openRegistry(await stores.settings('sqlite'));
	let fails = true;
	const lines: string[] = [];
	const log = createLog({ write: (line) => lines.push(line), terminal: true, now: () => new Date(0) });
	const usage = new Usage(
		troubled(database, () => (fails ? 'failed' : 'done')),
		log,
	);
	for (let license = 1; license <= 1_203; license++) usage.count(license);
	await usage.write().catch(() => {});
	await usage.write().catch(() => {});
	expect(lines).toEqual([expect.stringContaining('usage not written yet')]);
	fails = false;
	await usage.close();
	const [sum] = await database.tuples('SELECT count(*), sum(requests), max(license) FROM usage');
	expect(sum).toEqual([1_203, 1_203, 1_203]);
	expect(lines).toHaveLength(1);
	await close();
});

test.each(kinds)(
	"%s: nodes that write at once, over days, while reports are made, never get into each other's way",
	async (kind) => {
		const settings = await stores.settings(kind);
		const registries = await Promise.all([1, 2, 3, 4].map(() => openRegistry(settings)));
		const lines: string[] = [];
		const log = createLog({ write: (line) => lines.push(line), terminal: true, now: () => new Date(0) });
		let day = firstDay;
		const nodes = registries.slice(1).map(({ database }) => new Usage(database, log, () => day * 86_400_000));
		const counted = new Map<number, number>();
		let running = true;
		const reports = (async () => {
			while (running) {
				await usageTotals(registries[0]!.database, '2020-01-01', 10);
				await Bun.sleep(1);
			}
		})();
		for (let round = 0; round < 12; round++) {
			if (round % 4 === 3) day++;
			for (let at = 0; at < 3_000; at++) {
				const license = 1 + ((at * 7_919 + round * 31) % 150_000);
				nodes[at % nodes.length]!.count(license);
				counted.set(license, (counted.get(license) ?? 0) + 1);
			}
			await Promise.all(nodes.map((node) => node.write()));
		}
		await Promise.all(nodes.map((node) => node.close()));
		running = false;
		await reports;
		const rows = await registries[0]!.database.tuples<[number, number | string]>(
			'SELECT license, sum(requests) FROM usage GROUP BY license',
		);
		expect(new Map(rows.map(([license, requests]) => [license, Number(requests)]))).toEqual(counted);
		expect(lines).toEqual([]);
		await Promise.all(registries.map(({ close }) => close()));
	},
);
