import { counted, grouped, groupedCount } from '@pointrelease/core/src/text/numbers.ts';
import { countedKinds } from './mac-kinds.ts';
import type { Summary } from './summary.ts';

/** A part of the sentence at the top of a report; the page highlights an alarm. */
interface HeadlinePart {
	readonly text: string;
	readonly alarm: boolean;
}

/**
 * The report in a sentence: how many Macs miss the policy or, without one, are behind or unsupported, how many are exposed,
 * and how many meet the policy. An unsupported version gets no fixes that a Mac could miss, so the sentence also counts
 * vulnerabilities that only newer majors fix, and Macs whose exposure is unknown.
 */
export function headline(summary: Summary, hasPolicy: boolean): HeadlinePart[] {
	const { macs, behind, ended, exploited, exploited_elsewhere, exposure_unknown, misses_policy } = summary;
	const parts: HeadlinePart[] = summary.incomplete
		? [
				{ text: incompleteWords(summary), alarm: true },
				{ text: ' ', alarm: false },
			]
		: [];
	if (macs === 0) return [...parts, { text: 'There are no Macs in this inventory.', alarm: false }];
	// In an incomplete export, count only the Macs that were read.
	const someMacs = counted(macs, 'Mac', 'Macs', grouped(macs));
	const whichMacs = summary.incomplete ? `the ${someMacs} in it` : someMacs;
	const ofMacs = (count: number) => [`${grouped(count)} of ${whichMacs}`, macs === 1 || count === 1] as const;
	const alone = (count: number) => [grouped(count), count === 1] as const;
	const kinds = countedKinds;
	const missing = hasPolicy
		? kinds.misses_policy.sentence(...ofMacs(misses_policy))
		: `${kinds.behind.sentence(...ofMacs(behind))} and ${kinds.ended.sentence(...alone(ended))}`;
	parts.push(
		{ text: `${missing}; `, alarm: false },
		{ text: kinds.exploited.sentence(...alone(exploited)), alarm: exploited > 0 },
	);
	if (exploited_elsewhere > 0)
		parts.push(
			{ text: ', ', alarm: false },
			{ text: kinds.exploited_elsewhere.sentence(...alone(exploited_elsewhere)), alarm: true },
		);
	if (exposure_unknown > 0)
		parts.push(
			{ text: ', and ', alarm: false },
			{ text: kinds.exposure_unknown.sentence(grouped(exposure_unknown)), alarm: true },
		);
	const absent = summary.not_in_inventory?.length ?? 0;
	if (absent > 0)
		parts.push(
			{ text: '; ', alarm: false },
			{
				text: `${counted(absent, 'Mac')} that you own ${absent === 1 ? 'is' : 'are'} in no inventory`,
				alarm: true,
			},
		);
	parts.push({ text: '.', alarm: false });
	if (hasPolicy)
		parts.push({
			text: ` ${percentWords(summary)} ${summary.incomplete ? 'of the Macs in it ' : ''}meet it.`,
			alarm: false,
		});
	return parts;
}

/** Why an inventory is incomplete: how much of it was read, which connections failed, or which lists lost Macs. */
export function incompleteWords({
	rows,
	missing_rows,
	not_pulled = [],
	partial = [],
}: Pick<Summary, 'rows' | 'missing_rows' | 'not_pulled' | 'partial'>): string {
	if (not_pulled.length > 0)
		return `The inventory is incomplete: ${not_pulled.join(' and ')} could not be pulled.`;
	if (partial.length > 0) {
		const shares = partial.map(
			({ source, macs, of }) => `${source} has ${grouped(macs)} of the ${grouped(of)} Macs that it had`,
		);
		return `The inventory is incomplete: ${shares.join(', and ')}.`;
	}
	const read =
		missing_rows > 0
			? `${grouped(rows)} of ${groupedCount(rows + missing_rows, 'row')}`
			: `${groupedCount(rows, 'row')}, and more follow`;
	return `The export is incomplete: it has ${read}.`;
}

/** The share of Macs that meet the policy, such as `40%`: rounded down, so that 100% means all of them. */
export function percentWords({ meets_policy, macs }: Pick<Summary, 'meets_policy' | 'macs'>): string {
	return `${Math.floor((meets_policy * 100) / Math.max(1, macs))}%`;
}

/** How many Macs may stay without an answer: a number, or a percentage. */
export type Allowed = { readonly macs: number } | { readonly percent: number };

/** Reads `5` or `5%`; null for anything else. */
export function readAllowed(text: string): Allowed | null {
	const [, number, percent] = /^(\d{1,9}(?:\.\d+)?) ?(%?)$/.exec(text.trim()) ?? [];
	if (number === undefined) return null;
	if (percent) return Number(number) <= 100 ? { percent: Number(number) } : null;
	return number.includes('.') ? null : { macs: Number(number) };
}

/**
 * Whether too many Macs were not judged to call the policy met. Rows on missing pages count as not judged. If their number is
 * unknown, only `100%` allows them.
 */
export function isTooUncertain(
	summary: Pick<Summary, 'macs' | 'meets_policy' | 'misses_policy' | 'incomplete' | 'missing_rows'>,
	allowed: Allowed,
): boolean {
	const { macs, meets_policy, misses_policy, incomplete, missing_rows } = summary;
	if (incomplete && missing_rows === 0) return !('percent' in allowed && allowed.percent === 100);
	const unknown = macs - meets_policy - misses_policy + missing_rows;
	return 'macs' in allowed ? unknown > allowed.macs : unknown * 100 > allowed.percent * (macs + missing_rows);
}
