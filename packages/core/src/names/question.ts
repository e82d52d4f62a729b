import type { Catalog, Major } from '../catalog/catalog.ts';
import { releaseAbove } from '../catalog/lookup.ts';
import { compareVersions, parseVersion } from '../catalog/version.ts';
import { type Intent, intentOf, wordsOfName, yearAsked } from './intent.ts';
import { readVersion } from './read-version.ts';
import { type Hit, search } from './search.ts';
import { wordsOf } from './words.ts';

/** A query in its parts: "CVE-2025-43300 Mac mini 2018", "macOS 15.3 on my MacBook Air M1", "latest Sonoma". */
export interface Question {
	/** In capitals. The CVE need not exist. */
	readonly cve: string | null;
	/** With the letter of a security response, if the query has one: `26.3.1 (a)`. */
	readonly version: string | null;
	/** The major version of the version, or the one that is named without a version. */
	readonly major: Major | null;
	readonly intent: Intent | null;
	/** The year of the end of support, as in "which Macs lost support this year". */
	readonly year: string | null;
	/**
	 * All Macs that the other words name, whether they run the major version or not: whoever asks about a Mac that cannot run
	 * it must not get the answer about another one. With a version, which is installed, those that run it come first.
	 */
	readonly macs: readonly Hit[];
}

const cveInText = /\bcve[\s-]*(\d{4})[\s-]+(\d{4,7})\b/i;

/**
 * Splits a query into the parts of a question. Null if it has only one part, such as the name of a Mac or a release, or
 * if words are left that name no Mac.
 */
export function readQuestion(catalog: Catalog, query: string, today: string): Question | null {
	const cve = cveInText.exec(query);
	const whole = cve ? [] : search(catalog, query).hits;
	if (whole.some(isMac)) return null;
	let unreadText = query.replace(cveInText, ' ').replace(/[:?!,;](?=\s|$)|:/g, ' ');
	const version = versionIn(catalog, unreadText);
	if (version) unreadText = unreadText.replace(version.text, ' ');
	// "Which Macs can run 26" loses its verb with its major version, so its words are read before.
	const asked = intentOf(unreadText);
	const dated = asked?.intent === 'end-of-support' ? yearAsked(unreadText, today) : null;
	if (dated) unreadText = dated.rest;
	const named =
		majorNamed(catalog, unreadText, version?.major ?? null) ??
		(version || cve || whole.length > 0 ? null : majorAtTheEnd(catalog, unreadText));
	if (named) unreadText = named.unreadText;
	if (asked) unreadText = unreadText.replace(/\s+/g, ' ').trim().replace(asked.words, ' ');
	const major = version?.major ?? named?.major ?? null;
	const name = nameIn(unreadText);
	// "Unsupported in 2027" is about all Macs.
	const [, yearAlone] =
		(asked?.intent === 'end-of-support' && /^(?:macs? )?((?:19|20)\d\d)$/i.exec(name)) || [];
	const isOfMacs = name !== '' && yearAlone === undefined;
	const macs = isOfMacs ? search(catalog, name).hits.filter(isMac) : [];
	if (isOfMacs && macs.length === 0) return null;
	const exists = version === null || catalog.releases.has(version.version);
	// Words around a version, such as "what's new in 15.3", hide it from the search by names.
	const isSplit = cve
		? isOfMacs || Boolean(major) || unreadText.trim() !== ''
		: asked !== null ||
			(isOfMacs && (major !== null || whole.length === 0)) ||
			Boolean(major && exists && whole.length === 0);
	if (!isSplit) return null;
	return {
		cve: cve ? `CVE-${cve[1]}-${cve[2]}` : null,
		version: version?.version ?? null,
		major,
		intent: asked?.intent ?? null,
		year: dated?.year ?? yearAlone ?? null,
		macs: version && major ? runningFirst(macs, major) : macs,
	};
}

