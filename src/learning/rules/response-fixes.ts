import type { Catalog } from '../../catalog/catalog.ts';
import { isResponse } from '../../catalog/security-response.ts';
import type { Fact } from '../facts/fact.ts';
import { isSteady, type ResponseSeen } from '../observation.ts';
import type { Evidence } from './evidence.ts';

/** Whether a CVE is years older or newer than what is said to fix it. */
export function isOfAnotherTime(cve: string, day: string): boolean {
	return Math.abs(Number(cve.slice(4, 8)) - Number(day.slice(0, 4))) > 2;
}

/** What a response was known to fix and its list has no more; an empty list is none. */
export function lostFromResponse({ builds }: Catalog, { build, cves }: ResponseSeen): string[] {
	const known = builds.get(build);
	if (!known || !isResponse(known) || !cves?.length) return [];
	return known.cves.filter((cve) => !cves.includes(cve));
}

/** What was learnt that a response fixes, and its list has lost for two polls. */
export function lostFixes({ catalog, facts, lists }: Evidence, list: ResponseSeen | undefined): Fact[] {
	const gone = list ? lostFromResponse(catalog, list) : [];
	return facts.filter(
		({ kind, subject, object, accepted }) =>
			kind === 'response-fixes' &&
			subject === list?.build &&
			!accepted &&
			gone.includes(object) &&
			isSteady(lists[subject]?.without?.[object]),
	);
}
