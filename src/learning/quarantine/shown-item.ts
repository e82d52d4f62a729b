import { accepting } from './quarantine.ts';
import type { StoredItem } from './quarantine-store.ts';

/** An item as programs and the console get it. */
export function shownItem({ id, reason, feed, subject, detail, firstSeen, facts }: StoredItem) {
	const acceptable = facts.length > 0;
	const meaning = acceptable ? accepting[reason] : null;
	return { id, reason, feed, subject, detail, first_seen: firstSeen, acceptable, accepting: meaning };
}
