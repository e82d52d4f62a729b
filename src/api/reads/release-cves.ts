import { isExploited } from '../../advice/exposure/exposure.ts';
import { firstFixes } from '../../advice/exposure/first-fixes.ts';
import type { Catalog, Fix, ListState, Release } from '../../catalog/catalog.ts';
import { findMajor } from '../../catalog/lookup.ts';
import { compareCves } from '../../catalog/tables/security-tables.ts';
import { compareVersions, parseVersion } from '../../catalog/version.ts';
import { explain } from '../explain.ts';
import { isProblem, type Problem } from '../problem.ts';
import { articleOf } from './article.ts';
import type { Read } from './read.ts';
import { cachedJson } from './read-answer.ts';

/** `/releases/{version}/cves`: what one release fixes, exploited holes first. */
export const readReleaseCves: Read<'/releases/{version}/cves'> = (catalog, { parameters, today }) => {
	const release = releaseAsked(catalog, parameters.version);
	if (isProblem(release)) return release;
	const key = `release-cves ${release.version} ${today}`;
	return cachedJson(catalog, key, () => releaseCves(catalog, release, today));
};

/** The release of this number; the problem names its neighbours where there is none. */
export function releaseAsked(catalog: Catalog, text: string): Release | Problem {
	const major = findMajor(catalog, text);
	if (major.kind !== 'found') return explain(major);
	const version = parseVersion(text)!;
	const { releases } = major.value;
	const release = releases.find(({ parsed }) => compareVersions(parsed, version) === 0);
	if (release) return release;
	const isBelow = ({ parsed }: Release) => compareVersions(parsed, version) < 0;
	const after = releases.find((other) => !isBelow(other)) ?? null;
	const before = releases.findLast(isBelow) ?? null;
	return explain({ kind: 'no-such-release', asked: text, before, after });
}

/** For people; what is known of a single list in detail is for those who review the tables. */
const notes: Partial<Record<ListState, string>> = {
	partial: 'Only part of the list is known: the release may fix more.',
	unknown: 'It is not known which CVEs the release fixes.',
};

export function releaseCves(catalog: Catalog, release: Release, today: string) {
	const list = catalog.security.lists.get(release.version);
	const known = list?.state ?? 'unknown';
	const first = firstFixes(catalog, catalog.majors.get(release.major)!);
	const recordOf = ({ cve: id, confidence }: Fix) => {
		const cve = catalog.security.cves.get(id)!;
		const exploited = isExploited(cve, today);
		return {
			cve_id: id,
			exploited,
			kev_added: (exploited && cve.exploitation?.kevAdded) || null,
			kev_due: (exploited && cve.exploitation?.kevDue) || null,
			/** Of this major: where it is an earlier one, the vendor names the CVE again. */
			first_fixed_in: first.get(cve)!.version,
			confidence,
		};
	};
	const cves = (list?.fixes ?? [])
		.map(recordOf)
		.sort((a, b) => Number(b.exploited) - Number(a.exploited) || compareCves(a.cve_id, b.cve_id));
	return {
		version: release.version,
		major: release.major,
		released: release.released,
		known,
		article: articleOf(list?.article ?? ''),
		count: known === 'unknown' ? null : cves.length,
		exploited_count: known === 'unknown' ? null : cves.filter(({ exploited }) => exploited).length,
		cves,
		note: notes[known] ?? null,
	};
}
