import type { ExposureCounts, Knowledge } from '@pointrelease/core/src/advice/exposure/exposure.ts';
import type { ResponseStanding } from '@pointrelease/core/src/advice/installed.ts';
import type { Lateness } from '@pointrelease/core/src/advice/lateness/claim.ts';
import type { LateEvidenceRecord } from '@pointrelease/core/src/advice/lateness/evidence.ts';
import type { LateReason } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import type { MacLifecycle, MajorLifecycle } from '@pointrelease/core/src/advice/lifecycle.ts';
import type { Assessment } from '@pointrelease/core/src/advice/standing/assess.ts';
import type { Headline } from '@pointrelease/core/src/advice/standing/headline.ts';
import type { VersionStanding } from '@pointrelease/core/src/advice/standing/version-standing.ts';
import type { InstalledSafari } from '@pointrelease/core/src/catalog/safari.ts';
import type { FoundBy } from '@pointrelease/core/src/names/find-boards.ts';

/** Why a Mac has no standing: its model or version is unknown, several Macs match its model, or its row cannot be read. */
type ProblemKind = 'unknown' | 'ambiguous' | 'unreadable';

/** What is known about a Mac when its result is made. */
export interface MacFacts {
	readonly model: string | null;
	readonly modelName: string | null;
	/** The boards that the Mac may be. */
	readonly boardIds: readonly string[];
	readonly foundBy: FoundBy | null;
	readonly version: string | null;
	readonly build: string | null;
	readonly major: string | null;
	readonly versionStanding: VersionStanding | null;
	/** The Safari that the row reports. */
	readonly safari: InstalledSafari | null;
	/** How version and build contradict each other; null if they agree. */
	readonly doubt: string | null;
	/** What is true of the Mac on its version; null if one of them was not recognized. */
	readonly assessment: Assessment | null;
	readonly headline: Headline | null;
	readonly exposure: ExposureCounts;
	/** Until when the Mac gets updates at all. */
	readonly lifecycle: MacLifecycle | null;
	/** Until when its installed major gets updates. */
	readonly support: MajorLifecycle | null;
	readonly hasPolicy: boolean;
	readonly problemKind: ProblemKind | null;
	readonly problem: string | null;
	/** Why the Mac misses its policy. It depends on the Mac's own row, so it is added last (`withLateness`). */
	readonly lateness: Lateness | null;
}

/** What can differ between the Macs that a row may be, in the order in which a message names it. */
export const topics = [
	'update status',
	'target version',
	'deadline',
	'meeting the policy',
	'what to do',
	'missing fixes',
	'end of support',
	'security response',
] as const;

export type CellValue = string | number | boolean | readonly string[] | null;

/** A value of JSON alone. */
type JsonValue = CellValue | readonly LateEvidenceRecord[];

interface ResultColumn {
	readonly of: (facts: MacFacts) => JsonValue;
	/** The place in CSV files and workbooks, after the columns of the row; null if they leave it out. Never reuse or change one. */
	readonly place: number | null;
	readonly topic?: (typeof topics)[number];
}

/**
 * What all Macs with the same cells have in common: the members of JSON in their order, and the columns of tables. To add one,
 * write its entry at the end, with the next place.
 */
