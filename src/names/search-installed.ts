import type { Catalog } from '../catalog/catalog.ts';
import { compareVersions, parseVersion } from '../catalog/version.ts';
import { readVersion } from './read-version.ts';
import { type Found, type Hit, search } from './search.ts';
import { systemWords } from './search-index.ts';
import { wordsOf } from './words.ts';

/** Macs by their name, and the version that was said with it. */
export interface FoundInstalled extends Found {
	readonly version: string;
}

/**
 * "MacBook Air M1 14.7.2": Macs by what stands before the version, those that run its major where there are any. Null for a
 * text that does not end with a version or a build, where nothing before it names a Mac, and where all of it is the name of one.
 */
export function searchInstalled(
	catalog: Catalog,
	query: string,
	offset: number,
	limit: number,
): FoundInstalled | null {
	const [, name, said] = /^(.*\S)\s+(\S+)$/.exec(query.trim()) ?? [];
	if (name === undefined) return null;
	const version = /[.a-z]/i.test(said!) ? readVersion(catalog, said!)?.version : null;
	if (!version) return null;
	const { major } = parseVersion(version)!;
	if (!catalog.majors.has(major)) return null;
	// Of "Mac OS X 10.4.99" nothing is left that names a Mac.
	if (wordsOf(name).every((word) => systemWords.includes(word))) return null;
	const macs = search(catalog, name).hits.filter(isMac);
	if (macs.length === 0 || search(catalog, query).hits.some(isMac)) return null;
	const runs = ({ subject }: Hit) => subject.kind === 'mac' && subject.board.support.has(major);
	const fitting = macs.some(runs) ? macs.filter(runs) : macs;
	return { version, total: fitting.length, hits: fitting.slice(offset, offset + limit) };
}

function isMac({ subject }: Hit): boolean {
	return subject.kind === 'mac';
}

/** The releases right before and after a number that no release has: what somebody who typed it may have meant. */
export function neighboursOf(catalog: Catalog, query: string): string[] {
	const said = readVersion(catalog, query)?.version;
	const version = said ? parseVersion(said) : null;
	const major = version && catalog.majors.get(version.major);
	if (!major || catalog.releases.has(said!)) return [];
	const below = major.releases.findLast(({ parsed }) => compareVersions(parsed, version) < 0);
	const above = major.releases.find(({ parsed }) => compareVersions(parsed, version) > 0);
	return [below, above].flatMap((release) => release?.version ?? []);
}
