import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { sized } from '../../../test/size.ts';
import { kinds, useStores } from '../../../test/stores.ts';
import type { Database } from '../../database/database.ts';
import { createLog, silentLog } from '../../process/log.ts';
import { dayTextAt } from '../../text/day.ts';
import { openRegistry } from '../registry.ts';
import { Usage } from './usage.ts';
import { settleUsage, usageTotals } from './usage-store.ts';

const stores = useStores();
const firstDay = 20_000;

type Step =
	| { kind: 'count'; license: number; times: number }
	| { kind: 'next day' }
	/** `lost`: the work is done, but its answer never arrives. */
	| { kind: 'write'; outcome: 'done' | 'failed' | 'lost' };

/** Licenses around the border of two parts, and far away. */
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
					await settleUsage(database);
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
	'%s: with licenses in many parts, one part a time is added and the rest laid down',
	async (kind) => {
		const { database, close } = await openRegistry(await stores.settings(kind));
		const rowsOf = async (table: string) =>
			Number((await database.tuples<[number]>(`SELECT count(*) FROM ${table}`))[0]![0]);
		const clock = () => firstDay * 86_400_000;
		const usage = new Usage(database, silentLog, clock);
		const licenses = [7, 40_000, 70_000, 100_000];
		const counts: [number, number][] = [];
		for (let batch = 0; batch < 5; batch++) {
			for (const license of licenses) usage.count(license);
			await usage.write();
			counts.push([await rowsOf('usage'), await rowsOf('usage_journal')]);
		}
		expect(counts).toEqual([
			// The first batch also adds the counts that other nodes left in the journal, and so all of its own.
			[4, 0],
			[4, 3],
			[4, 5],
			[4, 6],
			[4, 6],
		]);
		// A node that is killed at this moment does not write again. The reports are complete, and the next node tidies up.
		await database.rows(
			`INSERT INTO licenses (number, id, digest, email, mailbox, created, sealed, seal_key, change)
			VALUES (40000, 'ABCDEFGH', $1, 'a@example.com', 'a@example.com', '2026-01-01', $1, 'none', 1)`,
			[new Uint8Array(32)],
		);
		expect((await usageTotals(database, '2020-01-01', 9)).map(({ requests }) => requests)).toEqual([5]);
		expect(await rowsOf('usage_journal')).toBe(0);
		for (const license of licenses) usage.count(license);
		await usage.write();
		expect(await rowsOf('usage_journal')).toBe(3);
		const next = new Usage(database, silentLog, clock);
		next.count(7);
		await next.close();
		expect(await rowsOf('usage_journal')).toBe(0);
		const sums = await database.tuples<[number, number | string]>(
			'SELECT license, requests FROM usage ORDER BY license',
		);
		expect(sums.map(([license, requests]) => [license, Number(requests)])).toEqual([
			[7, 7],
			[40_000, 6],
			[70_000, 6],
			[100_000, 6],
		]);
		await usage.close();
		await close();
	},
);

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
				await settleUsage(registries[0]!.database);
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
		await settleUsage(registries[0]!.database);
		const rows = await registries[0]!.database.tuples<[number, number | string]>(
			'SELECT license, sum(requests) FROM usage GROUP BY license',
		);
		expect(new Map(rows.map(([license, requests]) => [license, Number(requests)]))).toEqual(counted);
		expect(lines).toEqual([]);
		await Promise.all(registries.map(({ close }) => close()));
	},
);
