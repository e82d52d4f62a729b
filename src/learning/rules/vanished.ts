import type { Board, Catalog, Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { fold } from '@pointrelease/core/src/catalog/identifier.ts';
import { isOfferedResponse, isResponse } from '@pointrelease/core/src/catalog/security-response.ts';
import { compareVersions, parseVersion, type Version } from '@pointrelease/core/src/catalog/version.ts';
import type { Fact } from '../facts/fact.ts';
import { type Feed, isWhole, isWholeForSome, type Reading, type Readings } from '../observation.ts';
import { type Item, quarantined } from '../quarantine/quarantine.ts';
import { dayOf, type Evidence, stating } from './evidence.ts';
import { boardsMeant } from './listed-boards.ts';

/**
 * Items for releases and boards that the vendor no longer lists. Replaced and expired releases disappear every week, and need no item. The latest
 * release of a major version does, and so does a board that a release or a security response loses.
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
	const versions = [...listed.keys()].map(parseVersion).filter((version) => version !== null);
	for (const [version, { boards, expires }] of Object.entries(memory)) {
		const response = catalog.builds.get(version);
		if (response && isResponse(response) && patches.has(version)) {
			const ids = patches.get(version)!.flatMap((entry) => entry.boards);
			const lost = boardsMeant(catalog, boards).difference(boardsMeant(catalog, ids));
			const isFor = (board: Board) => isOfferedResponse(response, board) && runs(board, response.version);
			shrunk(response.label, version, [...lost].filter(isFor));
			continue;
		}
		const major = [...catalog.majors.values()].find((candidate) => candidate.byVersion.has(version));
		const release = major?.byVersion.get(version);
		if (!major || !release || !isWholeForSome(reading, version, boards)) continue;
		const entries = listed.get(version);
		if (entries) {
			const present = boardsMeant(
				catalog,
				entries.flatMap((entry) => entry.boards ?? []),
			);
			const lost = [...boardsMeant(catalog, boards).difference(present)].filter(
				({ support, identifiers }) =>
					support.get(major.name)?.releases.includes(release) && isWhole(reading, version, identifiers),
			);
			shrunk(version, version, lost);
		} else {
			const expired = expires !== null && expires < dayOf(now);
			const replaced = versions.some((listedVersion) => isHigher(listedVersion, release));
			if (major.latest !== release || expired || replaced) continue;
			const detail = `apple no longer lists ${version}, the latest of ${major.name}`;
			const facts = [state({ kind: 'withdrawn', subject: version, feed: 'apple' })];
			items.push(quarantined('release-disappears', { feed: 'apple', subject: version, detail, facts }));
		}
	}
	return items;
}

/** Whether the version is above the release, in the same major version. */
function isHigher(version: Version, { major, parsed }: Release): boolean {
	return version.major === major && compareVersions(version, parsed) > 0;
}

function runs({ support }: Board, version: string): boolean {
	return [...support.values()].some(({ releases }) =>
		releases.some((release) => release.version === version),
	);
}

/**
 * Items for what a person removed because the vendor no longer listed it, if the vendor lists it again. The facts of an item are those that
 * removed it: accepting the item deletes them.
 */
export function findListedAgain(
	catalog: Catalog,
	reading: Reading | undefined,
	facts: readonly Fact[],
): Item[] {
	const items: Item[] = [];
	const isWithdrawal = ({ kind, accepted }: Fact) =>
		kind === 'withdrawn' || (kind === 'response-withdrawn' && accepted);
	const removals = facts.filter((fact) => fact.kind === 'not-for' || isWithdrawal(fact));
	const listed = Map.groupBy(reading?.observations ?? [], ({ version }) => version);
	const patches = Map.groupBy(reading?.responses ?? [], ({ build }) => build);
	for (const [version, ofVersion] of Map.groupBy(removals, ({ subject }) => subject)) {
		const entries = listed.get(version) ?? patches.get(version);
		if (!entries) continue;
		const ids = entries.flatMap(({ boards }) => boards ?? []);
		// A board that lost its only release is not in the catalog, so that its plain ID counts, too.
		const present = new Set([...[...boardsMeant(catalog, ids)].map(({ id }) => id), ...ids].map(fold));
		const response = catalog.builds.get(version);
		const name = response && isResponse(response) ? response.label : version;
		const withdrawn = ofVersion.filter(isWithdrawal);
		if (withdrawn.length > 0) {
			const detail = `apple lists ${name} again, which was withdrawn`;
			items.push(quarantined('listed-again', { feed: 'apple', subject: name, detail, facts: withdrawn }));
		}
		const back = ofVersion.filter(({ kind, object }) => kind === 'not-for' && present.has(fold(object)));
		if (back.length === 0) continue;
		const boards = back.map(({ object }) => object);
		const detail = `apple lists ${name} again for ${boards.join(', ')}`;
		items.push(
			quarantined('listed-again', {
				feed: 'apple',
				subject: `${name} ${boards.join(' ')}`,
				detail,
				facts: back,
			}),
		);
	}
	return items;
}

/** The same for CVEs that a person removed from a list of fixes or from the exploited ones. */
export function findNamedAgain(
	{ security }: Pick<Catalog, 'security'>,
	{ sofa, kev }: Readings,
	facts: readonly Fact[],
): Item[] {
	const lists = new Map(sofa?.lists?.map(({ version, cves }) => [version, new Set(cves)]));
	// Do not ask again about CVEs that a person forgot.
	const removals = facts.filter(({ value }) => value === '');
	const notFixed = removals.filter(({ kind }) => kind === 'not-fixed');
	const items: Item[] = [];
	for (const [version, ofVersion] of Map.groupBy(notFixed, ({ subject }) => subject)) {
		// Whoever removed it because of the record was told that SOFA lists it.
		const listed = ofVersion.filter(({ object, feed }) => feed !== 'cve' && lists.get(version)?.has(object));
		const recorded = ofVersion.filter(({ object }) =>
			security.records.get(object)?.fixedIn.includes(version),
		);
		const hold = (feed: Feed, back: readonly Fact[], doing: string) => {
			if (back.length === 0) return;
			const cves = back.map(({ object }) => object);
			const subject = `${version} ${cves.join(' ')}`;
			const detail = `${doing} ${version} with ${cves.join(', ')} again`;
			items.push(quarantined('listed-again', { feed, subject, detail, facts: back }));
		};
		hold('sofa', listed, 'sofa lists');
		hold('cve', recorded, "cve: Apple's records name");
	}
	const exploited = new Set(kev?.exploited?.map(({ cve }) => cve));
	for (const fact of removals.filter(
		({ kind, subject }) => kind === 'not-exploited' && exploited.has(subject),
	)) {
		const detail = `kev: ${fact.subject} is in CISA's catalog again`;
		items.push(quarantined('listed-again', { feed: 'kev', subject: fact.subject, detail, facts: [fact] }));
	}
	return items;
}
