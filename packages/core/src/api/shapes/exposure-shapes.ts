import * as z from 'zod';
import {
	anyVersion,
	boardId,
	boardIdsOfMacs,
	build,
	count,
	cveId,
	day,
	impact,
	letter,
	major,
	releaseOrResponse,
	safariVersion,
	text,
	words,
} from './values.ts';

export const knowledge = z.enum(['complete', 'lower-bound', 'unknown']);

/** What newer major versions fix and this one does not list: Apple has not said whether it is affected. */
export const silentCounts = {
	fixed_elsewhere_count: count
		.nullable()
		.describe(
			'CVEs fixed in newer major versions while this one has had no release with a complete list since. Apple has not said whether this one is affected, so they are not counted as missing.',
		),
	fixed_elsewhere_exploited_count: count.nullable().describe('How many of them are exploited.'),
	not_stated_count: count
		.nullable()
		.describe(
			'CVEs that newer major versions fix and that the complete lists of this one, published since while it was supported, do not name. That does not prove that it is safe.',
		),
	not_stated_exploited_count: count.nullable().describe('How many of them are exploited.'),
};

/** The Safari of one Mac. */
export const safariMembers = {
	safari: safariVersion.nullable().describe('The version of Safari that was asked with; null without one.'),
	latest_safari: safariVersion
		.nullable()
		.describe(
			'The latest Safari that this major version is offered. Null for the newest one, which has its Safari with it.',
		),
	latest_safari_released: day.nullable(),
	safari_ended: z
		.boolean()
		.describe(
			'Whether that is the last one: newer versions of Safari came out for newer major versions alone.',
		),
	safari_missing_count: count
		.nullable()
		.describe(
			'How many of the missing fixes an update of Safari brings. Null if `safari` is, and this major version gets fixes by Safari alone.',
		),
	safari_missing_exploited_count: count.nullable().describe('How many of them are exploited.'),
	safari_not_reported_count: count
		.nullable()
		.describe(
			'How many CVEs a Safari would decide: this major version gets their fix by Safari alone, and it is not said well enough which Safari the Mac has. Those that a newer major version fixes, too, are also in the counts above.',
		),
	safari_not_reported_exploited_count: count.nullable().describe('How many of them are exploited.'),
};

/** The security responses of one Mac. */
export const responseMembers = {
	response: letter
		.nullable()
		.describe(
			'The letter of the security response that the Mac reported by letter or build; null where none is known.',
		),
	response_standing: z
		.enum(['latest', 'behind', 'not-reported', 'unknown'])
		.nullable()
		.describe(
			'Whether that is the latest one for its release on this Mac. `not-reported`: one is out, and neither letter nor build says whether it is installed; its fixes count as missing. `unknown`: a letter or build was reported that is not known here. Null where there is none.',
		),
	latest_response: letter
		.nullable()
		.describe('The latest security response for the installed release on this Mac.'),
	latest_response_build: build.nullable(),
	latest_response_released: day.nullable(),
};

export const maybeFixedCount = count
	.nullable()
	.describe(
		'How many of the missing fixes a security response of this version has that may be installed, because no letter was reported.',
	);

const missingFix = z.strictObject({
	cve_id: cveId,
	fixed_in: releaseOrResponse
		.nullable()
		.describe(
			'The first that has it on this Mac, or the first of all if this Mac is offered none: a release, or a security response such as `26.3.1 (a)`. Null for a fix that comes by Safari.',
		),
	fixed_on: day,
	fixed_in_build: build.nullable().describe('The build of that security response; null for a release.'),
	install: releaseOrResponse
		.nullable()
		.describe(
			'The nearest release or security response that this Mac can install and that has the fix; null if it is offered none, and for a fix that comes by Safari.',
		),
	install_safari: safariVersion
		.nullable()
		.describe(
			'The first Safari with the fix that this Mac is offered, for a fix that comes by Safari; else null.',
		),
	exploited: z.boolean().describe("Listed in CISA's KEV catalog, or reported by Apple, on `as_of`."),
	kev_added: day.nullable().describe("The day it was added to CISA's KEV catalog."),
	kev_due: day.nullable().describe("CISA's due date."),
	impact,
});

export const exposure = z
	.strictObject({
		board_id: boardId,
		board_ids: boardIdsOfMacs,
		version: anyVersion,
		major,
		as_of: day,
		known: knowledge.describe(
			'`complete` if all lists of fixes are known, `lower-bound` if one is not. `unknown` before 11, and for a version or a security response that is not known: the counts are then null.',
		),
		missing_count: count
			.nullable()
			.describe(
				'CVEs fixed in later releases and security responses of this major version and, with `safari`, in later versions of Safari.',
			),
		exploited_missing_count: count.nullable().describe('How many of them are exploited.'),
		exposed_days: count
			.nullable()
			.describe('How long the first missing fix has been out; 0 if none is missing.'),
		missing: z.array(missingFix).describe('Known exploited vulnerabilities first, then by day.'),
		fixed_elsewhere_count: silentCounts.fixed_elsewhere_count,
		fixed_elsewhere_exploited_count: silentCounts.fixed_elsewhere_exploited_count,
		fixed_elsewhere_exploited: z.array(cveId).describe('The exploited ones among them.'),
		not_stated_count: silentCounts.not_stated_count,
		not_stated_exploited_count: silentCounts.not_stated_exploited_count,
		not_stated_exploited: z.array(cveId).describe('The exploited ones among them.'),
		...safariMembers,
		...responseMembers,
		maybe_fixed_count: maybeFixedCount,
		doubt: text
			.nullable()
			.describe('How version and build contradict each other, as in `/advice`; null if they do not.'),
		summary: words,
	})
	.describe('The fixes a Mac is missing. All members are always present.');
