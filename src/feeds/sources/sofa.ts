import type { Observation, Reading } from '../../learning/observation.ts';
import { parseDocument, readEach, type Value } from './document.ts';
import { finalBuild, releaseNamed } from './release-name.ts';

/**
 * Reads SOFA's feed of either schema: the second adds builds and leaves most device lists out. Names of
 * machines are not read: the feed ties names to identifiers wrongly for many Intel boards.
 */
export function readSofa(bytes: Uint8Array, seenAt: string): Reading {
	const entries = parseDocument(bytes)
		.field('OSVersions')
		.list()
		.flatMap((major) => major.field('SecurityReleases').list());
	const { values, flaws } = readEach(entries, (entry) => readEntry(entry, seenAt));
	return { observations: values.filter((seen) => seen !== null), machines: [], flaws };
}

function readEntry(entry: Value, seenAt: string): Observation | null {
	const version = releaseNamed(entry.field('ProductVersion').text());
	const date = entry.field('ReleaseDate').day();
	const type = entry.maybe('ReleaseType')?.text() ?? 'OS';
	const named = [entry.maybe('Build')?.text() ?? '', ...(entry.maybe('AllBuilds')?.texts() ?? [])];
	const boards = entry.maybe('SupportedDevices')?.texts() ?? null;
	if (version === null || type !== 'OS') return null;
	const builds = [...new Set(named)].filter((build) => finalBuild(build));
	// An empty list is how one schema says that it does not know.
	return {
		feed: 'sofa',
		version,
		builds,
		date,
		boards: boards?.length ? boards : null,
		expires: null,
		seenAt,
	};
}
