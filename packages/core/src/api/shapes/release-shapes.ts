import * as z from 'zod';
import {
	address,
	boardId,
	build,
	confidence,
	count,
	cveId,
	day,
	era,
	letter,
	major,
	month,
	note,
	precision,
	responseLabel,
	sources,
	sourceTokens,
	supportState,
	text,
	total,
	version,
	words,
} from './values.ts';

const buildMembers = {
	released: day.nullable().describe('The day it came out; null if not known.'),
	kind: z
		.enum(['release', 'factory', 'security update', 'supplemental'])
		.describe(
			'A security or supplemental update keeps the version number; a factory build shipped on new Macs.',
		),
	name: words.nullable().describe("Apple's name of the update."),
};

export const buildRecord = z
	.strictObject({ build, ...buildMembers })
	.describe('One public build of a release.');

export const securityResponse = z
	.strictObject({
		label: responseLabel.describe('As a Mac shows it.'),
		version: version.describe('The release that it patches.'),
		letter,
		kind: z
			.enum(['bsi', 'rsr'])
			.describe('Background Security Improvement (from 2026) or Rapid Security Response (2023).'),
		build: build.describe('The build that a Mac shows with it.'),
		base_build: build.describe('The build that it patches. Some inventories keep this one.'),
		released: day,
		withdrawn: z.boolean().describe('Withdrawn by Apple. A Mac that shows it has its fixes.'),
		superseded_by: version
			.nullable()
			.describe(
				'The first release that has its fixes; null while none does. Releases before it lack them, whatever their number.',
			),
		article: address.nullable().describe("Apple's article about it."),
		cve_ids: z.array(cveId).describe('What it fixes, and nothing else.'),
		board_ids: z.array(boardId).describe('The boards that it was offered to.'),
		confidence,
		sources: sourceTokens,
	})
	.describe(
		'A security response: a Background Security Improvement or Rapid Security Response. It patches one release, leaves its version as it is and adds a letter. It is not a release.',
	);

/** The kind of any build that can be asked about. */
export const anyBuildKind = z
	.enum([...buildMembers.kind.options, ...securityResponse.shape.kind.options])
	.describe(
		'A security or supplemental update keeps the version number; a factory build shipped on new Macs. `bsi` and `rsr` are security responses.',
	);

export const buildDetails = z
	.strictObject({
		build,
		version,
		...buildMembers,
		kind: anyBuildKind,
		later_updates: z.array(buildRecord).describe('Later updates that keep the version number, oldest first.'),
		response: securityResponse.nullable().describe('What it is, where it is a security response.'),
		responses: z.array(securityResponse).describe('The security responses that patch it.'),
		board_ids: z.array(boardId).nullable().describe('The boards it was made for; null if not known.'),
	})
	.describe('A build, and what comes after it inside its version.');

export const release = z
	.strictObject({
		version,
		major,
		released: day,
		last_patched: day
			.nullable()
			.describe('The day of the last update that kept the version number; null if there was none.'),
		precision: precision.describe('How much of the date is known.'),
		confidence,
		disputed: z.array(words).describe('Rejected dates with their sources.'),
		withdrawn: z.boolean().describe('Never offered as latest or next.'),
		pulled_on: day
			.nullable()
			.describe(
				'The last day on which Apple took it off its list; null if it never did. Until `listed_again_on` it is not an update target, and not the latest or next release of anything but the five operations.',
			),
		listed_again_on: day
			.nullable()
			.describe(
				'The day on which Apple listed it again after `pulled_on`; null while it is pulled, and if it never was.',
			),
		pulled_board_ids: z
			.array(boardId)
			.nullable()
			.describe(
				'In the list of a major version, the only boards it was pulled for; null if it was pulled for all, or never.',
			),
		only_board_ids: z
			.array(boardId)
			.nullable()
			.describe('The only boards it was made for; null if it was made for every board of the major version.'),
		builds: z
			.array(buildRecord)
			.describe('Every public build of this version, by day, without the server edition.'),
		responses: z
			.array(securityResponse)
			.describe('Security responses for this release, by letter; for a board, those that it was offered.'),
		cve_count: count
			.nullable()
			.describe(
				"Published fixes in this release; null if Apple's list is not known. `/releases/{version}/cves` lists them.",
			),
		exploited_count: count.nullable().describe('How many of them are known to be exploited.'),
		security_article: address.nullable().describe("Apple's article about them."),
		note,
		sources: sourceTokens,
	})
	.describe('One release.');

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
