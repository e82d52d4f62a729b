import type { Catalog, Release, SecurityList } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareVersions, parseVersion, type Version } from '@pointrelease/core/src/catalog/version.ts';
import { millisecondsOfDay } from '@pointrelease/core/src/text/day.ts';
import { type Fact, listRank, pairOf } from '../facts/fact.ts';
import { type Feed, isSteady, type ListSeen } from '../observation.ts';
import { type Item, quarantined, type Reason } from '../quarantine/quarantine.ts';
import {
	dayOf,
	type Evidence,
	type Excess,
	excessOf,
	type Lessons,
	noLessons,
	type State,
	stating,
} from './evidence.ts';

/** Most years between a CVE and its fix. Only 26 of 6,236 fixes took longer, besides entries from lists of other systems. */
const oldestCve = 2;
/** How many times as long as the longest shipped list of its major version a list may be. */
const timesLongest = 3;
/** Most CVEs of a first list that nothing else mentions. Since 2022 the longest such list of the vendor had 38 (26.5.2). */
const fewAlone = 40;
/** Most CVEs that a person can accept at once. Beyond it the list is invented, and is not stored. */
const mostHeld = 1000;
/** The share of old CVEs that a list may have. Lists of other systems have more. */
const fewOld = 0.1;
/** The share of its known entries that a list may lose. Beyond it, the copy is not complete. */
const fewLost = 0.25;
/** Days after which an update without an article will not get one. */
const daysUntilNone = 2;
const mostShown = 6;

/**
 * Learns what releases fix from the lists that SOFA copies from the vendor's articles. New entries are learned. Learned entries that a
 * list has lacked for two polls are retracted, because the vendor moves some to another release. Held for review are entries that do not
 * fit the release, and exploited CVEs that another release of the major version fixes: articles mention those in the text of others.
 * Until CISA's catalog was read, any CVE may be exploited. Shipped entries stay until a person decides. Only one feed has the lists, so a
 * list that is too long, or a first list whose CVEs nothing else mentions, is held for review, too.
 */
export function learnLists(evidence: Evidence): Lessons {
	const lessons = noLessons();
	const { catalog, readings, facts, now } = evidence;
	const exploited = new Set(readings.kev?.exploited?.map(({ cve }) => cve));
	const lists = readings.sofa?.lists ?? [];
	if (lists.length === 0) return lessons;
	const state = stating(now, catalog);
	const articles = articlesOf(catalog);
	const removedFixes = new Set(facts.filter(({ kind }) => kind === 'not-fixed').map(pairOf));
	const ofReleases = lists
		.map((list) => ({ list, release: catalog.releases.get(list.version) }))
		.filter((list): list is Listed => list.release?.parsed.era === 'modern')
		.sort((a, b) => compareVersions(a.release.parsed, b.release.parsed));
	const first = firstListed(lists);
	const isMentioned = mentions(evidence, lists, exploited);
	for (const { list, release } of ofReleases) {
		const isMention = (cve: string) =>
			(exploited.size === 0 || exploited.has(cve) || catalog.security.cves.get(cve)?.exploitation) &&
			(first(release.major, cve) !== release.version || isFixedInMajor(catalog, release, cve));
		const ofRelease = decideList(evidence, {
			release,
			list,
			articles,
			removedFixes,
			isMention,
			isShared: (cves) => cves.some((cve) => isMentioned(release, cve)),
			state,
		});
		lessons.facts.push(...ofRelease.facts);
		lessons.items.push(...ofRelease.items);
		lessons.retracted.push(...ofRelease.retracted);
	}
	return lessons;
}

/** The first release of each major version that a document lists for a CVE, known or not. */
function firstListed(lists: readonly ListSeen[]): (major: string, cve: string) => string | undefined {
	const first = new Map<string, Version>();
	for (const { version: text, cves } of lists) {
		const version = parseVersion(text)!;
		for (const cve of cves) {
			const key = `${version.major} ${cve}`;
			const before = first.get(key);
			if (!before || compareVersions(version, before) < 0) first.set(key, version);
		}
	}
	return (major, cve) => first.get(`${major} ${cve}`)?.canonical;
}

interface Listed {
	readonly list: ListSeen;
	readonly release: Release;
}

interface ListGiven extends Listed {
	readonly articles: ReadonlyMap<string, string>;
	/** Entries that a person removed from lists. */
	readonly removedFixes: ReadonlySet<string>;
	/** Whether the article may only mention a CVE that another release fixes. */
	readonly isMention: (cve: string) => unknown;
	/** Whether anything else mentions one of the CVEs. */
	readonly isShared: (cves: readonly string[]) => boolean;
	readonly state: State;
}

