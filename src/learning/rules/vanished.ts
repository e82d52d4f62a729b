import type { Release } from '../../catalog/catalog.ts';
import { compareVersions, parseVersion, type Version } from '../../catalog/version.ts';
import { type Item, quarantined } from '../quarantine/quarantine.ts';
import { dayOf, type Evidence, stating } from './evidence.ts';
import { boardsMeant } from './listed.ts';
import { isWhole } from './remember.ts';

/**
 * What the vendor listed before and lists no more. Releases that were replaced or that expired may go, and
 * go every week. The latest of a major, or a board in the list of a release that is still there, may not.
 */
export function findVanished({ catalog, readings, memory, now }: Evidence): Item[] {
	const reading = readings.apple;
	if (!reading) return [];
	const state = stating(now, catalog);
	const items: Item[] = [];
	const listed = Map.groupBy(reading.observations, ({ version }) => version);
	const versions = [...listed.keys()].map(parseVersion).filter((seen) => seen !== null);
	for (const [version, { boards, expires }] of Object.entries(memory)) {
		const major = [...catalog.majors.values()].find((known) => known.byVersion.has(version));
		const release = major?.byVersion.get(version);
		if (!major || !release || !isWhole(reading, version)) continue;
		const entries = listed.get(version);
		if (entries) {
			const present = boardsMeant(
				catalog,
				entries.flatMap((seen) => seen.boards ?? []),
			);
			const lost = [...boardsMeant(catalog, boards).difference(present)]
				.filter(({ support }) => support.get(major.name)?.releases.includes(release))
				.map(({ id }) => id);
			if (lost.length === 0) continue;
			const detail = `apple no longer lists ${version} for ${lost.join(', ')}`;
			const facts = lost.map((board) =>
				state({ kind: 'not-for', subject: version, object: board, feed: 'apple' }),
			);
			items.push(
				quarantined('list-shrinks', {
					feed: 'apple',
					subject: `${version} ${lost.join(' ')}`,
					detail,
					facts,
				}),
			);
		} else {
			const expired = expires !== null && expires < dayOf(now);
			const replaced = versions.some((seen) => isHigher(seen, release));
			if (major.latest !== release || expired || replaced) continue;
			const detail = `apple no longer lists ${version}, the latest of ${major.name}`;
			const facts = [state({ kind: 'withdrawn', subject: version, feed: 'apple' })];
			items.push(quarantined('release-disappears', { feed: 'apple', subject: version, detail, facts }));
		}
	}
	return items;
}

/** A later release of the same major. */
function isHigher(seen: Version, { major, parsed }: Release): boolean {
	return seen.major === major && compareVersions(seen, parsed) > 0;
}
