import { majorsInOrder } from '@pointrelease/core/src/advice/lifecycle.ts';
import type { Catalog, SafariRelease } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareVersions, parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import type { Fact } from '../facts/fact.ts';
import type { Feed, SafariSeen } from '../observation.ts';
import { quarantined, type Reason } from '../quarantine/quarantine.ts';
import { dayOf, type Evidence, excessOf, type Lessons, noLessons, type State, stating } from './evidence.ts';
import { shown } from './security-lists.ts';

/** How many times as long as the longest known list a list may be. */
const timesLongest = 3;
/** Most years between a CVE and its fix, as for releases of macOS. */
const oldestCve = 2;
/** Most releases of Safari that are new at once. Beyond it, the feed is broken. */
const mostNew = 3;

/** The subject of facts about a release of Safari, whose numbers macOS has, too. */
export function safariSubject(version: string): string {
	return `Safari ${version}`;
}

/**
 * Learns releases of Safari and what they fix, from SOFA's feed of Safari and from Apple's CVE records. New releases and new entries are
 * learned. Held for review is what does not fit: a day in the future or before the release that it follows, a number below the newest of
 * its kind, a list that is too long or gets too many entries, CVEs of another time, and a Safari that only a CVE record names. Nothing is
 * taken away because a feed no longer shows it.
 */
export function learnSafari(evidence: Evidence): Lessons {
	const lessons = noLessons();
	const { catalog, readings, now } = evidence;
	const state = stating(now, catalog);
	const releases = (readings.safari?.safari ?? []).toSorted((a, b) =>
		compareVersions(parseVersion(a.version)!, parseVersion(b.version)!),
	);
	const fresh = releases.filter(({ version }) => known(catalog, version).length === 0);
	if (fresh.length > mostNew) {
		const detail = `safari shows ${fresh.length} releases that are not known`;
		lessons.items.push(quarantined('too-many', { feed: 'safari', subject: 'Safari', detail, facts: [] }));
	} else for (const seen of fresh) decideRelease(evidence, { seen, state, lessons, feed: 'safari' });
	for (const seen of releases) {
		const rows = known(catalog, seen.version);
		if (rows.length > 0) decideEntries(evidence, { seen, rows, state, lessons, feed: 'safari' });
	}
	for (const [version, { cves, day }] of namedByRecords(evidence)) {
		const seen = { version, date: day, cves, article: '' };
		const rows = known(catalog, version);
		if (rows.length > 0) decideEntries(evidence, { seen, rows, state, lessons, feed: 'cve' });
		else if (!fresh.some((other) => other.version === version))
			decideRelease(evidence, { seen, state, lessons, feed: 'cve' });
	}
	return lessons;
}

function known({ security }: Catalog, version: string): SafariRelease[] {
	return security.safari.filter((release) => release.version === version);
}

/** By version of Safari, the CVEs whose records name it, and the day of the newest record. */
function namedByRecords({ readings }: Evidence): Map<string, { cves: string[]; day: string }> {
	const named = new Map<string, { cves: string[]; day: string }>();
	for (const { cve, state, updated, safari = [] } of readings.cve?.records ?? []) {
		if (state === 'rejected') continue;
		for (const version of safari) {
			const before = named.get(version) ?? { cves: [], day: '' };
			const day = updated.slice(0, 10);
			named.set(version, { cves: [...before.cves, cve], day: day > before.day ? day : before.day });
		}
	}
	return named;
}

interface Given {
	readonly seen: SafariSeen;
	readonly state: State;
	readonly lessons: Lessons;
	readonly feed: Feed;
}