function decideList(
	{ shipped, catalog, facts: learnt, lists, now }: Evidence,
	{ release, list, articles, removedFixes, isMention, isShared, state }: ListGiven,
): Lessons {
	const { version } = release;
	const before = catalog.security.lists.get(version);
	const fixes = (cve: string) => state({ kind: 'fixes', subject: version, object: cve, feed: 'sofa' });
	const lessons = noLessons();
	const { facts, items, retracted } = lessons;
	const hold = (reason: Reason, cves: readonly string[], detail: string) =>
		items.push(...heldFixes(reason, { feed: 'sofa', version, cves, detail, fixes }));
	const slips = catalog.security.slips.get(version);
	const fresh = list.cves.filter(
		(cve) => !isFixed(catalog, release, cve) && !slips?.has(cve) && !removedFixes.has(`${version}\t${cve}`),
	);
	const owner = articles.get(list.article);
	if (owner !== undefined && owner !== version) {
		hold('wrong-list', fresh, `${version} has the article ${list.article}, which is that of ${owner}`);
		return lessons;
	}
	// The tables say `unknown` only after somebody looked for the list.
	if (shipped.security.lists.get(version)?.state === 'unknown') {
		hold('wrong-list', fresh, `${version} is known to have no list, and has ${shown(fresh)}`);
		return lessons;
	}
	const old = list.cves.filter((cve) => !isOfItsTime(cve, release));
	const odd = old.length > fewOld * list.cves.length ? fresh.filter((cve) => old.includes(cve)) : [];
	const again = fresh.filter((cve) => !odd.includes(cve) && isMention(cve));
	const sound = fresh.filter((cve) => !odd.includes(cve) && !again.includes(cve));
	hold('wrong-list', odd, `${version} of ${release.released} fixes ${shown(odd)}`);
	hold('fixed-already', again, `${version} fixes ${shown(again)}, as another ${release.major} does`);
	const longest = longestList(shipped, release);
	const isFirst = !before?.fixes.length;
	const excess = before?.state === 'listed' ? excessOfList({ facts: learnt, now }, version, sound) : null;
	if (excess) hold('too-many', sound, `the list of ${version} got ${excess.gained} CVEs ${excess.time}`);
	else if (sound.length > 0 && list.cves.length > longest)
		hold('too-many', sound, `the list of ${version} has ${list.cves.length} CVEs, more than ${longest}`);
	else if (isFirst && sound.length > fewAlone && !isShared(sound))
		hold('wrong-list', sound, `nothing else mentions ${shown(sound)}, which ${version} fixes`);
	else {
		facts.push(...sound.map(fixes));
		const after = stateAfter(before, { listSeen: list, isHeld: odd.length > 0, release, now });
		if (after)
			facts.push(state({ kind: 'list', subject: version, object: after, value: list.article, feed: 'sofa' }));
	}
	const lostCves = lostFrom(catalog, list);
	const isWhole = lostCves.length <= fewLost * (before?.fixes.length ?? 0);
	const unlisted = learnt.filter(({ kind, subject, object, accepted }) => {
		return kind === 'fixes' && subject === version && lostCves.includes(object) && !accepted && isWhole;
	});
	const back = unlisted.filter(({ object }) => isSteady(lists[version]?.without?.[object]));
	if (back.length > 0) {
		retracted.push(
			...back,
			...learnt.filter(({ kind, subject }) => kind === 'revised' && subject === version),
		);
		facts.push(state({ kind: 'revised', subject: version, feed: 'sofa' }));
	}
	const lost = lostCves.filter((cve) => !unlisted.some(({ object }) => object === cve));
	if (lost.length > 0) {
		const detail = `sofa lists ${version} without ${shown(lost)}`;
		const without = lost.map((cve) =>
			state({ kind: 'not-fixed', subject: version, object: cve, feed: 'sofa' }),
		);
		items.push(
			quarantined('list-loses', {
				feed: 'sofa',
				subject: `${version} ${lost.join(' ')}`,
				detail,
				facts: without,
			}),
		);
	}
	return lessons;
}

