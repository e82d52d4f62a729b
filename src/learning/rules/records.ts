import type { Catalog, CveRecord } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareVersions, parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { millisecondsOfDay } from '@pointrelease/core/src/text/day.ts';
import { type Fact, factsOf, pairOf } from '../facts/fact.ts';
import type { ValueOf } from '../facts/fact-kinds.ts';
import type { RecordSeen } from '../observation.ts';
import { type Item, quarantined } from '../quarantine/quarantine.ts';
import { type Evidence, type Lessons, noLessons, type State, stating } from './evidence.ts';
import { excessOfList, heldFixes, isFixed, isOfItsTime, longestList, shown } from './security-lists.ts';

type RecordValue = ValueOf<'record'>;

/**
 * Learns Apple's CVE records, and what they say the releases fix. SOFA's lists and the records add up: neither takes away what the other
 * names. A release that a record no longer names, or a record that Apple rejected, is held for review. Versions without a release wait in
 * the record until there is one.
 */
export function learnRecords(evidence: Evidence): Lessons {
	const { catalog, readings, facts, now } = evidence;
	const lessons = noLessons();
	const state = stating(now, catalog);
	const learnt = new Map(factsOf(facts, 'record').map((fact) => [fact.subject, fact]));
	const records = new Map(
		[...catalog.security.records.values()].map((record) => [record.cve, recordValue(record)] as const),
	);
	for (const seen of readings.cve?.records ?? []) {
		const known = records.get(seen.cve);
		if (!isOurs(catalog, seen) || (known && isOlder(seen, known))) continue;
		const item = contradiction(seen, known, { state, now });
		if (item) lessons.items.push(item);
		if (isAhead(seen, now)) continue;
		const value = recordAfter(known, seen);
		records.set(seen.cve, value);
		if (known && isSame(known, value)) continue;
		const before = learnt.get(seen.cve);
		if (before) lessons.retracted.push(before);
		lessons.facts.push(state({ kind: 'record', subject: seen.cve, value, feed: 'cve' }));
	}
	const removedFixes = new Set(facts.filter(({ kind }) => kind === 'not-fixed').map(pairOf));
	const named = new Map<string, string[]>();
	for (const [cve, { fixedIn, dropped, state: published, updated }] of records) {
		for (const version of fixedIn) {
			const release = catalog.releases.get(version);
			const isKnown = !release || isFixed(catalog, release, cve) || removedFixes.has(`${version}\t${cve}`);
			if (!isKnown) named.set(version, [...(named.get(version) ?? []), cve]);
		}
		const gone = dropped.filter((version) => {
			const release = catalog.releases.get(version);
			return release && isFixed(catalog, release, cve);
		});
		if (gone.length > 0)
			lessons.items.push(lossItem(evidence, { cve, gone, fixedIn, published, updated, state }));
	}
	for (const [version, cves] of named) decidePairs(evidence, { version, cves, state, lessons });
	for (const seen of readings.cve?.records ?? []) lessons.items.push(...unsureItems(evidence, seen, state));
	return lessons;
}

/** Whether a reading of a record has nothing more to tell. */
export function isSettled(catalog: Catalog, seen: RecordSeen): boolean {
	if (!isOurs(catalog, seen)) return true;
	const record = catalog.security.records.get(seen.cve);
	if (!record) return false;
	const known = recordValue(record);
	if (isOlder(seen, known)) return true;
	if (seen.safari?.some((version) => !isFixedInSafari(catalog, version, seen.cve))) return false;
	const isOpen = (version: string) => {
		const release = catalog.releases.get(version);
		return release && !isFixed(catalog, release, seen.cve);
	};
	return isSame(known, recordAfter(known, seen)) && sameVersions(seen, known) && !seen.unsure.some(isOpen);
}