/** A release that is not known. The feed does not say which major versions it is for: its number does. */
function decideRelease({ catalog, now }: Evidence, { seen, state, lessons, feed }: Given): void {
	const { version, date, article } = seen;
	const subject = safariSubject(version);
	const majors = majorsOf(catalog, version, date);
	const cves = seen.cves.filter((cve) => isOfItsTime(cve, date));
	const facts = [
		state({ kind: 'safari', subject, value: { released: date, majors: majors ?? [], article }, feed }),
		...cves.map((object) => state({ kind: 'safari-fixes', subject, object, feed })),
	];
	const hold = (reason: Reason, why: string, held: readonly Fact[] = facts) =>
		lessons.items.push(
			quarantined(reason, { feed, subject, detail: `${feed}: ${subject} ${why}`, facts: held }),
		);
	const parsed = parseVersion(version)!;
	const before = catalog.security.safari.findLast((release) => compareVersions(release.parsed, parsed) < 0);
	const isSameNumber = (release: SafariRelease) => release.parsed.components[0] === parsed.components[0];
	const newest = catalog.security.safari.findLast(isSameNumber);
	const longest = longestList(catalog);
	if (majors === null) hold('major-jump', 'follows no known major version of macOS', []);
	else if (date > dayOf(now)) hold('date-in-future', `is of ${date}, after today`);
	else if (feed === 'cve') hold('unconfirmed', `is named by the record of ${shown(cves)} alone`);
	else if (before && date < before.released && isSameNumber(before))
		hold('date-too-early', `is of ${date}, before ${before.version} of ${before.released}`);
	else if (newest && compareVersions(parsed, newest.parsed) < 0)
		hold('version-lower', `is below ${newest.version}, which is known`);
	else if (cves.length > longest) hold('too-many', `fixes ${cves.length} CVEs, more than ${longest}`);
	else if (cves.length < seen.cves.length)
		hold('wrong-list', `of ${date} fixes ${shown(seen.cves.filter((cve) => !cves.includes(cve)))}`);
	else lessons.facts.push(...facts);
}

/** Entries of a known release that are not known, and the list of one that was known in part. */
function decideEntries(
	{ catalog, facts, now }: Evidence,
	{ seen, rows, state, lessons, feed }: Given & { readonly rows: readonly SafariRelease[] },
): void {
	const subject = safariSubject(seen.version);
	const last = rows.at(-1)!;
	const listed = new Set(rows.flatMap(({ fixes }) => fixes.map(({ cve }) => cve)));
	const fresh = seen.cves.filter((cve) => !listed.has(cve));
	const odd = fresh.filter((cve) => !isOfItsTime(cve, last.released));
	const entry = (object: string) => state({ kind: 'safari-fixes', subject, object, feed });
	const hold = (reason: Reason, cves: readonly string[], why: string) =>
		cves.length > 0 &&
		lessons.items.push(
			quarantined(reason, {
				feed,
				subject: `${subject} ${cves.join(' ')}`,
				detail: `${feed}: ${subject} ${why}`,
				facts: cves.map(entry),
			}),
		);
	hold('wrong-list', odd, `of ${last.released} fixes ${shown(odd)}`);
	const sound = fresh.filter((cve) => !odd.includes(cve));
	const longest = longestList(catalog);
	// What a release began with is no gain.
	const begun = facts.find((fact) => fact.kind === 'safari' && fact.subject === subject)?.seen;
	const excess =
		last.state === 'listed' &&
		excessOf({ facts, now }, sound, (fact) => {
			return fact.kind === 'safari-fixes' && fact.subject === subject && fact.seen !== begun;
		});
	if (excess) return void hold('too-many', sound, `got ${excess.gained} CVEs ${excess.time}`);
	if (sound.length > 0 && seen.cves.length > longest)
		return void hold('too-many', sound, `fixes ${seen.cves.length} CVEs, more than ${longest}`);
	lessons.facts.push(...sound.map(entry));
	const isWhole = seen.article !== '' && seen.cves.length >= last.fixes.length;
	if (feed === 'safari' && last.state !== 'listed' && isWhole && seen.cves.length > 0) {
		const value = { released: seen.date, majors: last.majors, article: seen.article };
		lessons.facts.push(state({ kind: 'safari', subject, value, feed }));
	}
}

/**
 * The major versions that a release is for: those of the last one with the same number before the dot, or the two below the newest
 * that came out by its day. Null if no new major version came out for a new number.
 */
function majorsOf(catalog: Catalog, version: string, day: string): readonly string[] | null {
	const [number] = parseVersion(version)!.components;
	const releases = catalog.security.safari.filter(({ parsed }) => parsed.components[0] === number);
	const last = releases.at(-1);
	if (last) return last.majors;
	const out = majorsInOrder(catalog).filter((major) => major.major.era === 'modern' && major.day <= day);
	const newest = out.at(-1)?.major.name;
	// Since 26 both are numbered alike.
	return newest === String(number) ? out.slice(-3, -1).map(({ major }) => major.name) : null;
}

function longestList({ security }: Catalog): number {
	return timesLongest * Math.max(0, ...security.safari.map(({ fixes }) => fixes.length));
}

function isOfItsTime(cve: string, day: string): boolean {
	const years = Number(day.slice(0, 4)) - Number(cve.slice(4, 8));
	return years <= oldestCve && years >= -1;
}
