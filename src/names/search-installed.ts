import type { Catalog } from '../catalog/catalog.ts';
import { compareVersions, parseVersion } from '../catalog/version.ts';
import { readVersion } from './read-version.ts';
import { type Found, type Hit, search } from './search.ts';
import { systemWords, wordsOf } from './words.ts';

/** Macs by their name, and the version that was said with it. */
export interface FoundInstalled extends Found {
	/** With the letter of a security response where one was said: `26.3.1 (a)`. */
	readonly version: string;
}

/** Words between a Mac and its version that belong to neither: "air m1 on macOS 14.7.2". */
const between: readonly string[] = [...systemWords, 'on', 'running', 'with'];

/**
 * "MacBook Air M1 14.7.2": Macs by what stands beside the version, those that run its major where there are any. Null for a
 * text without a version or a build at its end or its beginning, where the rest names no Mac, and where all of it is the name
 * of one.
 */
export function searchInstalled(
	catalog: Catalog,
	query: string,
	offset: number,
	limit: number,
): FoundInstalled | null {
	for (const [name, said] of splits(query.trim())) {
		const read = /[.a-z]/i.test(said) ? readVersion(catalog, said) : null;
		const version = read?.version ? parseVersion(read.version) : null;
		const major = version && catalog.majors.get(version.major);
		if (!read || !major) continue;
		const macs = macsNamed(catalog, name, major.releaseName);
		if (macs.length === 0 || search(catalog, query).hits.some(isMac)) continue;
		const runs = ({ subject }: Hit) => subject.kind === 'mac' && subject.board.support.has(major.name);
		const fitting = macs.some(runs) ? macs.filter(runs) : macs;
		return {
			version: read.supplement ? `${read.version} (${read.supplement})` : read.version!,
			total: fitting.length,
			hits: fitting.slice(offset, offset + limit),
		};
	}
	return null;
}

/** A name and what may be its version: behind it, after a colon as in the API, or before it. */
function splits(text: string): (readonly [name: string, said: string])[] {
	const [, name, behind] = /^(.*?\S)[\s:]+([^\s:]+(?:\s*\([^()]*\))?)$/.exec(text) ?? [];
	const [, before, rest] = /^(\S+)\s+(.*)$/.exec(text) ?? [];
	return [
		...(name === undefined ? [] : [[name, behind!] as const]),
		...(before === undefined ? [] : [[rest!, before] as const]),
	];
}

/** The Macs of a name, without the words at its end that belong to the version. */
function macsNamed(catalog: Catalog, name: string, releaseName: string): readonly Hit[] {
	const ofVersion = [...between, ...wordsOf(releaseName)];
	for (const words = name.split(/\s+/); ; words.pop()) {
		const text = words.join(' ');
		// Of "Mac OS X 10.4.99" nothing is left that names a Mac.
		if (wordsOf(text).every((word) => ofVersion.includes(word))) return [];
		const macs = search(catalog, text).hits.filter(isMac);
		if (macs.length > 0 || !ofVersion.includes(words.at(-1)!.toLowerCase())) return macs;
	}
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
