import { grouped } from '../text/grouped.ts';
import type { Summary } from './summary.ts';

/** A piece of the sentence that heads a report; an alarm is shown as one. */
export interface HeadlinePart {
	readonly text: string;
	readonly alarm: boolean;
}

/**
 * The report in a sentence: how many Macs are behind or unsupported, how many are exposed, and how many meet the policy. A
 * system that gets no fixes misses none of its own, so what only newer ones fix, and what nobody knows, stand beside it.
 */
export function headline(summary: Summary, hasPolicy: boolean): HeadlinePart[] {
	const { macs, behind, ended, exploited, exploited_elsewhere, exposure_unknown } = summary;
	if (macs === 0) return [{ text: 'There are no Macs in this inventory.', alarm: false }];
	const are = (count: number) => (count === 1 ? 'is' : 'are');
	const parts: HeadlinePart[] = [
		{
			text: `${grouped(behind)} of ${grouped(macs)} ${macs === 1 ? 'Mac is' : `Macs ${are(behind)}`} behind and ${grouped(ended)} ${ended === 1 ? 'runs' : 'run'} an unsupported macOS; `,
			alarm: false,
		},
		{
			text: `${grouped(exploited)} ${are(exploited)} exposed to known exploited vulnerabilities`,
			alarm: exploited > 0,
		},
	];
	if (exploited_elsewhere > 0)
		parts.push(
			{ text: ', ', alarm: false },
			{ text: `${grouped(exploited_elsewhere)} to some that only newer major versions fix`, alarm: true },
		);
	if (exposure_unknown > 0)
		parts.push(
			{ text: ', and ', alarm: false },
			{
				text: `for ${grouped(exposure_unknown)} it is not known what ${exposure_unknown === 1 ? 'it misses' : 'they miss'}`,
				alarm: true,
			},
		);
	parts.push({ text: '.', alarm: false });
	if (hasPolicy) parts.push({ text: ` ${percentWords(summary)} meet the policy.`, alarm: false });
	return parts;
}

/** `40%`: rounded down, so that 100% means all of them. */
export function percentWords({ meets_policy, macs }: Pick<Summary, 'meets_policy' | 'macs'>): string {
	return `${Math.floor((meets_policy * 100) / Math.max(1, macs))}%`;
}
