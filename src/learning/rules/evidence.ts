import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { dayTextAt, millisecondsOfDay } from '@pointrelease/core/src/text/day.ts';
import { type Fact, type FactKind, type FactOf, momentOfChange } from '../facts/fact.ts';
import type { Memory, Readings } from '../observation.ts';
import type { Item } from '../quarantine/quarantine.ts';

/** Everything that the rules look at: the current data and the answers of the feeds. */
export interface Evidence {
	/** The shipped tables, which no feed changes. */
	readonly shipped: Catalog;
	/** The shipped tables with everything that was learned so far. */
	readonly catalog: Catalog;
	/** The facts that were learned so far. */
	readonly facts: readonly Fact[];
	readonly readings: Readings;
	/** The vendor's lists of earlier polls. */
	readonly memory: Memory;
	/** The CVEs that lists of fixes lost, by version and CVE. */
	readonly lists: Memory;
	/** The vendor's feed has not answered for a day, so the other two feeds together are believed. */
	readonly vendorSilent: boolean;
	readonly now: Date;
}

/** The result of the rules. */
export interface Lessons {
	readonly facts: Fact[];
	readonly items: Item[];
	/** Earlier facts that are removed, or replaced by a fact of the same key. */
	readonly retracted: Fact[];
}

export function noLessons(): Lessons {
	return { facts: [], items: [], retracted: [] };
}

/** A fact without its moment; object and value may be left out if they are empty. */
export type Statement<Kind extends FactKind> = Pick<FactOf<Kind>, 'kind' | 'subject' | 'feed'> &
	Partial<Pick<FactOf<Kind>, 'object'>> &
	('' extends FactOf<Kind>['value'] ? Partial<Pick<FactOf<Kind>, 'value'>> : Pick<FactOf<Kind>, 'value'>);

export type State = <Kind extends FactKind>(statement: Statement<Kind>) => FactOf<Kind> & Fact;

/** Makes facts with the current moment, or one just after the last change of the catalog if that is later. */
export function stating(now: Date, { changed }: Pick<Catalog, 'changed'>): State {
	const moment = momentOfChange(now, changed);
	return <Kind extends FactKind>(statement: Statement<Kind>) =>
		({ object: '', value: '', ...statement, seen: moment, accepted: false }) as unknown as FactOf<Kind> &
			Fact;
}

/**
 * Most CVEs that a list may gain before a person looks, so that a feed that drips brings no more than one that floods. The most that one
 * gained at once is 25; CISA's catalog had 15 entries on its first day, never more than 3 since, and 20 in a busy year.
 */
const mostGained = [
	{ days: 1, most: 30, time: 'a day' },
	{ days: 7, most: 60, time: 'a week' },
] as const;

/** What a list gained in too short a time. */
export interface Excess {
	/** How many CVEs, with the fresh ones. */
	readonly gained: number;
	/** `at once`, `within a day`, `within a week`. */
	readonly time: string;
}

/** Whether fresh CVEs and those of the last day or week are too many; null if not. What a person accepted does not count. */
export function excessOf(
	{ facts, now }: Pick<Evidence, 'facts' | 'now'>,
	fresh: readonly unknown[],
	isCounted: (fact: Fact) => boolean,
): Excess | null {
	if (fresh.length === 0) return null;
	for (const { days, most, time } of mostGained) {
		const since = new Date(now.getTime() - days * millisecondsOfDay).toISOString();
		const before = facts.filter((fact) => !fact.accepted && fact.seen > since && isCounted(fact)).length;
		const gained = before + fresh.length;
		if (gained > most) return { gained, time: before === 0 ? 'at once' : `within ${time}` };
	}
	return null;
}

export function dayOf(now: Date): string {
	return dayTextAt(now.getTime());
}