export const resultColumns = {
	model: { place: 0, of: ({ model }) => model },
	model_name: { place: 1, of: ({ modelName }) => modelName },
	/** The boards that the Mac may be. */
	board_ids: { place: 2, of: ({ boardIds }) => boardIds },
	found_by: { place: 3, of: ({ foundBy }) => foundBy },
	version: { place: 4, of: ({ version }) => version },
	build: { place: 5, of: ({ build }) => build },
	major: { place: null, of: ({ major }) => major },
	/** As in `/advice`; for a Mac that is not recognized, the standing of the version alone. */
	version_standing: { place: 21, topic: 'update status', of: ({ versionStanding }) => versionStanding },
	standing: { place: 6, topic: 'update status', of: ({ assessment }) => assessment?.standing ?? null },
	/** The release that the policy requires; null without a policy, which asks for nothing. */
	target_version: {
		place: 7,
		topic: 'target version',
		of: ({ assessment, hasPolicy }) => (hasPolicy ? (assessment?.target?.version ?? null) : null),
	},
	/** The release to update to, as in `/advice`: the target of the policy or, without one, what keeps the Mac supported. */
	recommended_version: { place: 34, topic: 'what to do', of: ({ headline }) => headline?.version ?? null },
	deadline: { place: 8, topic: 'deadline', of: ({ assessment }) => assessment?.deadline ?? null },
	days_overdue: { place: 9, topic: 'deadline', of: ({ assessment }) => assessment?.daysOverdue ?? null },
	/** The oldest deadline that the Mac missed. */
	overdue_since: { place: 10, topic: 'deadline', of: ({ assessment }) => assessment?.overdueSince ?? null },
	meets_policy: {
		place: 11,
		topic: 'meeting the policy',
		of: ({ assessment }) => assessment?.meetsPolicy ?? null,
	},
	blocked_by: { place: 12, topic: 'what to do', of: ({ assessment }) => assessment?.blockedBy ?? null },
	releases_behind: {
		place: 13,
		topic: 'update status',
		of: ({ assessment }) => assessment?.releasesBehind ?? null,
	},
	/** How long the next release of its major has been out. */
	days_behind: { place: 14, topic: 'update status', of: ({ assessment }) => assessment?.daysBehind ?? null },
	/** For several possible boards, `unknown` only if it is unknown for all of them. */
	exposure_known: { place: 22, topic: 'missing fixes', of: ({ exposure }): Knowledge => exposure.knowledge },
	missing_count: { place: 15, topic: 'missing fixes', of: ({ exposure }) => exposure.missingCount },
	exploited_missing_count: {
		place: 16,
		topic: 'missing fixes',
		of: ({ exposure }) => exposure.exploitedMissingCount,
	},
	/** Fixed in newer majors; this one has had no release since. */
	fixed_elsewhere_count: {
		place: 23,
		topic: 'missing fixes',
		of: ({ exposure }) => exposure.fixedElsewhereCount,
	},
	fixed_elsewhere_exploited_count: {
		place: 24,
		topic: 'missing fixes',
		of: ({ exposure }) => exposure.fixedElsewhereExploitedCount,
	},
	/** Fixed in newer majors; the later releases of this one do not list them. */
	not_stated_count: { place: 31, topic: 'missing fixes', of: ({ exposure }) => exposure.notStatedCount },
	not_stated_exploited_count: {
		place: 32,
		topic: 'missing fixes',
		of: ({ exposure }) => exposure.notStatedExploitedCount,
	},
	/** The newest major that can run on the Mac, and when its support ended or is expected to end: replace the Mac by then. */
	last_major: { place: 17, topic: 'end of support', of: ({ lifecycle }) => lifecycle?.lastMajor ?? null },
	ended_on: { place: 18, topic: 'end of support', of: ({ lifecycle }) => lifecycle?.endedOn ?? null },
	estimated_end: {
		place: 19,
		topic: 'end of support',
		of: ({ lifecycle }) => lifecycle?.estimatedEnd ?? null,
	},
	/** The same for the installed major: `ended_on` and `estimated_end` of `/advice`. */
	major_ended_on: { place: 29, topic: 'end of support', of: ({ support }) => support?.endedOn ?? null },
	major_estimated_end: {
		place: 30,
		topic: 'end of support',
		of: ({ support }) => support?.estimatedEnd ?? null,
	},
	/** What to do about the Mac, as in `/advice`: for programs, and in words. Null if that is unknown. */
	action: { place: 33, topic: 'what to do', of: ({ headline }) => headline?.action ?? null },
	headline: { place: 28, of: ({ headline }) => headline?.words ?? null },
	/** How version and build contradict each other; null if they agree. */
	doubt: { place: 25, of: ({ doubt }) => doubt },
	problem_kind: { place: null, of: ({ problemKind }) => problemKind },
	problem: { place: 20, of: ({ problem }) => problem },
	/** The letter of the installed security response; null without one, or if it is unknown. */
	response: {
		place: 26,
		topic: 'security response',
		of: ({ assessment }) => assessment?.response.installed?.letter ?? null,
	},
	/** Whether it is the latest of its release; `not-reported` if the row has no letter and one may be installed. */
	response_standing: {
		place: 27,
		topic: 'security response',
		of: ({ assessment }): ResponseStanding | null => assessment?.response.standing ?? null,
	},
	/** Why the Mac misses its policy: a code of `lateReasons`, in words, the one next step, and what that rests on. */
	late_reason: { place: 35, of: ({ lateness }): LateReason | null => lateness?.reason ?? null },
	late_words: { place: 36, of: ({ lateness }) => lateness?.sentence ?? null },
	late_step: { place: 37, of: ({ lateness }) => lateness?.step ?? null },
	late_evidence: {
		place: null,
		of: ({ lateness }): readonly LateEvidenceRecord[] | null => lateness?.evidence ?? null,
	},
	/** The installed Safari, its bundle version, and the latest that the major is offered, as in `/advice`. */
	safari: { place: 38, of: ({ safari }) => safari?.version ?? null },
	safari_build: { place: null, of: ({ safari }) => safari?.bundle ?? null },
	latest_safari: { place: 39, of: ({ assessment }) => assessment?.safari.latest?.version ?? null },
	/** How many of the missing fixes an update of Safari brings; null if the Safari is not known and would decide some. */
	safari_missing_count: {
		place: 40,
		topic: 'missing fixes',
		of: ({ exposure }) => exposure.safariMissingCount,
	},
	safari_missing_exploited_count: {
		place: 41,
		topic: 'missing fixes',
		of: ({ exposure }) => exposure.safariMissingExploitedCount,
	},
	/** How many CVEs the Safari would decide if it was known. */
	safari_not_reported_count: {
		place: 42,
		topic: 'missing fixes',
		of: ({ exposure }) => exposure.safariUndecidedCount,
	},
	safari_not_reported_exploited_count: {
		place: null,
		topic: 'missing fixes',
		of: ({ exposure }) => exposure.safariUndecidedExploitedCount,
	},
} as const satisfies Readonly<Record<string, ResultColumn>>;

export type ResultMember = keyof typeof resultColumns;

export const resultMembers = Object.keys(resultColumns) as readonly ResultMember[];

/** The members in CSV files and workbooks, in the order of the columns. */
export const tableMembers: readonly ResultMember[] = resultMembers
	.filter((member) => resultColumns[member].place !== null)
	.toSorted((a, b) => resultColumns[a].place! - resultColumns[b].place!);

/** The members about a topic. */
export function membersAbout(topic: (typeof topics)[number]): readonly ResultMember[] {
	return resultMembers.filter((member) => {
		const column: ResultColumn = resultColumns[member];
		return column.topic === topic;
	});
}
