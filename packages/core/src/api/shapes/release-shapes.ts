import * as z from 'zod';
import {
	address,
	boardId,
	build,
	confidence,
	count,
	cveId,
	day,
	letter,
	major,
	note,
	precision,
	responseLabel,
	sourceTokens,
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

export const installer = z
	.strictObject({
		kind: z
			.enum(['full', 'restore', 'update-only'])
			.describe(
				'`full` is the whole installer, `restore` an image for Macs with Apple silicon; `update-only` needs an earlier system on the Mac, and is one of several addresses.',
			),
		build,
		url: address.describe("The address on Apple's servers, from public lists. Nothing is downloaded here."),
		size: total.nullable().describe('In bytes; null if not listed.'),
	})
	.describe('Where a build can be had from Apple.');

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
		installers: z
			.array(installer)
			.describe(
				'Where it can be had from Apple, by build and kind; for a board, what is for it. Empty if no address is known, which does not say that there is none.',
			),
		installer_note: words
			.nullable()
			.describe('What to install first if it can only be had as an update; otherwise null.'),
		note,
		sources: sourceTokens,
	})
	.describe('One release.');
