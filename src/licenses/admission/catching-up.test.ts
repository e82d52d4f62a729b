import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { sized } from '../../../test/size.ts';
import { eventually, kinds, useStores } from '../../../test/stores.ts';
import { type Database, placeholders, type Queries, type Value } from '../../database/database.ts';
import { silentLog } from '../../process/log.ts';
import { revokeLicense } from '../issuing/changes.ts';
import { findById } from '../issuing/find.ts';
import { issueLicense } from '../issuing/issue.ts';
import { changeLicenses } from '../ledger.ts';
import { openRegistry } from '../registry.ts';
import { digestOf } from './gate.ts';
import { GateFollower } from './gate-follower.ts';
import { UnreadChanges } from './license-rows.ts';

const stores = useStores();
const many = sized(20_000, 200_000);
const today = 20_000;
const bulkKey = (number: number) => `BULK-${number}`;

/** All licenses in one change, so that they have more than one page. */
async function addInOneChange(database: Database, count: number): Promise<void> {
	await changeLicenses(database, async (queries, { change, licenses }) => {
		for (let start = 0; start < count; start += 1000) {
			const rows = Array.from({ length: Math.min(1000, count - start) }, (_, at): Value[] => {
				const number = licenses + start + at + 1;
				const id = `b${number.toString(36).padStart(7, '0')}`;
				return [number, id, digestOf(bulkKey(number)), change];
			});
			await queries.rows(
				`INSERT INTO licenses (number, id, digest, change, email, mailbox, created, sealed, seal_key)
					VALUES ${placeholders(rows.length, 4, ", 'a@b.c', 'a@b.c', '2026-01-01T00:00:00.000Z', '', 'none'")}`,
				rows.flat(),
			);
		}
		await queries.rows('UPDATE ledger SET licenses = $1', [licenses + count]);
	});
}

/** The same database, but `before` is awaited before each read of rows. */
function observed(database: Database, before: () => Promise<void>): Database {
	const tuples: Queries['tuples'] = async (text, values) => {
		await before();
		return database.tuples(text, values);
	};
	return { ...database, tuples };
}

describe.each(kinds)('%s', (kind) => {
	test(`a revocation made while a node catches up with ${many} licenses of one change is seen before it is done`, async () => {
		const registry = await openRegistry(await stores.settings(kind));
		const { id, key } = await issueLicense(registry, { email: 'you@example.com', mail: false });
		const license = (await findById(registry.database, id))!;
		let reads = 0;
		let refusedAtSize = -1;
		const follower: GateFollower = new GateFollower(
			observed(registry.database, async () => {
				if (follower.gate.size > 1 && ++reads === 2) await revokeLicense(registry, license);
				if (refusedAtSize < 0 && reads > 0 && follower.gate.admit(key, today) === -1)
					refusedAtSize = follower.gate.size;
			}),
			silentLog,
		);
		await follower.start();
		expect(follower.gate.admit(key, today)).toBe(1);
		await addInOneChange(registry.database, many);
		for (let size = 1; size <= many; size = follower.gate.size)
			await eventually('more are known', () => follower.gate.size > size);
		await follower.close();
		expect(refusedAtSize).toBeGreaterThan(1);
		expect(refusedAtSize).toBeLessThan(many / 2);
		expect(follower.gate.admit(key, today)).toBe(-1);
		for (const number of [2, 3, many >> 1, many, many + 1])
			expect(follower.gate.admit(bulkKey(number), today)).toBe(number);
		await registry.close();
	});
});

test('in any order of changes and pages, every row is read after its last change', () => {
	const licenses = 7;
	const event = fc.oneof(
		fc.record({ change: fc.array(fc.nat(licenses - 1), { maxLength: licenses }) }),
		fc.constant('page' as const),
	);
	fc.assert(
		fc.property(fc.array(event, { maxLength: 60 }), fc.integer({ min: 1, max: 3 }), (events, limit) => {
			const stored = Array.from({ length: licenses }, (_, number) => ({ number, change: 0 }));
			const readChanges = stored.map(() => 0);
			const unread = new UnreadChanges(0);
			let change = 0;
			const readPage = () => {
				unread.announce(change);
				const stretch = unread.next();
				if (!stretch) return;
				const page = stored
					.filter((row) => row.change > stretch.after && row.change <= stretch.change)
					.filter((row) => row.change < stretch.change || row.number < stretch.below)
					.toSorted((a, b) => b.change - a.change || b.number - a.number)
					.slice(0, limit);
				for (const row of page) readChanges[row.number] = row.change;
				unread.read(stretch, page.length < limit ? null : page.at(-1)!);
			};
			for (const happened of events) {
				if (happened === 'page') readPage();
				else {
					change++;
					for (const number of happened.change) stored[number]!.change = change;
				}
			}
			for (let page = 0; page < 500; page++) readPage();
			expect(unread.next()).toBeUndefined();
			expect(readChanges).toEqual(stored.map((row) => row.change));
		}),
		{ numRuns: sized(300, 5000) },
	);
});
