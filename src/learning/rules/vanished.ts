import type { Board, Release } from '../../catalog/catalog.ts';
import { isOfferedResponse, isResponse } from '../../catalog/security-response.ts';
import { compareVersions, parseVersion, type Version } from '../../catalog/version.ts';
import { type Item, quarantined } from '../quarantine/quarantine.ts';
import { dayOf, type Evidence, stating } from './evidence.ts';
import { boardsMeant } from './listed.ts';
import { isWhole } from './remember.ts';

/**
 * What the vendor listed before and lists no more. Releases that were replaced or that expired may go, and
 * go every week. The latest of a major, or a board in the list of a release or a security response that is still there, may not.
 */
export function findVanished({ catalog, readings, memory, now }: Evidence): Item[] {
	const reading = readings.apple;
	if (!reading) return [];
	const state = stating(now, catalog);
	const items: Item[] = [];
	const shrunk = (name: string, subject: string, lost: readonly Board[]): void => {
		if (lost.length === 0) return;
		const ids = lost.map(({ id }) => id);
		const detail = `apple no longer lists ${name} for ${ids.join(', ')}`;
		const facts = ids.map((object) => state({ kind: 'not-for', subject, object, feed: 'apple' }));
		items.push(
			quarantined('list-shrinks', { feed: 'apple', subject: `${name} ${ids.join(' ')}`, detail, facts }),
		);
	};
	const patches = Map.groupBy(reading.allResponses ? (reading.responses ?? []) : [], ({ build }) => build);
	const listed = Map.groupBy(reading.observations, ({ version }) => version);
	const versions = [...listed.keys()].map(parseVersion).filter((seen) => seen !== null);
	for (const [version, { boards, expires }] of Object.entries(memory)) {
		const response = catalog.builds.get(version);
		if (response && isResponse(response) && patches.has(version)) {
			const ids = patches.get(version)!.flatMap((seen) => seen.boards);
			const lost = boardsMeant(catalog, boards).difference(boardsMeant(catalog, ids));
			const isFor = (board: Board) => isOfferedResponse(response, board) && runs(board, response.version);
			shrunk(response.label, version, [...lost].filter(isFor));
			continue;
		}
		const major = [...catalog.majors.values()].find((known) => known.byVersion.has(version));
		const release = major?.byVersion.get(version);
		if (!major || !release || !isWhole(reading, version)) continue;
		const entries = listed.get(version);
		if (entries) {
			const present = boardsMeant(
				catalog,
				entries.flatMap((seen) => seen.boards ?? []),
			);
			const lost = [...boardsMeant(catalog, boards).difference(present)].filter(({ support }) =>
				support.get(major.name)?.releases.includes(release),
			);
			shrunk(version, version, lost);
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

function runs({ support }: Board, version: string): boolean {
	return [...support.values()].some(({ releases }) =>
		releases.some((release) => release.version === version),
	);
}
