import { addDays } from '@pointrelease/core/src/text/day.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { MacResult } from '../../../fleet/judging/mac-result.ts';
import { bucketOf, noGroup, overdueTitle } from '../../../fleet/report/groups.ts';
import { isDue } from '../../../fleet/report/replacement-due.ts';
import type { CompactMac, CompactReport } from '../../../fleet/report/report.ts';
import { cannotTell } from '../../../fleet/report/summary.ts';
import { stateNames, stateOf, states } from './report-parts.ts';

type Test = (answer: MacResult, mac: CompactMac) => boolean;

/** A kind of Macs that the table can filter by, and how many there are. */
export interface MacKind {
	readonly id: string;
	readonly label: string;
	readonly macs: number;
	/** The color of its tile. */
	readonly tone: 'current' | 'behind' | 'ended' | 'wrong' | '';
	readonly has: Test;
}

/** The tiles: verdicts if there is a policy, else update status, with exploited and unsupported Macs in between. */
export function tileKinds({ policy, summary }: CompactReport): MacKind[] {
	const {
		macs,
		misses_policy: missesPolicy,
		meets_policy: meetsPolicy,
		exploited,
		ended,
		behind,
		current,
	} = summary;
	const isState =
		(state: string): Test =>
		(answer) =>
			stateOf(answer) === state;
	const dangers: MacKind[] = [
		{
			id: 'exploited',
			label: 'exploited',
			macs: exploited,
			tone: 'wrong',
			has: ({ exploited_missing_count: count }) => (count ?? 0) > 0,
		},
		{ id: 'ended', label: 'unsupported', macs: ended, tone: 'ended', has: isState('ended') },
	];
	const has = (meets: boolean | null): Test => {
		return ({ meets_policy }) => meets_policy === meets;
	};
	return policy
		? [
				{ id: 'missed', label: 'miss', macs: missesPolicy, tone: 'behind', has: has(false) },
				...dangers,
				{
					id: 'not-judged',
					label: 'not judged',
					macs: macs - missesPolicy - meetsPolicy,
					tone: '',
					has: has(null),
				},
				{ id: 'met', label: 'meet', macs: meetsPolicy, tone: 'current', has: has(true) },
			]
		: [
				{ id: 'behind', label: 'behind', macs: behind, tone: 'behind', has: isState('behind') },
				...dangers,
				{
					id: 'not-judged',
					label: 'not known',
					macs: macs - behind - ended - current,
					tone: '',
					has: ({ standing }) => standing === null,
				},
				{ id: 'current', label: 'current', macs: current, tone: 'current', has: isState('current') },
			];
}

/** Other kinds of Macs that need attention, without empty kinds. */
export function otherKinds({ summary, as_of, stale_days }: CompactReport): MacKind[] {
	const staleBefore = addDays(as_of, -stale_days);
	const kinds: [id: string, label: string, macs: number | undefined, has: Test][] = [
		['overdue', 'missed a deadline', summary.overdue, ({ overdue_since }) => overdue_since !== null],
		[
			'elsewhere',
			'exploited, need a newer macOS',
			summary.exploited_elsewhere,
			({ fixed_elsewhere_exploited_count: count }) => (count ?? 0) > 0,
		],
		[
			'not-stated',
			'exploited, fix not listed for their macOS',
			summary.exploited_not_stated,
			({ not_stated_exploited_count: count }) => (count ?? 0) > 0,
		],
		[
			'not-known',
			'with unknown exposure',
			summary.exposure_unknown,
			({ missing_count }) => missing_count === null,
		],
		['to-replace', 'to replace within 12 months', summary.to_replace, (answer) => isDue(answer, as_of)],
		[
			'stale',
			`not seen for ${counted(stale_days, 'day')}`,
			summary.stale,
			(_, [, , , , seen]) => seen !== null && seen < staleBefore,
		],
		['newer', 'newer than any known release', summary.newer, isOn('newer')],
		['beta', 'on a beta', summary.beta, isOn('beta')],
		['response', 'security response not reported', summary.response_not_reported, cannotTell],
		['doubtful', 'version and build contradict each other', summary.doubtful, ({ doubt }) => doubt !== null],
	];
	return kinds.flatMap(([id, label, macs = 0, has]) =>
		macs > 0 ? [{ id, label, macs, tone: '' as const, has }] : [],
	);
}

function isOn(standing: MacResult['version_standing']): Test {
	return ({ version_standing }) => version_standing === standing;
}

/** A chosen bar or kind, which filters the table. */
export interface Pick {
	/** Its name beside the table. */
	readonly label: string;
	readonly has: Test;
}

/** The label of a chosen bar, by chart. */
const bars: Readonly<Record<keyof typeof bucketOf, string>> = {
	version: 'Version',
	model: 'Model',
	behind: 'Next release out',
	overdue: overdueTitle,
	quarter: 'End of support',
	year: 'End of support',
};

export type BarKind = keyof typeof bars | 'group';

/** The bar that an address names, as in `version:26.7.2`; null for none. */
export function pickOf(report: CompactReport, text: string): Pick | null {
	const [, kind = '', id = ''] = /^(\w+):(.*)$/.exec(text) ?? [];
	if (kind === 'group' && report.group_by !== undefined) {
		const at = report.kept_columns?.indexOf(report.group_by) ?? -1;
		return { label: `${report.group_by}: ${id}`, has: (_, mac) => (mac[6]?.[at] || noGroup) === id };
	}
	if (!Object.hasOwn(bars, kind)) return null;
	const bucket = bucketOf[kind as keyof typeof bars];
	return {
		label: `${bars[kind as keyof typeof bars]}: ${id === 'ended' ? 'unsupported' : id}`,
		has: (answer) => bucket(answer, report.as_of) === id,
	};
}

/** The tile, other kind or state that an address names; null for none. */
export function kindOf(report: CompactReport, id: string): Pick | null {
	const kind = [...tileKinds(report), ...otherKinds(report)].find((candidate) => candidate.id === id);
	if (kind) return kind;
	const state = states.find((name) => name === id);
	return state ? { label: stateNames[state], has: (answer) => stateOf(answer) === state } : null;
}