function runningFirst(macs: readonly Hit[], { name }: Major): readonly Hit[] {
	const rank = ({ subject }: Hit) => (subject.kind === 'mac' && subject.board.support.has(name) ? 0 : 1);
	return macs.toSorted((a, b) => rank(a) - rank(b));
}

interface VersionInText {
	/** As it stands in the query. */
	readonly text: string;
	readonly version: string;
	readonly major: Major;
}

/** A version or build anywhere in the text, with the text in brackets after it. A major version alone is not a version. */
function versionIn(catalog: Catalog, text: string): VersionInText | null {
	for (const [whole, first] of text.matchAll(/(\S*\d\S*)(?:\s*\([^()]*\))?/g)) {
		for (const part of new Set([whole, first!])) {
			const read = /[.a-z]/i.test(part) ? readVersion(catalog, part) : null;
			const parsed = read?.version ? parseVersion(read.version) : null;
			const major = parsed && catalog.majors.get(parsed.major);
			if (!major) continue;
			const version = read!.supplement ? `${read!.version} (${read!.supplement})` : read!.version!;
			return { text: part, version, major };
		}
	}
	return null;
}

/** The major version that the text names ("sequoia", "macOS 15", "Snow Leopard"), and the text without its name. */
function majorNamed(
	catalog: Catalog,
	text: string,
	ofVersion: Major | null,
): { major: Major; unreadText: string } | null {
	const lower = ` ${text.toLowerCase().replace(/\s+/g, ' ')} `;
	const majors = ofVersion ? [ofVersion] : [...catalog.majors.values()];
	const longestFirst = majors.toSorted((a, b) => b.releaseName.length - a.releaseName.length);
	for (const major of longestFirst) {
		const name = major.releaseName.toLowerCase();
		if (name !== '' && lower.includes(` ${name} `))
			return { major, unreadText: lower.replace(` ${name} `, '  ').replace(` ${major.name} `, ' ') };
	}
	const numbered = /\b(?:macos|os x|on|runs?|gets?|installs?|supports?|to|did|does|will)\s+(\d+)\b/i.exec(
		text,
	);
	const major = numbered && catalog.majors.get(numbered[1]!);
	return major ? { major, unreadText: text.replace(numbered[0], ' ') } : null;
}

/** "iMac18,3 15": a number that no name of the Mac explains. In "MacBook Pro 15" it is the size of the screen. */
function majorAtTheEnd(catalog: Catalog, text: string): { major: Major; unreadText: string } | null {
	const [numbered, number] = /\s(1[1-9]|[2-9]\d)\s*$/.exec(text) ?? [];
	const major = number === undefined ? undefined : catalog.majors.get(number);
	return major ? { major, unreadText: text.slice(0, -numbered!.length) } : null;
}

/** The name of a Mac in the rest of a question; empty if there is none. */
function nameIn(text: string): string {
	const { words, telling } = wordsOfName(text);
	// Keep "mac" only if other words are left: it is part of the name in Mac mini, Mac Pro and Mac Studio.
	return telling.length === 0
		? ''
		: words.filter((word) => isOfName(word) || telling.includes(word)).join(' ');
}

function isOfName(word: string): boolean {
	return wordsOf(word)[0] === 'mac';
}

function isMac({ subject }: Hit): boolean {
	return subject.kind === 'mac' || subject.kind === 'numberless';
}

/** The releases right before and after a version that does not exist, as suggestions. */
export function releasesAround(catalog: Catalog, query: string): string[] {
	const text = readVersion(catalog, query)?.version;
	const version = text ? parseVersion(text) : null;
	const major = version && catalog.majors.get(version.major);
	if (!major || catalog.releases.has(text!)) return [];
	const below = major.releases.findLast(({ parsed }) => compareVersions(parsed, version) < 0);
	const above = releaseAbove(major.releases, version);
	return [below, above].flatMap((release) => release?.version ?? []);
}
