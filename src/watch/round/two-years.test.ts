import { describe, expect, test } from 'bun:test';
import { dayNumber, dayOfNumber } from '@pointrelease/core/src/text/day.ts';
import { randomFrom } from '../../../test/seeded-random.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { isFull, sized } from '../../../test/size.ts';
import { inGroups, ops, situationOf, standard } from '../../../test/watch/situations.ts';
import { type LivedMac, livedMacs, releaseOn } from '../../../tools/replay/watch/fleets.ts';
import { type HistorySource, type StoredState, seenFleet } from '../../fleet/history/source.ts';
import { readPast } from '../../fleet/history/trend.ts';
import { countedKinds } from '../../fleet/report/mac-kinds.ts';
import type { Message } from '../message.ts';
import { noticesFor } from '../notices/notices.ts';
import type { CurrentInventory, InventoryState, Situation } from '../situation.ts';
import type { InventoryRecord } from '../state/inventories.ts';
import { compareInventory, Listing } from './check-inventories.ts';
import { inventoryTrouble } from './inventory-trouble.ts';
import type { JudgedFleet } from './judge-fleet.ts';

const [first, last] = [dayNumber('2024-11-18'), dayNumber('2026-11-18')];
const lateDays = 3;

/** Macs that an inventory leaves out, or that report nothing, for some days. */
interface Story {
	readonly from: number;
	readonly until: number;
	readonly kind: 'missing' | 'silent';
	readonly macs: ReadonlySet<number>;
}

/** A fleet over two years that shrinks, goes stale and comes back. */
class StoryFleet {
	readonly macs: readonly LivedMac[];
	readonly #stories: readonly Story[];
	/** By day, the Macs that the inventory lists, with the day of their last contact. */
	readonly listed: ReadonlyMap<number, ReadonlyMap<number, number>>;

	constructor(seed: number) {
		const random = randomFrom(seed);
		const upTo = (count: number) => Math.floor(random() * count);
		this.macs = livedMacs(shipped, seed, 8 + upTo(70), dayOfNumber(first), dayOfNumber(last));
		this.#stories = Array.from({ length: 40 }, (): Story => {
			const from = first + 30 + upTo(last - first - 60);
			const share = random() < 0.5 ? random() * 0.25 : random();
			const macs = this.macs.filter(() => random() < share).map(({ id }) => id);
			const kind = random() < 0.6 ? 'missing' : 'silent';
			// Some Macs are silent until they are stale.
			return { from, until: from + 1 + upTo(kind === 'silent' ? 60 : 20), kind, macs: new Set(macs) };
		});
		const contacts = new Map<number, number>();
		const listed = new Map<number, Map<number, number>>();
		for (let day = first; day <= last; day++) {
			const onDay = new Map<number, number>();
			listed.set(day, onDay);
			for (const mac of this.macs) {
				if (releaseOn(mac, day) === null || this.#is('missing', mac, day)) continue;
				if (!this.#is('silent', mac, day) || !contacts.has(mac.id)) contacts.set(mac.id, day);
				onDay.set(mac.id, contacts.get(mac.id)!);
			}
		}
		this.listed = listed;
	}

	#is(kind: Story['kind'], { id }: LivedMac, day: number): boolean {
		return this.#stories.some(
			(story) => story.kind === kind && story.from <= day && day < story.until && story.macs.has(id),
		);
	}
}

const serialOf = (id: number) => `C02R${String(id).padStart(7, '0')}`;
const siteOf = (serial: string) => `Site ${Number(serial.slice(4)) % 17}`;
const file = {
	timeZone: 'UTC',
	enforce: null,
	evidence: null,
	heartbeat: null,
	every: 86_400_000,
	lateDays,
};

