import type { Cve, Exploitation, Fix, Release, Security, SecurityList, SecurityResponse } from './catalog.ts';
import type { Tables } from './tables/tables.ts';

export function assembleSecurity(
	tables: Tables,
	releases: ReadonlyMap<string, Release>,
	responses: readonly SecurityResponse[],
): Security {
	const exploited = new Map(tables.securityExploited.map((row) => [row.cve, row]));
	const lists = new Map<string, SecurityList & { fixes: Fix[] }>();
	for (const { version, state, article, sources, note } of tables.securityLists) {
		const release = releases.get(version.canonical)!;
		lists.set(release.version, { release, state, article, sources, note, fixes: [] });
	}
	const cves = new Map<string, Cve & { fixedIn: Release[]; responses: SecurityResponse[] }>();
	for (const row of tables.securityFixes) {
		const { release, fixes } = lists.get(row.version.canonical)!;
		fixes.push(row);
		const known = cves.get(row.cve);
		if (known) known.fixedIn.push(release);
		else {
			const exploitation = exploitationOf(exploited.get(row.cve), release);
			cves.set(row.cve, { id: row.cve, fixedIn: [release], responses: [], exploitation });
		}
	}
	for (const response of responses)
		for (const id of response.cves) {
			const known = cves.get(id);
			if (known) known.responses.push(response);
			// What no release has yet.
			else {
				const exploitation = exploitationOf(exploited.get(id), response);
				cves.set(id, { id, fixedIn: [], responses: [response], exploitation });
			}
		}
	const slips = new Map<string, Set<string>>();
	for (const { version, cve } of tables.securitySlips)
		slips.set(version.canonical, (slips.get(version.canonical) ?? new Set()).add(cve));
	return { lists, cves, slips };
}

function exploitationOf(
	row: Tables['securityExploited'][number] | undefined,
	first: Pick<Release, 'released'>,
): Exploitation | null {
	if (!row) return null;
	return {
		since: row.kev_added || first.released,
		kevAdded: row.kev_added || null,
		kevDue: row.kev_due || null,
		vendorSays: row.vendor_says,
		sources: row.sources,
	};
}