/** Records of other systems alone are of interest only if something else names the CVE. */
function isOurs({ security }: Catalog, { cve, fixedIn, unsure, safari = [] }: RecordSeen): boolean {
	return (
		fixedIn.length > 0 ||
		unsure.length > 0 ||
		safari.length > 0 ||
		security.records.has(cve) ||
		security.cves.has(cve) ||
		security.elsewhere.has(cve)
	);
}

function isFixedInSafari({ security }: Catalog, version: string, cve: string): boolean {
	return security.cves.get(cve)?.safari.some((release) => release.version === version) ?? false;
}

function recordValue({
	state,
	updated,
	fixedIn,
	dropped,
	impact,
	exploited,
	ssvc,
	kevAdded,
}: CveRecord): RecordValue {
	return {
		state,
		updated: updated ?? '',
		fixedIn,
		dropped,
		impact: impact ?? '',
		exploited: exploited ?? '',
		ssvc: ssvc && { ...ssvc, assessed: ssvc.assessed ?? '' },
		kevAdded: kevAdded ?? '',
	};
}

/** An old copy. What is known may have the day alone. */
function isOlder({ updated }: RecordSeen, known: RecordValue): boolean {
	return updated.slice(0, known.updated.length) < known.updated;
}

/** No clock is so wrong: a record from the future would hide every later one. */
function isAhead({ updated }: RecordSeen, now: Date): boolean {
	return Date.parse(updated) > now.getTime() + millisecondsOfDay;
}

/** Whether both name the same, also if one of them is not sure of it. */
function sameVersions(seen: RecordSeen, known: RecordValue): boolean {
	return seen.state === known.state && seen.fixedIn.join() === known.fixedIn.join();
}

/** Apple's part is what its own day of change says; CISA's part comes later and does not move that day. */
function recordAfter(known: RecordValue | undefined, seen: RecordSeen): RecordValue {
	const { state, updated, fixedIn, impact, exploited } = seen;
	// A copy without CISA's part says nothing about it.
	const ssvc = seen.ssvc ?? known?.ssvc ?? null;
	const kevAdded = seen.kevAdded || (known?.kevAdded ?? '');
	if (!known) return { state, updated, fixedIn, dropped: [], impact, exploited, ssvc, kevAdded };
	if (known.updated === updated) return { ...known, impact, exploited, ssvc, kevAdded };
	const before = new Set([...known.fixedIn, ...known.dropped]);
	for (const version of [...fixedIn, ...seen.unsure]) before.delete(version);
	const dropped = [...before].sort((a, b) => compareVersions(parseVersion(a)!, parseVersion(b)!));
	return { state, updated, fixedIn, dropped, impact, exploited, ssvc, kevAdded };
}

function isSame(a: RecordValue, b: RecordValue): boolean {
	return Bun.deepEquals(a, b);
}

/** An item for a record that cannot be right: of the future, or other than before although Apple did not change it. */
function contradiction(
	seen: RecordSeen,
	known: RecordValue | undefined,
	{ state, now }: { state: State; now: Date },
): Item | null {
	const { cve, updated } = seen;
	const hold = (reason: 'date-in-future' | 'wrong-list', detail: string, facts: readonly Fact[]) =>
		quarantined(reason, { feed: 'cve', subject: cve, detail: `cve: ${detail}`, facts });
	if (isAhead(seen, now))
		return hold('date-in-future', `the record of ${cve} is of ${updated}, after today`, []);
	if (!known || known.updated !== updated || sameVersions(seen, known)) return null;
	const fresh = seen.fixedIn.filter((version) => !known.fixedIn.includes(version));
	const facts = fresh.map((subject) => state({ kind: 'fixes', subject, object: cve, feed: 'cve' }));
	const detail = `the record of ${cve} names ${words(seen)}, and named ${words(known)} before, although Apple changed nothing since ${updated}`;
	return hold('wrong-list', detail, facts);
}

