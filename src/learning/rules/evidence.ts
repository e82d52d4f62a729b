import type { Catalog } from '../../catalog/catalog.ts';
import { type Fact, momentOfChange } from '../facts/fact.ts';
import type { Memory, Readings } from '../observation.ts';
import type { Item } from '../quarantine/quarantine.ts';

/** What is known and what the feeds say: everything the rules look at. */
export interface Evidence {
	/** The tables as shipped: what they say, no feed changes. */
	readonly shipped: Catalog;
	/** The same with what was learnt so far. */
	readonly catalog: Catalog;
	/** What was learnt so far. */
	readonly facts: readonly Fact[];
	readonly readings: Readings;
	/** What the vendor listed. */
	readonly memory: Memory;
	/** What lists of fixes lost, by version and CVE. */
	readonly lists: Memory;
	/** The vendor's feed has not answered for a day, so that two second opinions may stand in for it. */
	readonly vendorSilent: boolean;
	readonly now: Date;
}

/** What follows from the evidence. */
export interface Lessons {
	readonly facts: Fact[];
	readonly items: Item[];
	/** What was learnt before and is so no more: taken back, or replaced by a fact of the same key. */
	readonly retracted: Fact[];
}

export function noLessons(): Lessons {
	return { facts: [], items: [], retracted: [] };
}

/** What a fact says; most say nothing in one or both of the members that may be left out. */
type Statement = Pick<Fact, 'kind' | 'subject' | 'feed'> & Partial<Pick<Fact, 'object' | 'value'>>;

export type State = (statement: Statement) => Fact;

/** Makes facts that are seen now, after everything that the catalog has. */
export function stating(now: Date, { changed }: Pick<Catalog, 'changed'>): State {
	const seen = momentOfChange(now, changed);
	return (statement) => ({ object: '', value: '', ...statement, seen, accepted: false });
}

export function dayOf(now: Date): string {
	return now.toISOString().slice(0, 10);
}
