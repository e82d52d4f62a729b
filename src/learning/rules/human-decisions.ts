import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { fold } from '@pointrelease/core/src/catalog/identifier.ts';
import {
	aspectOf,
	type Fact,
	factKey,
	isAboutPulls,
	isOfBoard,
	isOverlay,
	type JoinedSince,
	joinedSince,
	pairOf,
	type ShippedRelease,
} from '../facts/fact.ts';
import type { Reading, Readings } from '../observation.ts';
import { type Item, quarantined } from '../quarantine/quarantine.ts';
import type { Lessons } from './evidence.ts';

/**
 * Leaves out what a person rejected, even after the reason for the review is gone (for example, because a future date has come). If the
 * feeds say something else about it now, it is held for review again.
 */
export function withoutRejected(lessons: Lessons, rejected: readonly Item[]): Lessons {
	const { facts, items, retracted } = lessons;
	const releases = new Map<string, (readonly Fact[])[]>();
	const single = new Set<string>();
	for (const item of rejected) {
		const version = releaseOf(item.facts)?.subject;
		if (version !== undefined) releases.set(version, [...(releases.get(version) ?? []), item.facts]);
		// The person rejected the releases, not the boards that run them.
		else for (const fact of item.facts) if (!isOfBoard(fact)) single.add(factKey(fact));
	}
	if (releases.size === 0 && single.size === 0) return lessons;
	const free: Fact[] = [];
	const open: Item[] = [];
	for (const [version, ofVersion] of Map.groupBy(facts, (fact) => (isOfBoard(fact) ? '' : fact.subject))) {
		const before = releaseOf(ofVersion) && releases.get(version);
		if (!before) {
			free.push(...ofVersion.filter((fact) => !single.has(factKey(fact))));
			continue;
		}
		if (before.some((then) => isSame(then, ofVersion))) continue;
		const boards = new Set(ofVersion.map(({ object }) => object));
		const group = [
			...ofVersion,
			...facts.filter(({ kind, subject }) => kind === 'board' && boards.has(subject)),
		];
		const detail = `${version} was rejected before, and is ${summaryOf(ofVersion)} now`;
		open.push(
			quarantined('rejected-before', {
				feed: releaseOf(group)!.feed,
				subject: version,
				detail,
				facts: group,
			}),
		);
	}
	for (const item of items) {
		const before = releases.get(releaseOf(item.facts)?.subject ?? '');
		if (!before) {
			if (!isAnswered(item, rejected)) open.push(item);
		} else if (!before.some((then) => isSame(then, item.facts))) {
			const detail = `${item.detail} (rejected before, ${summaryOf(item.facts)} now)`;
			open.push(
				quarantined(item.reason, { feed: item.feed, subject: item.subject, detail, facts: item.facts }),
			);
		}
	}
	const running = new Set(free.filter(({ kind }) => kind === 'runs').map(({ object }) => object));
	return {
		facts: free.filter(({ kind, subject }) => kind !== 'board' || running.has(subject)),
		items: open,
		retracted,
	};
}

/** Whether a person has rejected the same facts for the same reason, whatever the wording. */
function isAnswered({ reason, facts }: Item, rejected: readonly Item[]): boolean {
	const keys = facts.filter((fact) => !isOfBoard(fact)).map(factKey);
	return (
		keys.length > 0 &&
		rejected.some(
			(then) => then.reason === reason && keys.every((key) => then.facts.map(factKey).includes(key)),
		)
	);
}

/** Whether the feeds give no new reason to believe the release since it was rejected. */
function isSame(then: readonly Fact[], now: readonly Fact[]): boolean {
	const [old, fresh] = [releaseOf(then)!, releaseOf(now)!];
	// If no feed gives a date, the date is the day of the poll, which differs every day.
	const undated = [old, fresh].every(({ value, seen }) => value === seen.slice(0, 10));
	const builds = buildsOf(then);
	return (
		(old.value === fresh.value || undated) &&
		buildsOf(now).every((build) => builds.includes(build)) &&
		(isVendors(then) || !isVendors(now))
	);
}

function summaryOf(facts: readonly Fact[]): string {
	const by = isVendors(facts) ? "in Apple's feed" : "not in Apple's feed";
	return `dated ${releaseOf(facts)!.value}, build ${buildsOf(facts).join(' ') || 'unknown'}, ${by}`;
}

function releaseOf(facts: readonly Fact[]): Fact | undefined {
	return facts.find(({ kind }) => kind === 'release');
}

function buildsOf(facts: readonly Fact[]): string[] {
	return facts.filter(({ kind }) => kind === 'build').map(({ object }) => object);
}

function isVendors(facts: readonly Fact[]): boolean {
	return facts.some(({ feed }) => feed === 'apple');
}

/** Keeps the feeds from overriding the repairs of a person. */
interface Repairs {
	/** The answers of the feeds, without what a person forgot. */
	readings(readings: Readings): Readings;
	/** The lessons, without what a person corrected. */
	withoutCorrected(lessons: Lessons): Lessons;
}

export function shippedRelease({ releases }: Catalog, version: string): ShippedRelease | undefined {
	const release = releases.get(version);
	return release && { released: release.released, hasBuilds: release.builds.length > 0 };
}

export function repairsIn(all: readonly Fact[], shipped: Catalog): Repairs {
	// Repairs of releases and boards that the shipped tables have by now are obsolete.
	const facts = all.filter(
		(fact) =>
			isAboutPulls(fact) ||
			isOverlay(fact, shippedRelease(shipped, fact.subject)) ||
			!(shipped.releases.has(fact.subject) || shipped.boards.has(fact.subject)),
	);
	const forgotten = new Set(
		facts.filter(({ kind }) => kind === 'forgotten').map(({ subject }) => fold(subject)),
	);
	const corrected = new Map(
		facts.filter(({ kind }) => kind === 'corrected').map((fact) => [pairOf(fact), fact]),
	);
	const isFree = (fact: Fact, joined: JoinedSince) => {
		const correction = corrected.get(pairOf({ subject: fact.subject, object: aspectOf[fact.kind] ?? '' }));
		return !correction || (fact.kind === 'runs' && joined(fact.object, correction.seen));
	};
	const heard = (reading: Reading): Reading => ({
		...reading,
		observations: reading.observations
			.filter(({ version }) => !forgotten.has(version))
			.map((observation) => ({
				...observation,
				boards: observation.boards?.filter((id) => !forgotten.has(fold(id))) ?? null,
			})),
		responses: reading.responses?.filter(({ build }) => !forgotten.has(fold(build))) ?? reading.responses,
		machines: reading.machines.filter(({ board }) => !forgotten.has(fold(board))),
	});
	return {
		readings(readings) {
			if (forgotten.size === 0) return readings;
			return Object.fromEntries(Object.entries(readings).map(([feed, reading]) => [feed, heard(reading)]));
		},
		withoutCorrected(lessons) {
			if (corrected.size === 0) return lessons;
			const { facts, items, retracted } = lessons;
			const joined = joinedSince([...all, ...facts]);
			const free = (fact: Fact) => isFree(fact, joined);
			return { facts: facts.filter(free), items, retracted: retracted.filter(free) };
		},
	};
}
