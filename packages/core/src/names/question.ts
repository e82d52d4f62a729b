import type { Catalog, Major } from '../catalog/catalog.ts';
import { releaseAbove } from '../catalog/lookup.ts';
import { compareVersions, parseVersion } from '../catalog/version.ts';
import { readVersion } from './read-version.ts';
import { type Hit, search } from './search.ts';
import { wordsOf } from './words.ts';

/** What somebody wants to know, beside the Mac, the version and the CVE. */
type Intent = 'end-of-support' | 'latest' | 'builds' | 'macs';

/** A query in its parts: "CVE-2025-43300 Mac mini 2018", "macOS 15.3 on my MacBook Air M1", "latest Sonoma". */
export interface Question {
	/** In capitals. The CVE need not exist. */
	readonly cve: string | null;
	/** With the letter of a security response, if the query has one: `26.3.1 (a)`. */
	readonly version: string | null;
	/** The major version of the version, or the one that is named without a version. */
	readonly major: Major | null;
	readonly intent: Intent | null;
	/**
	 * All Macs that the other words name, whether they run the major version or not: whoever asks about a Mac that cannot run
	 * it must not get the answer about another one. With a version, which is installed, those that run it come first.
	 */
	readonly macs: readonly Hit[];
}

const cveInText = /\bcve[\s-]*(\d{4})[\s-]+(\d{4,7})\b/i;

const intents: readonly (readonly [Intent, RegExp])[] = [
	[
		'macs',
		/\b(?:(?:which|what|oldest|all) macs? (?:that |which |can |still )*(?:runs?|supports?|gets?)|macs? (?:that|which) (?:can |still )*(?:runs?|supports?|gets?)|compatib\w+|(?:minimum|oldest|supported) macs?|system requirements)\b/i,
	],
	[
		'end-of-support',
		/\b(?:end[\s-]of[\s-](?:support|life)|eol|(?:out of|lose|loses|losing|lost) support|support ends?|unsupported|support(?:ed|s)?)\b/i,
	],
	['latest', /\b(?:latest|newest|highest|last|max(?:imum)?(?= (?:mac)?os\b)|current|up to date)\b/i],
	['builds', /\bbuilds?(?: numbers?)?\b/i],
];

/** Words of a question that belong to no part. */
const fillers: ReadonlySet<string> = new Set(
	"a about affected against an and and/or are by can come comes came date did do does fix fixed fixes for from get has have how i in install installed is it long mac macs me my need new of on or os out patched release released run running runs should show still tell than that the there this to update updates upgrade version versions vulnerable was we were what what's whats when where which who will with you".split(
		' ',
	),
);

/** Names of the system before its version: "mac" alone may be a Mac. */
const system = /\b(?:mac ?os(?: x)?|os ?x|system(?: software)?|version)\b/gi;

/**
 * Splits a query into the parts of a question. Null if it has only one part, such as the name of a Mac or a release, or
 * if words are left that name no Mac.
 */
export function readQuestion(catalog: Catalog, query: string): Question | null {
	const cve = cveInText.exec(query);
	const whole = cve ? [] : search(catalog, query).hits;
	if (whole.some(isMac)) return null;
	let unreadText = query.replace(cveInText, ' ').replace(/[:?!,;](?=\s|$)|:/g, ' ');
	const version = versionIn(catalog, unreadText);
	if (version) unreadText = unreadText.replace(version.text, ' ');
	const named =
		majorNamed(catalog, unreadText, version?.major ?? null) ??
		(version || cve || whole.length > 0 ? null : majorAtTheEnd(catalog, unreadText));
	if (named) unreadText = named.unreadText;
	const intent = intents.find(([, words]) => words.test(unreadText));
	if (intent) unreadText = unreadText.replace(intent[1], ' ');
	const major = version?.major ?? named?.major ?? null;
	const name = nameIn(unreadText);
	const macs = name === '' ? [] : search(catalog, name).hits.filter(isMac);
	// "Macs that lose support in 2027" is about all Macs.
	const isOfMacs = name !== '' && !(macs.length === 0 && intent && yearAlone.test(name));
	if (isOfMacs && macs.length === 0) return null;
	const exists = version === null || catalog.releases.has(version.version);
	// Words around a version, such as "what's new in 15.3", hide it from the search by names.
	const isSplit = cve
		? isOfMacs || Boolean(major) || unreadText.trim() !== ''
		: Boolean(intent) || Boolean(major && (isOfMacs || (exists && whole.length === 0)));
	if (!isSplit) return null;
	return {
		cve: cve ? `CVE-${cve[1]}-${cve[2]}` : null,
		version: version?.version ?? null,
		major,
		intent: intent?.[0] ?? null,
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
	const numbered = /\b(?:macos|os x|on|runs?|gets?|installs?|supports?|to)\s+(\d+)\b/i.exec(text);
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
	const words = text.replace(system, ' ').split(/\s+/).filter(Boolean);
	const telling = words.filter((word) => !fillers.has(word.toLowerCase()));
	// Keep "mac" only if other words are left: it is part of the name in Mac mini, Mac Pro and Mac Studio.
	return telling.length === 0
		? ''
		: words.filter((word) => isOfName(word) || telling.includes(word)).join(' ');
}

const yearAlone = /^(?:macs? )?(?:19|20)\d\d$/i;

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
