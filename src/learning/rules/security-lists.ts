import type { Catalog, ListState, Release, SecurityList } from '../../catalog/catalog.ts';
import { compareVersions, parseVersion, type Version } from '../../catalog/version.ts';
import type { Fact } from '../facts/fact.ts';
import { isSteady, type ListSeen } from '../observation.ts';
import { quarantined, type Reason } from '../quarantine/quarantine.ts';
import { dayOf, type Evidence, type Lessons, noLessons, type State, stating } from './evidence.ts';

/** Years from a CVE to a release that fixes it. More were 26 of 6,236, and the slips of other systems' lists. */
const oldestCve = 2;
/** Entries that a list which was read whole got at once; the most that one ever got is 25. */
const mostAdded = 60;
/** The share of a list that may be older than its time: the lists of other systems are so as a whole. */
const fewOld = 0.1;
/** The share of what is known of a list that it may lose: beyond it, the list was not read whole. */
const fewLost = 0.25;
/** Days after which an update without an article has none. */
const daysUntilNone = 2;
const mostShown = 6;

/**
 * What releases fix, by the lists that SOFA copies from the vendor's articles. New entries are learnt, and those that leave a
 * list over two polls are taken back: the vendor moves some to the list of another release. What does not fit the release
 * waits for a person, and so do exploited CVEs that another release of the major fixes: articles mention them in the text of
 * others, and as long as CISA's catalogue was not heard any may be one. What is shipped stays until a person decides.
 */
export function learnLists(evidence: Evidence): Lessons {
	const lessons = noLessons();
	const { catalog, readings, facts, now } = evidence;
	const exploited = new Set(readings.kev?.exploited?.map(({ cve }) => cve));
	const lists = readings.sofa?.lists ?? [];
	if (lists.length === 0) return lessons;
	const state = stating(now, catalog);
	const articles = articlesOf(catalog);
	const taken = new Set(facts.filter(({ kind }) => kind === 'not-fixed').map(pairOf));
	const known = lists
		.map((seen) => ({ seen, release: catalog.releases.get(seen.version) }))
		.filter((one): one is Listed => one.release?.parsed.era === 'modern')
		.sort((a, b) => compareVersions(a.release.parsed, b.release.parsed));
	const first = firstListed(lists);
	for (const { seen, release } of known) {
		const isMention = (cve: string) =>
			(exploited.size === 0 || exploited.has(cve) || catalog.security.cves.get(cve)?.exploitation) &&
			(first(release.major, cve) !== release.version || isFixedInMajor(catalog, release, cve));
		const ofRelease = decideList(evidence, { release, seen, articles, taken, isMention, state });
		lessons.facts.push(...ofRelease.facts);
		lessons.items.push(...ofRelease.items);
		lessons.retracted.push(...ofRelease.retracted);
	}
	return lessons;
}

/** The first release of a major that a document lists a CVE for, whether the release is known yet or not. */
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
	readonly seen: ListSeen;
	readonly release: Release;
}

interface ListGiven extends Listed {
	readonly articles: ReadonlyMap<string, string>;
	/** What a person took from lists. */
	readonly taken: ReadonlySet<string>;
	/** Whether the article may only mention a CVE that another release fixes. */
	readonly isMention: (cve: string) => unknown;
	readonly state: State;
}

