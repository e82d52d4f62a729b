import * as z from 'zod';
import { release } from './release-shapes.ts';
import {
	address,
	boardId,
	confidence,
	count,
	cveId,
	day,
	era,
	impact,
	major,
	month,
	sources,
	supportState,
	text,
	total,
	version,
	words,
} from './values.ts';

/** A major version with its first and latest release, for all boards or for one. */
export const majorMembers = {
	major,
	era,
	system_name: words.describe("Apple's name of the system, such as `macOS 14` or `System 6.0`."),
	release_name: words.nullable().describe('`Sonoma`; null for a major version without a name.'),
	first_version: version,
	first_released: day,
	latest_version: version,
	latest_released: day,
	release_count: total,
};

/** How long a major version gets updates. */
export const supportMembers = {
	support: supportState
		.nullable()
		.describe(
			"`current` for the newest major version, `maintained` for the two before it, `ended` (unsupported) for older ones. This is Apple's practice since 2016, which it has not published.",
		),
	ended_on: day.nullable().describe('The day the third newer major version came out.'),
	estimated_end: month
		.nullable()
		.describe('The month in which support is expected to end, while it has not.'),
	basis: text.nullable().describe('The reason for the day or the month.'),
	last_update: day.nullable().describe('The day of its last known build or release, server builds aside.'),
};

export const majorSummary = z
	.strictObject({
		...majorMembers,
		board_count: total,
		...supportMembers,
		latest_cve_count: count
			.nullable()
			.describe('CVEs that the latest release fixes; null if its list is not known.'),
		latest_exploited_count: count.nullable().describe('How many of them are known to be exploited.'),
		latest_security_article: address.nullable().describe("Apple's article about them."),
		exploited_closed: count
			.nullable()
			.describe(
				'Known exploited vulnerabilities fixed by the releases of this major version so far; null before 11.',
			),
		late_releases: z
			.array(z.strictObject({ version, released: day }))
			.describe('Releases after its end of support: exceptions that do not make it supported again.'),
	})
	.describe('A major version.');

export const newMac = z
	.strictObject({
		board_id: boardId,
		name: words,
		introduced: day,
		majors: z.array(major).min(1).describe('The major versions it runs, in version order.'),
	})
	.describe('A Mac that is new.');

export const recentChange = z
	.strictObject({
		major: major.nullable(),
		version: version.nullable(),
		board_id: text.nullable(),
		name: words.nullable().describe('Of a Mac, or of an update.'),
		cve_id: cveId.nullable(),
		day,
		kind: z
			.enum(['release', 'update', 'mac', 'end', 'exploited'])
			.describe(
				'`release`; `update` that keeps the version number; `mac` introduced; `end` of support of a major version; `exploited`: a vulnerability is known to be exploited.',
			),
	})
	.describe('A change. Members that do not apply are null.');

export const majorList = z
	.strictObject({
		count,
		as_of: day.describe('The day of the answer: today in UTC, if none was asked for.'),
		majors: z.array(majorSummary),
		newest_macs: z.array(newMac).max(8).describe('The Macs that were introduced last, newest first.'),
		recent: z.array(recentChange).describe('What changed in the last 31 days, newest first.'),
	})
	.describe('Every major version, and what is new.');

export const majorReleases = z
	.strictObject({
		...majorSummary.shape,
		releases: z.array(release).min(1).describe('In version order.'),
		exploited_cves: z
			.array(z.strictObject({ cve_id: cveId, fixed_in: version, fixed_on: day }))
			.describe(
				'The exploited vulnerabilities that the major fixed, each with its first release that has the fix, latest first.',
			),
		sources,
	})
	.describe('Every release of a major version.');

const releaseCve = z.strictObject({
	cve_id: cveId,
	exploited: z.boolean(),
	kev_added: day.nullable(),
	kev_due: day.nullable(),
	impact,
	first_fixed_in: version.describe(
		'The first release of the major version that fixes it: Apple lists some again.',
	),
	confidence,
});

export const releaseCves = z
	.strictObject({
		version,
		major,
		released: day,
		known: z
			.enum(['listed', 'partial', 'none', 'unknown'])
			.describe('`listed` (the whole list), `partial`, `none` (Apple published no CVE) or `unknown`.'),
		article: address.nullable().describe("Apple's article."),
		count: count.nullable().describe('Null when the list is unknown.'),
		exploited_count: count.nullable(),
		cves: z.array(releaseCve).describe('Known exploited vulnerabilities first, then by number.'),
		note: words.nullable(),
	})
	.describe('What one release fixes.');
