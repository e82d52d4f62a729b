import { cve } from '@pointrelease/core/src/catalog/tables/security-tables.ts';
import type { ListSeen, Observation, Reading } from '../../learning/observation.ts';
import { finalBuild, membersOf, parseDocument, readEach, releaseNamed, type Value } from './document.ts';
import { articleIn, readSofaResponses } from './responses.ts';

/**
 * Reads SOFA's feed of either schema: the second adds builds and leaves most device lists out. Names of
 * machines are not read: for many Intel boards the feed gives the wrong names. Which CVEs are exploited is
 * not read either: the feed copies what articles say about other systems.
 */
export function readSofa(bytes: Uint8Array, seenAt: string): Reading {
	const document = parseDocument(bytes);
	const majors = readEach(document.field('OSVersions').list(), (major) =>
		major.field('SecurityReleases').list(),
	);
	const { values, flaws } = readEach(majors.values.flat(), (entry) => readEntry(entry, seenAt));
	const entries = values.filter((entry) => entry !== null);
	const { responses, flaws: ofResponses } = readSofaResponses(document);
	const ofReleases = [...majors.flaws, ...flaws];
	return {
		observations: entries.map(({ observation }) => observation),
		machines: [],
		lists: entries.map(({ list }) => list).filter((list) => list !== null),
		responses,
		allResponses: responses !== null && ofResponses.length === 0,
		...(entries.length > 0 && {
			members: {
				BackgroundSecurityImprovements: responses !== null,
				...membersOf(majors.values.flat(), ['Build', 'CVEs', 'SecurityInfo', 'SupportedDevices']),
			},
		}),
		flaws: [...ofReleases, ...ofResponses],
		// A flaw in a response says nothing about releases.
		hidden: ofReleases.map((flaw) => ({ version: '', boards: null, flaw })),
	};
}

function readEntry(entry: Value, seenAt: string): { observation: Observation; list: ListSeen | null } | null {
	const version = releaseNamed(entry.field('ProductVersion').text());
	const date = entry.field('ReleaseDate').day();
	const type = entry.maybe('ReleaseType')?.text() ?? 'OS';
	const named = [entry.maybe('Build')?.text() ?? '', ...(entry.maybe('AllBuilds')?.texts() ?? [])];
	const boards = entry.maybe('SupportedDevices')?.texts() ?? null;
	if (version === null || type !== 'OS') return null;
	const builds = [...new Set(named)].filter((build) => finalBuild(build));
	return {
		observation: {
			feed: 'sofa',
			version,
			builds,
			date,
			// One schema writes an empty list for "unknown".
			boards: boards?.length ? boards : null,
			expires: null,
			seenAt,
		},
		list: readList(entry, version),
	};
}

/** The CVEs that the release fixes; null if the entry does not say. Names that are not CVEs are left out. */
function readList(entry: Value, version: string): ListSeen | null {
	const cveField = entry.maybe('CVEs');
	const info = entry.maybe('SecurityInfo')?.text() ?? '';
	if (!cveField || info === '') return null;
	const cves = cveField.names().filter((name) => cve.read(name) !== undefined);
	return { version, cves: [...new Set(cves)], article: articleIn(info) };
}