/** What the rounds of two years tell of the inventory, by day. */
function troubleOf(fleet: StoryFleet) {
	let record: InventoryRecord | null = null;
	let wholeBefore: ReadonlySet<number> = new Set();
	const told = new Set<string>();
	const days: { isPartial: boolean; isStale: boolean; facts: string[]; told: string[] }[] = [];
	for (const [day, macs] of fleet.listed) {
		const now = day * 86_400_000 + 43_200_000;
		const listing = new Listing();
		for (const [id, contact] of macs)
			listing.add({ name: `mac-${id}`, serial: serialOf(id), seen: dayOfNumber(contact), noSighting: null });
		const seen = listing.seenOn(dayOfNumber(day), lateDays);
		record = compareInventory(record, listing.macs, seen, now);
		const inventory: CurrentInventory = {
			name: '@jamf',
			taken: now,
			whole: record.state.partialSince === null,
			macs: macs.size,
			problem: null,
			isUnreadable: false,
			check: { ...(record.state as InventoryState), goneNames: [] },
		};
		const facts = inventoryTrouble(file, { now, inventories: [inventory] } as unknown as JudgedFleet, now);
		// Counted here once more, from the Macs alone.
		const gone = [...wholeBefore].filter((id) => !macs.has(id)).length;
		const of = wholeBefore.size;
		const isPartial = gone > 0 && (gone >= of / 2 || (gone > 5 && gone > of / 10));
		const silent = [...macs.values()].filter((contact) => day - contact > lateDays).length;
		const stale = [...macs.values()].filter((contact) => day - contact > 30).length;
		const isStale = macs.size > 0 && (silent >= macs.size / 2 || (stale > 5 && stale > macs.size / 10));
		if (!isPartial) wholeBefore = new Set(macs.keys());
		const fresh = facts.map(({ subject }) => subject).filter((subject) => !told.has(subject));
		for (const subject of fresh) told.add(subject);
		days.push({ isPartial, isStale, facts: facts.map(({ subject }) => subject), told: fresh });
	}
	return days;
}

/** The sightings of a fleet as a history has them. */
function historyOf(fleet: StoryFleet): HistorySource {
	const states = new Map<number, StoredState>();
	const numbers = new Map<string, number>();
	const stateOf = (model: string, version: string) => {
		const key = `${model} ${version}`;
		const number = numbers.get(key) ?? numbers.size;
		numbers.set(key, number);
		states.set(number, { cells: { model, version }, isInExport: false });
		return number;
	};
	const sightings = [...fleet.listed.values()].flatMap((macs) =>
		[...macs].map(([id, contact]) => {
			const mac = fleet.macs.find((each) => each.id === id)!;
			return [
				id,
				stateOf(mac.board.modelIdentifiers[0]!, releaseOn(mac, contact)!.version),
				contact,
			] as const;
		}),
	);
	const days = new Set(fleet.listed.keys());
	return {
		states,
		days,
		exportDays: days,
		*segments() {
			yield [
				0,
				(into) => {
					for (const [id, state, day] of sightings) into.add(id, state, day);
				},
			];
		},
		mac: (id) => ({ serial: serialOf(id), name: null, group: null }),
	};
}

async function situationOn(
	fleet: StoryFleet,
	day: number,
	contacts: ReadonlyMap<number, number>,
): Promise<Situation> {
	const rows = fleet.macs.flatMap((mac) => {
		const contact = contacts.get(mac.id);
		if (contact === undefined) return [];
		return [
			`mac-${mac.id},${serialOf(mac.id)},"${mac.board.modelIdentifiers[0]}",${releaseOn(mac, contact)!.version}`,
		];
	});
	return inGroups(await situationOf({ rows, policy: standard(dayOfNumber(day)) }), siteOf);
}

const overdueIn = ({ macs }: Situation) =>
	new Set(macs.filter(({ result }) => countedKinds.overdue.has(result)).map(({ serial }) => serial));

const seeds = Array.from({ length: sized(1, 30) }, (_, at) => 63 + at);

