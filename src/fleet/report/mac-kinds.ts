import { capitalized, standingWords, verdictWords } from '@pointrelease/core/src/advice/verdict-words.ts';
import { isSafariBehind } from '@pointrelease/core/src/catalog/safari.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { isExcepted } from '../history/exception.ts';
import type { MacResult } from '../judging/mac-result.ts';
import { isDue } from './replacement-due.ts';

/** What besides its result decides which kinds a Mac is of. */
export interface KindContext {
	readonly asOf: string;
	readonly hasPolicy: boolean;
}

/** A kind of Macs: how it is called, counted, colored and filtered, wherever a report shows it. */
export interface MacKind {
	/** Its name in addresses of the page. */
	readonly id: string;
	/** What such Macs are, after their number. */
	readonly label: string;
	readonly tone?: 'current' | 'behind' | 'ended' | 'wrong' | 'late';
	readonly has: (result: MacResult, context: KindContext) => boolean;
	/** What the first line of a report says of so many Macs. */
	readonly sentence?: (macs: string, isOne: boolean) => string;
	/** The place among the Macs that need attention; absent for kinds that need none. */
	readonly place?: number;
	/** Needs attention only if there is a policy. */
	readonly ofPolicy?: boolean;
	/** Listed only if there are such Macs. The absence of other kinds is news. */
	readonly isRare?: boolean;
}

const are = (isOne: boolean) => (isOne ? 'is' : 'are');

const standing = (name: keyof typeof standingWords) => ({
	id: name,
	label: standingWords[name],
	has: ({ standing, problem_kind }: MacResult) => (standing ?? problem_kind ?? 'unknown') === name,
});

/**
 * The kinds that a summary counts, under the names and in the order of its members. To add one, write its entry at the end: counts,
 * texts, tiles and filters are made from it.
 */
export const countedKinds = {
	current: { ...standing('current'), tone: 'current' },
	behind: {
		...standing('behind'),
		tone: 'behind',
		sentence: (macs, isOne) => `${macs} ${are(isOne)} ${verdictWords.behind}`,
	},
	ended: {
		...standing('ended'),
		tone: 'ended',
		sentence: (macs, isOne) => `${macs} ${isOne ? 'runs' : 'run'} an ${verdictWords.unsupported} macOS`,
	},
	unknown: standing('unknown'),
	ambiguous: standing('ambiguous'),
	unreadable: standing('unreadable'),
	/** Macs that missed a deadline, without those that have an exception. */
	overdue: {
		id: 'overdue',
		label: verdictWords.overdue,
		tone: 'wrong',
		place: 5,
		has: (result) => result.overdue_since !== null && !isExcepted(result),
	},
	/** Macs that miss a fix of their own major for an exploited vulnerability. */
	exploited: {
		id: 'exploited',
		label: verdictWords.fixAvailable,
		tone: 'wrong',
		place: 1,
		has: ({ exploited_missing_count: count }) => (count ?? 0) > 0,
		sentence: (macs, isOne) => `${macs} ${are(isOne)} exposed to known exploited vulnerabilities`,
	},
	/** Macs with exploited vulnerabilities that only newer majors fix. A Mac may also count as `exploited`. */
	exploited_elsewhere: {
		id: 'elsewhere',
		label: verdictWords.upgradeRequired,
		tone: 'wrong',
		place: 2,
		has: ({ fixed_elsewhere_exploited_count: count }) => (count ?? 0) > 0,
		sentence: (macs, isOne) => `${macs} ${isOne ? 'needs' : 'need'} a macOS upgrade to fix theirs`,
	},
	/** Macs with exploited vulnerabilities that newer majors fix and that later releases of their own major do not list. */
	exploited_not_stated: {
		id: 'not-stated',
		label: verdictWords.possiblyExposed,
		tone: 'late',
		place: 3,
		isRare: true,
		has: ({ not_stated_exploited_count: count }) => (count ?? 0) > 0,
	},
	/** Macs whose missing fixes are unknown. */
	exposure_unknown: {
		id: 'not-known',
		label: 'exposure not known',
		tone: 'wrong',
		place: 4,
		has: ({ missing_count }) => missing_count === null,
		sentence: (macs) => `${macs} could not be checked`,
	},
	/** Macs on a version above all releases of its major in the data, which may be old. */
	newer: {
		id: 'newer',
		label: verdictWords.newer,
		place: 10,
		isRare: true,
		has: ({ version_standing }) => version_standing === 'newer',
	},
	beta: {
		id: 'beta',
		label: 'on a beta',
		place: 11,
		isRare: true,
		has: ({ version_standing }) => version_standing === 'beta',
	},
	/** Macs whose version and build contradict each other. */
	doubtful: {
		id: 'doubtful',
		label: 'version and build contradict each other',
		place: 12,
		isRare: true,
		has: ({ doubt }) => doubt !== null,
	},
	/** Macs on the latest release of their major that do not report whether its security response is installed. */
	response_not_reported: {
		id: 'response',
		label: 'security response not reported',
		place: 13,
		isRare: true,
		has: ({ response_standing, releases_behind }) =>
			response_standing === 'not-reported' && releases_behind === 0,
	},
	meets_policy: {
		id: 'met',
		label: verdictWords.meetPolicy,
		tone: 'current',
		has: ({ meets_policy }) => meets_policy === true,
	},
	misses_policy: {
		id: 'missed',
		label: verdictWords.missPolicy,
		tone: 'behind',
		place: 6,
		ofPolicy: true,
		has: ({ meets_policy }) => meets_policy === false,
		sentence: (macs, isOne) => `${macs} ${isOne ? verdictWords.missesPolicy : verdictWords.missPolicy}`,
	},
	/** Macs whose last major ends within a year, or has ended. */
	to_replace: {
		id: 'to-replace',
		label: 'to replace within 12 months',
		place: 9,
		has: (result, { asOf }) => isDue(result, asOf),
	},
	/** Macs that missed a deadline and have an exception. */
	excepted: {
		id: 'excepted',
		label: 'past a deadline, with an exception',
		place: 14,
		ofPolicy: true,
		isRare: true,
		has: (result) => result.overdue_since !== null && isExcepted(result),
	},
	/** Macs whose Safari is behind the latest that their major is offered. */
	safari_behind: {
		id: 'safari',
		label: verdictWords.safariBehind,
		tone: 'late',
		place: 15,
		isRare: true,
		has: ({ safari, latest_safari: latest }) => isSafariBehind(safari ?? null, latest ?? null),
		sentence: (macs, isOne) => `${macs} ${isOne ? 'has' : 'have'} a Safari that is behind`,
	},
} as const satisfies Readonly<Record<string, MacKind>>;

export type CountedKind = keyof typeof countedKinds;
export const kindEntries = Object.entries<MacKind>(countedKinds) as readonly [CountedKind, MacKind][];

/** The Macs that neither the policy nor, without one, their version says anything about: all that the others leave. */
export const notJudged: MacKind = {
	id: 'not-judged',
	label: verdictWords.notJudged,
	place: 7,
	ofPolicy: true,
	has: ({ meets_policy, standing }, { hasPolicy }) => (hasPolicy ? meets_policy : standing) === null,
};

/** Macs that were last seen so long ago that they may have changed since. That follows from their row, not from the result. */
export function staleKind(staleDays: number): Omit<MacKind, 'has'> & { readonly place: number } {
	return { id: 'stale', label: `not seen for ${counted(staleDays, 'day')}`, place: 8 };
}

/** The title of a column with the number of such vulnerabilities. */
export function kindTitle(member: CountedKind): string {
	return capitalized(countedKinds[member].label);
}
