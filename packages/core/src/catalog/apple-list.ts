import { fold } from './identifier.ts';

/** A release on the list of Apple's update service, for some Macs. */
export interface ListedRelease {
	readonly version: string;
	readonly build: string;
	/** The day on which it leaves the list; Apple moves it on while the release is the newest of its major. Null if Apple gives none. */
	readonly until: string | null;
	/** Identifiers as Apple spells them. */
	readonly boards: readonly string[];
}

/** The last sane answer of Apple's update service: what Apple offers to all and to managed Macs. */
export interface AppleList {
	/** The day on which Apple last answered. */
	readonly seenOn: string;
	/** By version and build. */
	readonly releases: readonly ListedRelease[];
}

/** What the list has for a Mac on a day, by version and build; null if the list is of a later day, or there is none. */
export function listedFor(
	list: AppleList | null,
	{ identifiers }: { readonly identifiers: readonly string[] },
	asOf: string,
): readonly ListedRelease[] | null {
	if (!list || asOf < list.seenOn) return null;
	const names = new Set(identifiers.map(fold));
	const isListed = ({ until, boards }: ListedRelease) =>
		(until === null || until >= asOf) && boards.some((board) => names.has(fold(board)));
	const byBuild = new Map<string, ListedRelease>();
	for (const listed of list.releases.filter(isListed)) {
		const key = `${listed.version} ${listed.build}`;
		const other = byBuild.get(key);
		if (!other || (other.until !== null && (listed.until ?? never) > other.until)) byBuild.set(key, listed);
	}
	return [...byBuild.values()];
}

/** Later than all days. */
const never = '9999';
