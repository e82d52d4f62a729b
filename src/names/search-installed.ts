import type { Catalog } from '../catalog/catalog.ts';
import { compareVersions, parseVersion } from '../catalog/version.ts';
import { readVersion } from './read-version.ts';
import { type Found, type Hit, search } from './search.ts';
import { systemWords, wordsOf } from './words.ts';

/** Macs that match a name, and the version beside the name. */
export interface FoundInstalled extends Found {
	/** With the letter of a security response, if the query has one: `26.3.1 (a)`. */
	readonly version: string;
}

/** Words between a Mac and its version: "air m1 on macOS 14.7.2". */
const between: readonly string[] = [...systemWords, 'on', 'running', 'with'];

/**
 * Finds the Macs of a query such as "MacBook Air M1 14.7.2": by the words beside the version and, if there are any, only
 * those that run its major version. Null if no version or build is at the beginning or end, if the other words name no
 * Mac, or if the whole query is the name of one.
 */
export function searchInstalled(
	catalog: Catalog,
	query: string,
	offset: number,
	limit: number,
): FoundInstalled | null {
	for (const [name, text] of splits(query.trim())) {
		const read = /[.a-z]/i.test(text) ? readVersion(catalog, text) : null;
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

/** The ways to split a query into a name and a version: after the name, after a colon as in the API, or before it. */
function splits(text: string): (readonly [name: string, version: string])[] {
	const [, name, behind] = /^(.*?\S)[\s:]+([^\s:]+(?:\s*\([^()]*\))?)$/.exec(text) ?? [];
	const [, before, rest] = /^(\S+)\s+(.*)$/.exec(text) ?? [];
	return [
		...(name === undefined ? [] : [[name, behind!] as const]),
		...(before === undefined ? [] : [[rest!, before] as const]),
	];
}

/** The Macs of a name, after words at its end that belong to the version are removed. */
function macsNamed(catalog: Catalog, name: string, releaseName: string): readonly Hit[] {
	const ofVersion = [...between, ...wordsOf(releaseName)];
	for (const words = name.split(/\s+/); ; words.pop()) {
		const text = words.join(' ');
		// "Mac OS X" of "Mac OS X 10.4.99" does not name a Mac.
		if (wordsOf(text).every((word) => ofVersion.includes(word))) return [];
		const macs = search(catalog, text).hits.filter(isMac);
		if (macs.length > 0 || !ofVersion.includes(words.at(-1)!.toLowerCase())) return macs;
	}
}

function isMac({ subject }: Hit): boolean {
	return subject.kind === 'mac';
}

/** The releases right before and after a version that does not exist, as suggestions. */
export function neighboursOf(catalog: Catalog, query: string): string[] {
	const text = readVersion(catalog, query)?.version;
	const version = text ? parseVersion(text) : null;
	const major = version && catalog.majors.get(version.major);
	if (!major || catalog.releases.has(text!)) return [];
	const below = major.releases.findLast(({ parsed }) => compareVersions(parsed, version) < 0);
	const above = major.releases.find(({ parsed }) => compareVersions(parsed, version) > 0);
	return [below, above].flatMap((release) => release?.version ?? []);
}
