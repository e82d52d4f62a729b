import type { Catalog, ListState, Release, SecurityList } from '../../catalog/catalog.ts';
import { compareVersions } from '../../catalog/version.ts';
import type { Fact } from '../facts/fact.ts';
import type { ListSeen } from '../observation.ts';
import { type Item, quarantined, type Reason } from '../quarantine/quarantine.ts';
import { dayOf, type Evidence, type Lessons, noLessons, type State, stating } from './evidence.ts';

/** Years from a CVE to a release that fixes it. More were 26 of 6,236, and the slips of other systems' lists. */
const oldestCve = 2;
/** Entries that a list which was read whole got at once; the most that one ever got is 25. */
const mostAdded = 60;
/** Days after which an update without an article has none. */
const daysUntilNone = 2;
const mostShown = 6;

/**
 * What releases fix, by the lists that SOFA copies from the vendor's articles. New entries are learnt. What does not fit
 * the release, what another release of the major fixes already, and what is gone from a list waits for a person.
 */
export function learnLists(evidence: Evidence): Lessons {
	const lessons = noLessons();
	const { catalog, readings, facts, now } = evidence;
	const lists = readings.sofa?.lists ?? [];
	if (lists.length === 0) return lessons;
	const state = stating(now, catalog);
	const articles = articlesOf(catalog);
	const taken = new Set(facts.filter(({ kind }) => kind === 'not-fixed').map(pairOf));
	const known = lists
		.map((seen) => ({ seen, release: catalog.releases.get(seen.version) }))
		.filter((one): one is Listed => one.release?.parsed.era === 'modern')
		.sort((a, b) => compareVersions(a.release.parsed, b.release.parsed));
	// By major: what its releases are known to fix, those before in this very document included.
	const stated = new Map<string, Set<string>>();
	for (const { seen, release } of known) {
		const before = stated.get(release.major) ?? new Set<string>();
		stated.set(release.major, before);
		const isFixed = (cve: string) => before.has(cve) || isFixedInMajor(catalog, release, cve);
		const ofRelease = decideList(evidence, { release, seen, articles, taken, isFixedBefore: isFixed, state });
		for (const { kind, object } of ofRelease.facts) if (kind === 'fixes') before.add(object);
		lessons.facts.push(...ofRelease.facts);
		lessons.items.push(...ofRelease.items);
	}
	return lessons;
}

interface Listed {
	readonly seen: ListSeen;
	readonly release: Release;
}

function decideList(
	{ shipped, catalog, now }: Evidence,
	{
		release,
		seen,
		articles,
		taken,
		isFixedBefore,
		state,
	}: {
		release: Release;
		seen: ListSeen;
		articles: ReadonlyMap<string, string>;
		taken: ReadonlySet<string>;
		isFixedBefore: (cve: string) => boolean;
		state: State;
	},
): { facts: Fact[]; items: Item[] } {
	const { version } = release;
	const known = catalog.security.lists.get(version);
	const fixes = (cve: string) => state('fixes', version, cve, '', 'sofa');
	const [facts, items]: [Fact[], Item[]] = [[], []];
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
		return { facts, items };
	}
	// That nothing is known of a list was found by looking for it.
	if (shipped.security.lists.get(version)?.state === 'unknown') {
		hold('wrong-list', fresh, `${version} is known to have no list, and has ${shown(fresh)}`);
		return { facts, items };
	}
	const odd = fresh.filter((cve) => !isOfItsTime(cve, release));
	const again = fresh.filter((cve) => !odd.includes(cve) && isFixedBefore(cve));
	const sound = fresh.filter((cve) => !odd.includes(cve) && !again.includes(cve));
	hold('wrong-list', odd, `${version} of ${release.released} fixes ${shown(odd)}`);
	hold('fixed-already', again, `${version} fixes ${shown(again)}, as another ${release.major} does`);
	if (known?.state === 'listed' && sound.length > mostAdded)
		hold('too-many', sound, `the list of ${version} got ${sound.length} CVEs at once`);
	else {
		facts.push(...sound.map(fixes));
		const learnt = stateAfter(known, { listSeen: seen, isHeld: odd.length > 0, release, now });
		if (learnt) facts.push(state('list', version, learnt, seen.article, 'sofa'));
	}
	const lost = lostFrom(known, seen);
	if (lost.length > 0) {
		const gone = lost.map((cve) => state('not-fixed', version, cve, '', 'sofa'));
		const detail = `sofa lists ${version} without ${shown(lost)}`;
		items.push(
			quarantined('list-loses', {
				feed: 'sofa',
				subject: `${version} ${lost.join(' ')}`,
				detail,
				facts: gone,
			}),
		);
	}
	return { facts, items };
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
function lostFrom(known: SecurityList | undefined, { cves }: ListSeen): string[] {
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
