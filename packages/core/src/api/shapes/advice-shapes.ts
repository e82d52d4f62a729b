import * as z from 'zod';
import {
	knowledge,
	maybeFixedCount,
	responseMembers,
	safariMembers,
	silentCounts,
} from './exposure-shapes.ts';
import { problem } from './problem-shape.ts';
import {
	anyVersion,
	boardId,
	boardIdsOfMacs,
	build,
	count,
	day,
	major,
	month,
	policyName,
	supportState,
	text,
	version,
	words,
} from './values.ts';

export const advice = z
	.strictObject({
		board_id: boardId,
		version: anyVersion.describe(
			'In its usual spelling: `14.0` for `14.0.0`. A bare major version such as `14` stays what it is.',
		),
		version_standing: z
			.enum(['known', 'withdrawn', 'newer', 'unknown', 'not-for-board', 'beta'])
			.describe(
				"`known`: a release for this board; `withdrawn`, or no longer offered by Apple's list; `newer`: a number above every release of its major version that was out on `as_of`, up to x.12.15; `unknown`: any other number that no release has, a bare major version, or a major version that does not exist; `not-for-board`: a release for other boards; `beta`, by its build.",
			),
		major,
		released: day.nullable(),
		is_current: z
			.boolean()
			.nullable()
			.describe(
				'Whether it is the latest release of its major version that this board is offered, with nothing known to be missing; null if the board does not run the major version, for a number that no release has, and for a withdrawn release that nothing came after.',
			),
		next_version: version.nullable().describe('The next release for this board; null if there is none.'),
		next_released: day.nullable(),
		latest_version: version
			.nullable()
			.describe(
				'The latest of its major version that this board is offered; null if it is offered none, such as a new Mac with the release from the factory.',
			),
		latest_released: day.nullable(),
		releases_behind: count.nullable().describe('How many releases of its major version came after it.'),
		days_behind: count.nullable().describe('How many days the next release has been out.'),
		latest_major: major
			.nullable()
			.describe('The newest major version of which this board is offered a release.'),
		latest_major_version: version.nullable(),
		latest_major_released: day.nullable(),
		majors_behind: count.describe('How many newer major versions this board is offered.'),
		as_of: day,
		defer_days: count,
		behind: count,
		target_major: major.nullable(),
		target_version: version
			.nullable()
			.describe(
				"The release the policy requires: the latest of the Mac's own major version if that is allowed, else of the oldest allowed one. Null if nothing is old enough.",
			),
		target_released: day.nullable(),
		meets_target: z.boolean().nullable().describe('Whether the version is the target or newer.'),
		board_ids: boardIdsOfMacs.describe(
			'Every identifier of the Macs with this name: the answer is the same for all. `board_id` is the first.',
		),
		standing: z
			.enum(['current', 'behind', 'ended'])
			.nullable()
			.describe(
				'The update status: `current` on the latest release of its major version or newer with nothing known to be missing, `behind`, or `ended` on an unsupported major version, whatever its release. Null if the board does not run the major version, for a number that no release has, and for a withdrawn release that nothing came after.',
			),
		support: supportState
			.nullable()
			.describe(
				'Support of the major version: `current`, `maintained` or `ended` (unsupported). Null while it has no release.',
			),
		ended_on: day.nullable().describe('The day of end of support: the third newer major version came out.'),
		estimated_end: month
			.nullable()
			.describe(
				'The month in which end of support is expected: an estimate, because Apple publishes no date.',
			),
		policy: text.nullable().describe('The named policy that was asked for.'),
		defer_major_days: count,
		exclude: z.array(text),
		grace_days: count.nullable(),
		exploited_grace_days: count.nullable(),
		target_since: day
			.nullable()
			.describe(
				'The day the release became the target: its release day plus the deferral or, if the Mac must change its major version, the day that major version became the oldest allowed one, whichever is later.',
			),
		closes_exploited: z
			.boolean()
			.nullable()
			.describe(
				'Whether the target, or a release on the way to it, fixes a known exploited vulnerability that this Mac is missing or, if it must change its major version, that is not stated for its own.',
			),
		deadline: day
			.nullable()
			.describe(
				'`target_since` plus the grace days. Grace for an exploited vulnerability counts from the day its exploitation became known if that is later. Null without grace days, and for a Mac at its target or above.',
			),
		enforced_on: day
			.nullable()
			.describe(
				'The day that enforcement files carry for this Mac: the deadline, but never before tomorrow. Null without a deadline.',
			),
		days_left: count
			.nullable()
			.describe('Days until the deadline; null for a late Mac, at the target, and without a deadline.'),
		days_overdue: z.int().min(1).nullable().describe('Days since `overdue_since`.'),
		overdue_since: day
			.nullable()
			.describe(
				'The oldest deadline that the Mac missed among the releases above its own that were its target on some day: a newer release does not reset it.',
			),
		meets_policy: z
			.boolean()
			.nullable()
			.describe(
				'Whether the Mac meets the policy. False if hardware blocks it; null without a policy, for a beta, for a number that no release has, and instead of true if the build contradicts the version.',
			),
		blocked_by: z
			.enum(['hardware'])
			.nullable()
			.describe('`hardware` if the Mac cannot run a version as new as the policy requires.'),
		exposure_known: knowledge.describe(
			'`complete` if all lists of fixes are known, `lower-bound` if one is not, `unknown` before 11, for betas, for a number or a security response that is not known, and if the Mac does not run the version.',
		),
		missing_count: count
			.nullable()
			.describe(
				'CVEs that later releases of this major version and, with `safari`, of Safari fix on this Mac; null if not known.',
			),
		exploited_missing_count: count.nullable().describe('How many of them are exploited.'),
		...silentCounts,
		...safariMembers,
		build: z
			.string()
			.regex(/^\d{1,3}[A-Z]\d{1,7}[A-Za-z]?$/)
			.nullable()
			.describe('The build in the request.'),
		updates_behind: count
			.nullable()
			.describe('How many updates of this version the Mac is missing; null without a known build.'),
		next_build: build.nullable().describe('The first of them.'),
		next_build_released: day.nullable(),
		latest_build: build.nullable().describe('The last of them.'),
		latest_build_released: day.nullable(),
		action: z
			.enum(['none', 'update', 'update-then-replace', 'replace', 'check'])
			.describe(
				'What to do: nothing; update; update to the last release for this Mac, then plan a replacement; replace it, because nothing newer comes; or check the version, which does not fit this Mac, or the build, which Apple replaced. A policy decides if there is one; otherwise what keeps the Mac supported.',
			),
		recommended_version: text
			.nullable()
			.describe(
				'The release to update to; null if there is none. It is the version itself if an update keeps the version number.',
			),
		...responseMembers,
		maybe_fixed_count: maybeFixedCount,
		doubt: z
			.string()
			.max(300)
			.nullable()
			.describe(
				'How version and build contradict each other, in a sentence. A known build decides. If the build is not known, the version counts, but the Mac does not count as meeting a policy.',
			),
		headline: words.describe('The action in plain words, without a full stop.'),
		reason: words.describe('Why, in one sentence.'),
		summary: words.describe('The advice in plain words: the headline, the reason, and everything else.'),
	})
	.describe('The update status of a Mac, and what to do. All members are always present.');