/** An item for CVEs of a list; none if there are none. */
export function heldFixes(
	reason: Reason,
	{
		feed,
		version,
		cves,
		detail,
		fixes,
	}: { feed: Feed; version: string; cves: readonly string[]; detail: string; fixes: (cve: string) => Fact },
): Item[] {
	if (cves.length === 0) return [];
	const isHuge = cves.length > mostHeld;
	const subject = `${version} ${isHuge ? shown(cves) : cves.join(' ')}`;
	const facts = isHuge ? [] : cves.map(fixes);
	return [quarantined(reason, { feed, subject, detail: `${feed}: ${detail}`, facts })];
}

/** Whether a list gains too much in a short time, besides what it had when it was learned. */
export function excessOfList(
	evidence: Pick<Evidence, 'facts' | 'now'>,
	version: string,
	fresh: readonly unknown[],
): Excess | null {
	const moments = evidence.facts
		.filter(({ kind, subject }) => kind === 'list' && subject === version)
		.map(({ seen }) => seen);
	return excessOf(
		evidence,
		fresh,
		({ kind, subject, seen }) => kind === 'fixes' && subject === version && !moments.includes(seen),
	);
}

/** The most CVEs that a list may have: by the longest of the shipped ones of the major version; of all if it has none. */
export function longestList({ security }: Catalog, { major }: Release): number {
	const filled = [...security.lists.values()].filter(({ fixes }) => fixes.length > 0);
	const ofMajor = filled.filter(({ release }) => release.major === major);
	const lists = ofMajor.length > 0 ? ofMajor : filled;
	return timesLongest * Math.max(0, ...lists.map(({ fixes }) => fixes.length));
}

/** Whether a CVE is known, in CISA's catalog, or in the list of a release of another major version. */
function mentions(
	{ catalog }: Evidence,
	lists: readonly ListSeen[],
	exploited: ReadonlySet<string>,
): (release: Release, cve: string) => boolean {
	const majors = new Map<string, Set<string>>();
	for (const { version, cves } of lists) {
		const { major } = parseVersion(version)!;
		for (const cve of cves) majors.set(cve, (majors.get(cve) ?? new Set()).add(major));
	}
	return ({ major }, cve) =>
		exploited.has(cve) ||
		catalog.security.cves.has(cve) ||
		[...(majors.get(cve) ?? [])].some((other) => other !== major);
}

/** The new state of the list if it is better than before; null if it is not. */
function stateAfter(
	list: SecurityList | undefined,
	{
		listSeen: { cves },
		isHeld,
		release: { released },
		now,
	}: { listSeen: ListSeen; isHeld: boolean; release: Release; now: Date },
): 'listed' | 'partial' | 'none' | null {
	const before = list?.state ?? 'unknown';
	if (cves.length === 0) {
		const since = dayOf(new Date(now.getTime() - daysUntilNone * millisecondsOfDay));
		return before === 'unknown' && released <= since ? 'none' : null;
	}
	// A copy with fewer entries than are known is not complete.
	const whole = !isHeld && cves.length >= (list?.fixes.length ?? 0);
	const after = whole ? 'listed' : 'partial';
	return listRank[after] > listRank[before] ? after : null;
}

/**
 * The entries from SOFA that its list lacks now. Entries of other sources were never in it, and those that Apple's own record names are
 * right without it.
 */
export function lostFrom({ security }: Pick<Catalog, 'security'>, { version, cves }: ListSeen): string[] {
	const listed = new Set(cves);
	const isOfSofa = (source: string) => /^sofa(?::|$)/.test(source);
	const isRecorded = (cve: string) => security.records.get(cve)?.fixedIn.includes(version);
	return (security.lists.get(version)?.fixes ?? [])
		.filter(({ cve, sources }) => !listed.has(cve) && sources.some(isOfSofa) && !isRecorded(cve))
		.map(({ cve }) => cve);
}

export function isFixed({ security }: Catalog, release: Release, cve: string): boolean {
	return security.cves.get(cve)?.fixedIn.includes(release) ?? false;
}

function isFixedInMajor({ security }: Catalog, { major }: Release, cve: string): boolean {
	return security.cves.get(cve)?.fixedIn.some((other) => other.major === major) ?? false;
}

/** Lists of other systems with the same version number are years older or newer. */
export function isOfItsTime(cve: string, { released }: Release): boolean {
	const years = Number(released.slice(0, 4)) - Number(cve.slice(4, 8));
	return years <= oldestCve && years >= -1;
}

function articlesOf({ security }: Catalog): Map<string, string> {
	const named = [...security.lists.values()].filter(({ article }) => article !== '');
	return new Map(named.map(({ article, release }) => [article, release.version]));
}

export function shown(cves: readonly string[]): string {
	const more = cves.length - mostShown;
	return `${cves.slice(0, mostShown).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