function decideList(
	{ shipped, catalog, facts: learnt, lists, now }: Evidence,
	{ release, seen, articles, taken, isMention, state }: ListGiven,
): Lessons {
	const { version } = release;
	const known = catalog.security.lists.get(version);
	const fixes = (cve: string) => state({ kind: 'fixes', subject: version, object: cve, feed: 'sofa' });
	const lessons = noLessons();
	const { facts, items, retracted } = lessons;
	const hold = (reason: Reason, held: readonly string[], detail: string) => {
		if (held.length === 0) return;
		const subject = `${version} ${held.join(' ')}`;
		items.push(
			quarantined(reason, { feed: 'sofa', subject, detail: `sofa: ${detail}`, facts: held.map(fixes) }),
		);
	};
	const slips = catalog.security.slips.get(version);
	const fresh = seen.cves.filter(
		(cve) => !isFixed(catalog, release, cve) && !slips?.has(cve) && !taken.has(`${version}\t${cve}`),
	);
	const owner = articles.get(seen.article);
	if (owner !== undefined && owner !== version) {
		hold('wrong-list', fresh, `${version} has the article ${seen.article}, which is that of ${owner}`);
		return lessons;
	}
	// That nothing is known of a list was found by looking for it.
	if (shipped.security.lists.get(version)?.state === 'unknown') {
		hold('wrong-list', fresh, `${version} is known to have no list, and has ${shown(fresh)}`);
		return lessons;
	}
	const old = seen.cves.filter((cve) => !isOfItsTime(cve, release));
	const odd = old.length > fewOld * seen.cves.length ? fresh.filter((cve) => old.includes(cve)) : [];
	const again = fresh.filter((cve) => !odd.includes(cve) && isMention(cve));
	const sound = fresh.filter((cve) => !odd.includes(cve) && !again.includes(cve));
	hold('wrong-list', odd, `${version} of ${release.released} fixes ${shown(odd)}`);
	hold('fixed-already', again, `${version} fixes ${shown(again)}, as another ${release.major} does`);
	if (known?.state === 'listed' && sound.length > mostAdded)
		hold('too-many', sound, `the list of ${version} got ${sound.length} CVEs at once`);
	else {
		facts.push(...sound.map(fixes));
		const after = stateAfter(known, { listSeen: seen, isHeld: odd.length > 0, release, now });
		if (after)
			facts.push(state({ kind: 'list', subject: version, object: after, value: seen.article, feed: 'sofa' }));
	}
	const gone = lostFrom(known, seen);
	const isWhole = gone.length <= fewLost * (known?.fixes.length ?? 0);
	const own = learnt.filter(({ kind, subject, object, accepted }) => {
		return kind === 'fixes' && subject === version && gone.includes(object) && !accepted && isWhole;
	});
	const back = own.filter(({ object }) => isSteady(lists[version]?.without?.[object]));
	if (back.length > 0) {
		retracted.push(
			...back,
			...learnt.filter(({ kind, subject }) => kind === 'revised' && subject === version),
		);
		facts.push(state({ kind: 'revised', subject: version, feed: 'sofa' }));
	}
	const lost = gone.filter((cve) => !own.some(({ object }) => object === cve));
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

const rank: Record<ListState, number> = { unknown: 0, none: 1, partial: 2, listed: 3 };

/** What is known of the list by now, where that is more than before; null where it is not. */
function stateAfter(
	known: SecurityList | undefined,
	{
		listSeen: { cves },
		isHeld,
		release: { released },
		now,
	}: { listSeen: ListSeen; isHeld: boolean; release: Release; now: Date },
): 'listed' | 'partial' | 'none' | null {
	const before = known?.state ?? 'unknown';
	if (cves.length === 0) {
		const since = dayOf(new Date(now.getTime() - daysUntilNone * 86_400_000));
		return before === 'unknown' && released <= since ? 'none' : null;
	}
	// A copy with fewer entries than are known is not the whole list.
	const whole = !isHeld && cves.length >= (known?.fixes.length ?? 0);
	const after = whole ? 'listed' : 'partial';
	return rank[after] > rank[before] ? after : null;
}

/** What SOFA listed before and lists no more. What others know besides was never in its list. */
export function lostFrom(known: SecurityList | undefined, { cves }: ListSeen): string[] {
	if (!known) return [];
	const listed = new Set(cves);
	return known.fixes
		.filter(({ cve, sources }) => !listed.has(cve) && sources.some((source) => /^sofa(?::|$)/.test(source)))
		.map(({ cve }) => cve);
}

function isFixed({ security }: Catalog, release: Release, cve: string): boolean {
	return security.cves.get(cve)?.fixedIn.includes(release) ?? false;
}

function isFixedInMajor({ security }: Catalog, { major }: Release, cve: string): boolean {
	return security.cves.get(cve)?.fixedIn.some((other) => other.major === major) ?? false;
}

/** Lists of other systems with the same number are years apart. */
function isOfItsTime(cve: string, { released }: Release): boolean {
	const years = Number(released.slice(0, 4)) - Number(cve.slice(4, 8));
	return years <= oldestCve && years >= -1;
}

function articlesOf({ security }: Catalog): Map<string, string> {
	const named = [...security.lists.values()].filter(({ article }) => article !== '');
	return new Map(named.map(({ article, release }) => [article, release.version]));
}

function shown(cves: readonly string[]): string {
	const more = cves.length - mostShown;
	return `${cves.slice(0, mostShown).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function pairOf({ subject, object }: Fact): string {
	return `${subject}\t${object}`;
}
