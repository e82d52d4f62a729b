import type { AppleList, ListedRelease } from '@pointrelease/core/src/catalog/apple-list.ts';
import { compareBuilds } from '@pointrelease/core/src/catalog/build-number.ts';
import { build, day, release } from '@pointrelease/core/src/catalog/tables/readers.ts';
import { compareVersions, parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import type { Queries } from '../database/database.ts';
import type { Memory, Reading } from './observation.ts';

/** The stored list, as text: all nodes read it after every poll, and mostly it is the one that they have. */
export interface StoredList {
	readonly seenOn: string;
	readonly releases: string;
}

export async function readStoredList(queries: Queries): Promise<StoredList | null> {
	const [row] = await queries.tuples<[string | null, string | null]>(
		'SELECT seen_on, releases FROM apple_list',
	);
	const [seenOn, releases] = row ?? [];
	return seenOn && releases ? { seenOn, releases } : null;
}

/** A damaged row is no list: the next answer of Apple replaces it. */
export function parseStoredList(stored: StoredList | null): AppleList | null {
	if (!stored || day.read(stored.seenOn) === undefined) return null;
	try {
		const releases: unknown = JSON.parse(stored.releases);
		return Array.isArray(releases) && releases.every(isListed) ? { seenOn: stored.seenOn, releases } : null;
	} catch {
		return null;
	}
}

function isListed(value: unknown): value is ListedRelease {
	if (typeof value !== 'object' || value === null) return false;
	const { version, build: number, until, boards } = value as Record<string, unknown>;
	const isText = (text: unknown): text is string => typeof text === 'string';
	return (
		isText(version) &&
		release.read(version) !== undefined &&
		isText(number) &&
		build.read(number) !== undefined &&
		(until === null || (isText(until) && day.read(until) !== undefined)) &&
		Array.isArray(boards) &&
		boards.every(isText)
	);
}

/** Stores what an answer of Apple lists, unless it is not sane: then the last sane one stays. */
export async function storeList(
	queries: Queries,
	reading: Reading,
	memory: Memory,
	moment: Date,
): Promise<void> {
	if (!isSane(reading, memory)) return;
	await queries.rows('UPDATE apple_list SET seen_on = $1, releases = $2', [
		moment.toISOString().slice(0, 10),
		JSON.stringify(listedIn(reading)),
	]);
}

/** Whether both sets have releases, and at most one release is missing that should be the newest: two at once are a matter for review. */
function isSane({ bothSets }: Reading, memory: Memory): boolean {
	return bothSets === true && Object.values(memory).filter(({ absent }) => absent).length <= 1;
}

/** Both sets hold most releases: equal entries are one. */
export function listedIn({ observations }: Reading): ListedRelease[] {
	const listed = observations.flatMap(({ version, builds, expires, boards }) =>
		builds.map((build) => ({
			version,
			build,
			until: expires !== null && day.read(expires) !== undefined ? expires : null,
			boards: [...(boards ?? [])].sort(),
		})),
	);
	const distinct = new Map(listed.map((entry) => [JSON.stringify(entry), entry]));
	return [...distinct.values()].sort(
		(a, b) =>
			compareVersions(parseVersion(a.version)!, parseVersion(b.version)!) || compareBuilds(a.build, b.build),
	);
}
