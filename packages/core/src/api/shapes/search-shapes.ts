import * as z from 'zod';
import { boardKind, boardMembers, introduced } from './board-shapes.ts';
import { anyBuildKind, buildDetails } from './release-shapes.ts';
import { boardId, build, count, cveId, day, major, responseLabel, text, version, words } from './values.ts';

const exact = z
	.boolean()
	.describe(
		'Whether the search is a whole name, an identifier, a version or a build of this result and not part of one, or asks for it alone. If one result is exact, it is meant.',
	);

export const searchVerdict = z
	.strictObject({
		runs: z
			.boolean()
			.nullable()
			.describe(
				'Whether the Mac runs the version or major version in the search; null if the search names none, if that is not known, and for results that are no Mac.',
			),
		last: version
			.nullable()
			.describe(
				'The latest release of the major version in the search, if the Mac runs it, else of the Mac; of a release, that of its major version; null for a CVE or a view.',
			),
		text: words.describe('The answer to the search, in a few words without a full stop.'),
	})
	.describe('The answer that this result gives to the search.');
const verdict = searchVerdict;

const { kind: _, ...membersOfMac } = boardMembers;

export const macResult = z
	.strictObject({
		...membersOfMac,
		kind: z.literal('mac'),
		board_kind: boardKind,
		machine: words
			.nullable()
			.describe(
				'Which of the machines that share the number was found, for the parameter `machine`; null if that is not known.',
			),
		without_number: z.null(),
		version: text
			.nullable()
			.describe('The version that was searched for together with the Mac, as in `MacBook Air M1 14.7.2`.'),
		asked_major: major
			.nullable()
			.describe(
				'The major version that was searched for together with the Mac, as in `iMac 2017 macOS 15`, also that of `version`; null if none was.',
			),
		asked_major_latest: version
			.nullable()
			.describe(
				'Its latest release for this Mac; null if this Mac cannot run it, or if none was searched for.',
			),
		exact,
		verdict,
	})
	.describe('A Mac. `name` is the machine that matched best.');

export const macWithoutNumber = z
	.strictObject({
		board_id: z.null(),
		board_ids: z.array(boardId).max(0),
		kind: z.literal('mac'),
		name: words,
		introduced,
		without_number: z.strictObject({
			first_version: version.nullable(),
			last_version: version,
			ran: words.describe('What it ran, in a sentence.'),
			reason: words.describe('Why no number is known.'),
		}),
		exact,
		verdict,
	})
	.describe('A Mac without a known model number, and so without a board.');

export const releaseResult = z
	.strictObject({
		kind: z.literal('release'),
		version: words.describe('The release, or the major version such as `14`.'),
		major,
		is_major: z.boolean(),
		name: words,
		released: day,
		latest_version: version,
		latest_released: day,
		exact,
		verdict,
	})
	.describe('A release, or a major version.');

export const buildResult = z
	.strictObject({
		kind: z.literal('build'),
		build,
		version,
		major,
		released: buildDetails.shape.released,
		build_kind: anyBuildKind,
		name: buildDetails.shape.name,
		exact,
		verdict,
	})
	.describe('A build.');

export const cveResult = z
	.strictObject({
		kind: z.literal('cve'),
		cve_id: cveId,
		name: words,
		exploited: z.boolean(),
		fixed_in: z.array(version),
		fixed_in_responses: z
			.array(responseLabel)
			.describe('Security responses that fix it, each for its own version alone.'),
		fixed_before_11: z
			.array(text)
			.describe(
				'The releases and updates before 11 that fixed it, as people name them. Every release from 11 on has the fix.',
			),
		other_systems: z
			.array(text)
			.describe('The systems that Apple lists it for, such as iOS, if macOS is none of them; else empty.'),
		board_id: text.nullable().describe('The Mac in the search text, for `/cves/{cve_id}/{mac}:{version}`.'),
		mac: text.nullable().describe('The name of that Mac.'),
		version: text.nullable().describe('The version in the search text.'),
		exact,
		verdict,
	})
	.describe('A CVE.');

export const viewResult = z
	.strictObject({
		kind: z.literal('view'),
		name: words,
		path: z.string().regex(/^\//).describe('Its address below that of the service.'),
		exact,
		verdict,
	})
	.describe('A view of the page that answers the question, such as "end of support".');

export const searchResults = z
	.strictObject({
		query: words.describe('The search text, with single spaces.'),
		count: count.describe('How many results there are here.'),
		as_of: day
			.nullable()
			.describe(
				'The day that the search names, as in `macOS on 1 July 2012`, or that `as_of` asks for; null for today.',
			),
		total: count.describe('How many there are in total.'),
		offset: count.describe('How many results come before these.'),
		results: z.array(
			z.union([macResult, macWithoutNumber, releaseResult, buildResult, cveResult, viewResult]),
		),
		suggestions: z.array(words).describe('What to search for instead, if nothing was found.'),
		note: words
			.nullable()
			.describe(
				'Why nothing was found, if the search is for something that is not listed, such as a clone, a serial number or an order number; else null.',
			),
	})
	.describe('Macs, releases, builds and CVEs that match, best first.');
