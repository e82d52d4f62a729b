import { isResponse } from '../../catalog/security-response.ts';
import { isSteady, type ResponseSeen } from '../observation.ts';
import { type Item, quarantined } from '../quarantine/quarantine.ts';
import { dayOf, type Evidence, type Lessons, noLessons, stating } from './evidence.ts';
import { isOfAnotherTime, lostFixes } from './response-fixes.ts';

/**
 * What SOFA adds to what the responses of the tables fix: the vendor adds to its articles for months. It waits where the whole
 * list of the release that replaced the response lacks it.
 */
export function fixesOfShipped(evidence: Evidence, copies: readonly ResponseSeen[]): Lessons {
	const { shipped, catalog, now } = evidence;
	const lessons = noLessons();
	const state = stating(now, catalog);
	for (const copy of copies) {
		const { build, cves, article, date } = copy;
		const known = catalog.builds.get(build);
		if (!shipped.builds.has(build) || !known || !isResponse(known) || known.article !== article) continue;
		const lost = lostFixes(evidence, copy);
		lessons.retracted.push(...lost);
		if (lost.length > 0) lessons.facts.push(state({ kind: 'revised', subject: build, feed: 'sofa' }));
		const list = catalog.security.lists.get(known.supersededBy ?? '');
		const isOdd = (cve: string) =>
			isOfAnotherTime(cve, date) || (list?.state === 'listed' && !list.fixes.some((fix) => fix.cve === cve));
		const fixes = (cve: string) =>
			state({ kind: 'response-fixes', subject: build, object: cve, value: article, feed: 'sofa' });
		const fresh = (cves ?? []).filter((cve) => !known.cves.includes(cve));
		lessons.facts.push(...fresh.filter((cve) => !isOdd(cve)).map(fixes));
		const odd = fresh.filter(isOdd);
		if (odd.length === 0) continue;
		const detail = `sofa: ${known.label}, build ${build}, fixes ${odd.join(', ')}`;
		lessons.items.push(
			quarantined('wrong-list', { feed: 'sofa', subject: known.label, detail, facts: odd.map(fixes) }),
		);
	}
	return lessons;
}

/** Responses of the tables that the vendor lists no more before any release replaced them: a person says whether they were withdrawn. */
export function shippedMissing({ shipped, catalog, readings, memory, now }: Evidence): Item[] {
	const isListed = (build: string) => readings.apple?.responses?.some((seen) => seen.build === build);
	const gone = [...catalog.builds.values()]
		.filter(isResponse)
		.filter(({ build, withdrawn, supersededBy }) => {
			const { missing, expires } = memory[build] ?? {};
			const isExpired = expires != null && expires < dayOf(now);
			const isOpen = shipped.builds.has(build) && !withdrawn && supersededBy === null;
			return isOpen && isSteady(missing) && !isExpired && !isListed(build);
		});
	const state = stating(now, catalog);
	return gone.map(({ build, label }) =>
		quarantined('release-disappears', {
			...{ feed: 'apple', subject: label, detail: `apple no longer lists ${label}, build ${build}` },
			facts: [state({ kind: 'response-withdrawn', subject: build, feed: 'apple' })],
		}),
	);
}
