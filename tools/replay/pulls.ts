import { latestOffered } from '@pointrelease/core/src/advice/offered.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { readApple } from '../../src/feeds/sources/apple.ts';
import type { Memory, Reading } from '../../src/learning/observation.ts';
import { learnPulled } from '../../src/learning/rules/pulled.ts';
import { remember } from '../../src/learning/rules/remember.ts';
import type { Event } from './history.ts';

/** What the rule for pulled releases says about the history. */
interface PullsFound {
	/** Releases that it calls pulled. */
	readonly pulled: ReadonlySet<string>;
	/** Answers with both sets, and how many newest releases of boards were looked for in them. */
	readonly answers: number;
	readonly checks: number;
}

const second = 1000;

/**
 * Plays the lists of Apple to the rule for pulled releases, each at its first and at its last moment. `catalog` has every release
 * of the history; those that were not out on a day do not count. `change` may falsify a list.
 */
export function findPulls(
	catalog: Catalog,
	history: readonly Event[],
	change: (reading: Reading, time: number) => Reading = (reading) => reading,
): PullsFound {
	const states = history.filter((event) => event.feed === 'apple');
	const pulled = new Set<string>();
	let memory: Memory = {};
	let [answers, checks] = [0, 0];
	for (const [at, { time, document }] of states.entries()) {
		const read = readApple(new TextEncoder().encode(document), new Date(time).toISOString());
		const reading = change(read, time);
		if (reading.bothSets) {
			answers++;
			checks += pairsOut(catalog, new Date(time).toISOString().slice(0, 10));
		}
		for (const moment of [time, (states[at + 1]?.time ?? time + second) - second]) {
			const now = new Date(moment);
			memory = remember(memory, reading, catalog, now);
			const { facts } = learnPulled({
				shipped: catalog,
				catalog,
				facts: [],
				memory,
				lists: {},
				now,
				readings: { apple: reading },
				vendorSilent: false,
			});
			for (const { subject } of facts) pulled.add(subject);
		}
	}
	return { pulled, answers, checks };
}

/** How many pairs of a Mac and a major version from 11 on had an offered release on a day. */
function pairsOut({ boards }: Catalog, day: string): number {
	let pairs = 0;
	for (const { introduced, support } of boards.values())
		for (const major of introduced > day ? [] : support.values())
			if (major.first.parsed.era === 'modern' && latestOffered(major, day)) pairs++;
	return pairs;
}
