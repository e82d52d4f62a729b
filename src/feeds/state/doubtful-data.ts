import type { Database } from '../../database/database.ts';
import { readItems } from '../../learning/quarantine/quarantine-store.ts';
import { freshnessOf } from './dataset-status.ts';
import { readFeedStates } from './feed-store.ts';

/**
 * Why the data of a service on this machine should not raise a minimum now: Apple's list stopped, or what it says is held for
 * review. Null if there is no reason.
 */
export async function doubtOf(database: Database, now: number): Promise<string | null> {
	const apple = (await readFeedStates(database, now)).find(({ feed }) => feed === 'apple');
	const freshness = apple && apple.firstTry !== null ? freshnessOf(apple, now) : null;
	if (freshness === 'stale' || freshness === 'frozen')
		return `Apple's list is ${freshness}: see pointrelease doctor`;
	const held = (await readItems(database)).filter(({ feed }) => feed === 'apple');
	const [first] = held;
	return first ? `${first.subject} is held for review: see pointrelease data status` : null;
}
