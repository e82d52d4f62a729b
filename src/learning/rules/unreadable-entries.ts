import { visible } from '@pointrelease/core/src/text/visible.ts';
import type { Feed, Reading } from '../observation.ts';
import { type Item, quarantined } from '../quarantine/quarantine.ts';

/** Most invalid entries of each kind that are reported one by one. */
const mostShown = 10;

/**
 * Items for the entries of a feed that cannot be read. An entry with an odd number is one item however often it is listed, and keeps its
 * item when others move before it in the list.
 */
export function unreadableEntries(feed: Feed, { flaws = [], hidden = [] }: Partial<Reading> = {}): Item[] {
	const hold = (subject: string, detail: string) =>
		quarantined('unreadable-entry', { feed, subject, detail: `${feed}: ${detail}`, facts: [] });
	const oddFlaws = new Set(hidden.flatMap(({ flaw, odd }) => (odd ? [flaw] : [])));
	const odd = Map.groupBy(
		hidden.flatMap((entry) => entry.odd ?? []),
		({ version }) => version,
	);
	const items = [...odd].slice(0, mostShown).map(([version, entries]) => {
		const builds = [...new Set(entries.map(({ build }) => plain(build)))].sort().join(' ');
		const text = plain(version);
		return hold(
			text === '' ? feed : text,
			`the entry of build ${builds} has the version "${text}": that is not a release, so no Mac is told of it`,
		);
	});
	const others = flaws.filter((flaw) => !oddFlaws.has(flaw));
	items.push(...others.slice(0, mostShown).map((flaw) => hold(feed, flaw)));
	if (odd.size > mostShown || others.length > mostShown)
		items.push(hold(feed, `more than ${mostShown} entries cannot be read; the rest is left out`));
	return items;
}

/** The text of a feed on one line, without characters that a terminal obeys. */
function plain(text: string): string {
	return visible(text.replace(/\s+/g, ' '));
}