/** An item for fixes that a record named and does not name now, with both readings. */
function lossItem(
	{ readings }: Evidence,
	{
		cve,
		gone,
		fixedIn,
		published,
		updated,
		state,
	}: {
		cve: string;
		gone: readonly string[];
		fixedIn: readonly string[];
		published: RecordValue['state'];
		updated: string;
		state: State;
	},
): Item {
	const onPages = gone.filter((version) =>
		readings.sofa?.lists?.some((list) => list.version === version && list.cves.includes(cve)),
	);
	const since = `since ${updated.slice(0, 10)}`;
	const now =
		published === 'rejected'
			? `Apple rejected ${cve} ${since}; its record named ${gone.join(', ')} before`
			: `Apple's record of ${cve} named ${gone.join(', ')} before, and names ${words({ fixedIn })} ${since}`;
	const page = onPages.length > 0 ? `; SOFA lists it for ${onPages.join(', ')}` : '; SOFA does not list it';
	return quarantined(published === 'rejected' ? 'record-rejected' : 'record-loses', {
		feed: 'cve',
		subject: `${cve} ${gone.join(' ')}`,
		detail: `cve: ${now}${page}`,
		facts: gone.map((subject) => state({ kind: 'not-fixed', subject, object: cve, feed: 'cve' })),
	});
}

/** New fixes of one release: learned, unless they do not fit it or are too many. */
function decidePairs(
	{ shipped, catalog, facts, now }: Evidence,
	{ version, cves, state, lessons }: { version: string; cves: string[]; state: State; lessons: Lessons },
): void {
	const release = catalog.releases.get(version)!;
	const slips = catalog.security.slips.get(version);
	const fixes = (cve: string) => state({ kind: 'fixes', subject: version, object: cve, feed: 'cve' });
	const hold = (reason: 'wrong-list' | 'too-many', held: readonly string[], detail: string) =>
		lessons.items.push(...heldFixes(reason, { feed: 'cve', version, cves: held, detail, fixes }));
	const odd = cves.filter((cve) => !isOfItsTime(cve, release) || slips?.has(cve));
	const sound = cves.filter((cve) => !odd.includes(cve));
	hold('wrong-list', odd, `records name ${version} of ${release.released} for ${shown(odd)}`);
	const before = catalog.security.lists.get(version);
	const isKnown = before?.state === 'listed' || shipped.security.lists.get(version)?.fixes.length;
	const excess = isKnown ? excessOfList({ facts, now }, version, sound) : null;
	const longest = longestList(shipped, release);
	const count = (before?.fixes.length ?? 0) + sound.length;
	if (excess)
		hold('too-many', sound, `records name ${version} for ${excess.gained} more CVEs ${excess.time}`);
	else if (count > longest)
		hold('too-many', sound, `${version} would fix ${count} CVEs by the records, more than ${longest}`);
	else lessons.facts.push(...sound.map(fixes));
}

/** Items for releases that only the sentence or only the ranges of a record name. */
function unsureItems({ catalog, facts }: Evidence, seen: RecordSeen, state: State): Item[] {
	const { cve, unsure, fixedIn } = seen;
	const removed = new Set(facts.filter(({ kind }) => kind === 'not-fixed').map(pairOf));
	const open = unsure.filter((version) => {
		const release = catalog.releases.get(version);
		return release && !isFixed(catalog, release, cve) && !removed.has(`${version}\t${cve}`);
	});
	if (open.length === 0) return [];
	const detail = `cve: either the sentence or the ranges of the record of ${cve} name ${open.join(', ')}; both name ${words({ fixedIn })}`;
	const proposed = open.map((subject) => state({ kind: 'fixes', subject, object: cve, feed: 'cve' }));
	const subject = `${cve} ${open.join(' ')}`;
	return [quarantined('wrong-list', { feed: 'cve', subject, detail, facts: proposed })];
}

function words({ fixedIn }: Pick<RecordValue, 'fixedIn'>): string {
	return fixedIn.join(', ') || 'no release';
}
