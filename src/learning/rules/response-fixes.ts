import type { Build, Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { isResponse } from '@pointrelease/core/src/catalog/security-response.ts';
import type { Fact } from '../facts/fact.ts';
import { isSteady, type ResponseSeen } from '../observation.ts';
import { type Item, quarantined } from '../quarantine/quarantine.ts';
import { dayOf, type Evidence, excessOf, type Lessons, noLessons, stating } from './evidence.ts';

/** Whether a CVE is years older or newer than the day of its fix. */
export function isOfAnotherTime(cve: string, day: string): boolean {
	return Math.abs(Number(cve.slice(4, 8)) - Number(day.slice(0, 4))) > 2;
}

/** The known fixes of a response that its list no longer has. An empty list says nothing. */
export function lostFromResponse({ builds }: Catalog, { build, cves }: ResponseSeen): string[] {
	const response = builds.get(build);
	if (!response || !isResponse(response) || !cves?.length) return [];
	return response.cves.filter((cve) => !cves.includes(cve));
}

/** The learned fixes of a response that its list has lacked for two polls. */
export function lostFixes({ catalog, facts, lists }: Evidence, list: ResponseSeen | undefined): Fact[] {
	const lostCves = list ? lostFromResponse(catalog, list) : [];
	return facts.filter(
		({ kind, subject, object, accepted }) =>
			kind === 'response-fixes' &&
			subject === list?.build &&
			!accepted &&
			lostCves.includes(object) &&
			isSteady(lists[subject]?.without?.[object]),
	);
}

/** Whether an entry gives a known response its known letter, release and base build. True for unknown responses. */
export function isNamed(response: Build | undefined, { version, letter, baseBuild }: ResponseSeen): boolean {
	return (
		!response ||
		!isResponse(response) ||
		(response.version === version && response.letter === letter && response.baseBuild === baseBuild)
	);
}

/** Whether the vendor lists a known response only with another letter, release or base build. */
export function isRenamed(
	{ builds }: Pick<Catalog, 'builds'>,
	build: string,
	listed: readonly ResponseSeen[],
): boolean {
	return listed.length > 0 && !listed.some((response) => isNamed(builds.get(build), response));
}

/**
 * Learns further fixes of shipped responses from SOFA, because the vendor adds to its articles for months. A fix is held for review if
 * the list of the release that replaced the response is complete and lacks it.
 */
export function fixesOfShipped(evidence: Evidence, copies: readonly ResponseSeen[]): Lessons {
	const { shipped, catalog, now } = evidence;
	const lessons = noLessons();
	const state = stating(now, catalog);
	for (const copy of copies) {
		const { build, cves, article, date } = copy;
		const response = catalog.builds.get(build);
		if (!shipped.builds.has(build) || !response || !isResponse(response) || response.article !== article)
			continue;
		const lost = lostFixes(evidence, copy);
		lessons.retracted.push(...lost);
		if (lost.length > 0) lessons.facts.push(state({ kind: 'revised', subject: build, feed: 'sofa' }));
		const list = catalog.security.lists.get(response.supersededBy ?? '');
		const isOdd = (cve: string) =>
			isOfAnotherTime(cve, date) || (list?.state === 'listed' && !list.fixes.some((fix) => fix.cve === cve));
		const fixes = (cve: string) =>
			state({ kind: 'response-fixes', subject: build, object: cve, value: article, feed: 'sofa' });
		const fresh = (cves ?? []).filter((cve) => !response.cves.includes(cve));
		const flood = tooMany(evidence, { label: response.label, build, fresh });
		if (flood) {
			lessons.items.push(flood);
			continue;
		}
		lessons.facts.push(...fresh.filter((cve) => !isOdd(cve)).map(fixes));
		const odd = fresh.filter(isOdd);
		if (odd.length === 0) continue;
		const detail = `sofa: ${response.label}, build ${build}, fixes ${odd.join(', ')}`;
		lessons.items.push(
			quarantined('wrong-list', { feed: 'sofa', subject: response.label, detail, facts: odd.map(fixes) }),
		);
	}
	return lessons;
}

/** No response fixes so many CVEs, at once, within a day or within a week: the feed is broken, and there is nothing to accept. Null if they are few. */
export function tooMany(
	evidence: Pick<Evidence, 'facts' | 'now'>,
	{ label, build, fresh }: { label: string; build: string; fresh: readonly unknown[] },
): Item | null {
	const excess = excessOf(
		evidence,
		fresh,
		({ kind, subject }) => kind === 'response-fixes' && subject === build,
	);
	if (!excess) return null;
	const detail = `sofa: the list of ${label} got ${excess.gained} CVEs ${excess.time}`;
	return quarantined('too-many', { feed: 'sofa', subject: label, detail, facts: [] });
}

/** Items for shipped responses that the vendor dropped before a release replaced them: a person decides whether they were withdrawn. */
export function shippedMissing({ shipped, catalog, readings, memory, now }: Evidence): Item[] {
	const isListed = (build: string) => readings.apple?.responses?.some((response) => response.build === build);
	const goneBuilds = [...catalog.builds.values()]
		.filter(isResponse)
		.filter(({ build, withdrawn, supersededBy }) => {
			const { missing, expires } = memory[build] ?? {};
			const isExpired = expires != null && expires < dayOf(now);
			const isOpen = shipped.builds.has(build) && !withdrawn && supersededBy === null;
			return isOpen && isSteady(missing) && !isExpired && !isListed(build);
		});
	const state = stating(now, catalog);
	return goneBuilds.map(({ build, label }) =>
		quarantined('release-disappears', {
			feed: 'apple',
			subject: label,
			detail: `apple no longer lists ${label}, build ${build}`,
			facts: [state({ kind: 'response-withdrawn', subject: build, feed: 'apple' })],
		}),
	);
}