describe.each(seeds)('two years of a fleet that shrinks, goes stale and comes back, seed %i', (seed) => {
	const fleet = new StoryFleet(seed);

	test('every day on which Macs are missing or stale is trouble, none else, and each time is told on its first day', () => {
		const days = troubleOf(fleet);
		for (const [at, { isPartial, isStale, facts, told }] of days.entries()) {
			const has = (kind: string) => facts.some((subject) => subject.startsWith(`${kind}:`));
			expect([at, has('partial'), has('unseen') || has('stale')]).toEqual([at, isPartial, isStale]);
			const before = days[at - 1];
			if (isPartial && !before?.isPartial)
				expect(told.some((subject) => subject.startsWith('partial:'))).toBe(true);
			if (isStale && !before?.isStale)
				expect(told.some((subject) => /^(unseen|stale):/.test(subject))).toBe(true);
			if (!isPartial && !isStale) expect(told).toEqual([]);
		}
		expect(days.filter(({ isPartial }) => isPartial).length).toBeGreaterThan(5);
	});

	test('trend and groups of each digest are those that the reports of both days give', async () => {
		const source = historyOf(fleet);
		let compared = 0;
		for (let day = first + 60; day <= last; day += isFull ? 14 : 120) {
			const asOf = dayOfNumber(day);
			const policy = standard(asOf);
			const listed = fleet.listed.get(day)!;
			// An inventory without a Mac is refused.
			if (listed.size === 0) continue;
			const situation = await situationOn(fleet, day, listed);
			const past = readPast(seenFleet(source, shipped, asOf), {
				catalog: shipped,
				policy,
				staleDays: 30,
				exceptions: new Map(),
				listed: new Set(situation.macs.map(({ serial }) => serial)),
			});
			const [digest] = noticesFor({ ...situation, past }, { ...ops, tell: ['overdue'], groupBy: 'Site' });
			const now = overdueIn(situation);
			if (now.size === 0) {
				expect(digest).toBeUndefined();
				continue;
			}
			compared++;
			const then = new Map<number, number>();
			for (const [on, macs] of fleet.listed)
				if (on <= day) for (const [id, contact] of macs) if (contact <= day - 7) then.set(id, contact);
			// A Mac that is seen again on the same version had it all the time.
			const again = (id: number, contact: number) => {
				const mac = fleet.macs.find((each) => each.id === id)!;
				const later = [...fleet.listed]
					.filter(([on]) => on <= day)
					.map(([, macs]) => macs.get(id) ?? 0)
					.filter((seen) => seen > day - 7);
				return later.some((seen) => releaseOn(mac, seen) === releaseOn(mac, contact));
			};
			for (const [id, contact] of then)
				if (!listed.has(id) && day - 7 - contact > 30 && !again(id, contact)) then.delete(id);
			const before = overdueIn(await situationOn(fleet, day - 7, then));
			const left = [...before].filter((serial) => !now.has(serial));
			const isListed = (serial: string) => situation.macs.some((mac) => mac.serial === serial);
			expect(digest!.data).toMatchObject({
				overdue: now.size,
				overdue_last_week: before.size,
				newly_overdue: [...now].filter((serial) => !before.has(serial)).length,
				done: left.filter(isListed).length,
				gone: left.filter((serial) => !isListed(serial)).length,
			});
			expect(groupsIn(digest!)).toEqual(groupsBy(now, situation));
		}
		expect(compared).toBeGreaterThan(2);
	});
});

type Groups = Readonly<Record<string, readonly [macs: number, concerned: number]>>;

function groupsIn({ data }: Message): Groups {
	const groups = data.groups as { value: string; macs: number; concerned: number }[];
	return Object.fromEntries(groups.map(({ value, macs, concerned }) => [value, [macs, concerned]]));
}

function groupsBy(overdue: ReadonlySet<string>, { macs }: Situation): Groups {
	const groups: Record<string, [number, number]> = {};
	for (const { serial } of macs) {
		const [all, late] = groups[siteOf(serial)] ?? [0, 0];
		groups[siteOf(serial)] = [all + 1, overdue.has(serial) ? late + 1 : late];
	}
	return Object.fromEntries(Object.entries(groups).filter(([, [, concerned]]) => concerned > 0));
}
