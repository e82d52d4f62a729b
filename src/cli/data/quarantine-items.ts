import { reasons } from '../../learning/quarantine/quarantine.ts';
import type { StoredItem } from '../../learning/quarantine/quarantine-store.ts';

export function printItems(items: readonly StoredItem[]): string[] {
	return items.map(({ id, reason, detail }) => `? ${id}  ${reasons[reason]}: ${detail}`);
}

/** An item as programs see it. */
export function shownItem({ id, reason, feed, subject, detail, firstSeen, facts }: StoredItem) {
	return { id, reason, feed, subject, detail, first_seen: firstSeen, acceptable: facts.length > 0 };
}