const decides = z.enum(['allowed', 'always-on', 'always-off']).optional();

const updateSettings = z
	.strictObject({
		notifications: z.boolean().optional(),
		automatic_download: decides,
		automatic_os_updates: decides,
		automatic_security_updates: decides,
		security_improvements: z.boolean().optional(),
		security_improvements_removable: z.boolean().optional(),
		standard_users_update: z.boolean().optional(),
		defer_system_days: count.optional(),
		beta_enrollment: z.enum(['allowed', 'always-off']).optional(),
	})
	.describe('How Macs themselves handle updates; what is absent is left to the Mac.');

export const policyList = z
	.strictObject({
		count,
		policies: z.array(
			z.strictObject({
				name: policyName,
				description: text.nullable(),
				behind: count,
				defer_days: count,
				defer_major_days: count,
				exclude: z.array(anyVersion),
				grace_days: count.nullable(),
				exploited_grace_days: count.nullable(),
				enrollment_grace_days: count.nullable(),
				settings: updateSettings,
			}),
		),
	})
	.describe('The named policies.');

export const adviceOutcome = z.strictObject({
	item: text.describe('The item as it was asked for.'),
	status: z.int().describe('What `/advice/{board_version}` would have answered with.'),
	advice: advice.nullable().describe('Null if there is none.'),
	problem: problem.nullable().describe('Why there is no advice; null if there is.'),
});

export const adviceList = z.strictObject({
	count: z.int().min(1).max(100),
	items: z.array(adviceOutcome),
});
