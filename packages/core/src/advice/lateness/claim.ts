import { isDay } from '../../text/day.ts';
import { inWords } from '../../text/day-words.ts';
import type { CurrentEvidence } from './current-evidence.ts';
import type { LateEvidenceRecord, Stated } from './evidence.ts';
import { cleanFailure } from './failure-text.ts';
import type { LateReason, Strength } from './reasons.ts';

/** Why a Mac is late. */
export interface Lateness {
	readonly reason: LateReason;
	readonly strength: Strength;
	/** The reason in a sentence, with day and source of what it rests on. */
	readonly sentence: string;
	/** The one next step. */
	readonly step: string;
	readonly evidence: readonly LateEvidenceRecord[];
}

/** A reason that holds, before its sentence names day and source. */
export type Claim = Omit<Lateness, 'reason'>;

export function byFinding(
	seen: CurrentEvidence,
	reason: LateReason,
	sentence: string,
	step: string,
): Claim | null {
	const finding = seen.finding(reason);
	if (!finding) return null;
	const { word, strength } = finding.value;
	return claim(`${sentence} (${word})`, step, strength, { finding });
}

/** The stronger of two claims for one reason; the first of equal ones. */
export function stronger(first: Claim | null, second: Claim | null): Claim | null {
	return first?.strength === 'strong' || !second
		? first
		: first && second.strength === 'medium'
			? first
			: second;
}

/** A claim on statements: the sentence names the day and source of the first. */
export function claim(
	words: string,
	step: string,
	strength: Strength,
	statements: Readonly<Record<string, Stated<unknown>>>,
): Claim {
	const [first] = Object.values(statements);
	const day = first!.day === null || !isDay(first!.day) ? '' : `, ${inWords(first!.day)}`;
	return {
		strength,
		sentence: `${words} (${first!.from}${day}).`,
		step,
		evidence: Object.entries(statements).map(([what, { value, from, day }]) => ({
			what,
			value: printed(value),
			from,
			day,
			strength,
		})),
	};
}

/** A statement's value as reports print it. */
function printed(value: unknown): LateEvidenceRecord['value'] {
	if (typeof value === 'string') return cleanFailure(value);
	if (typeof value !== 'object' || value === null) return value as number | boolean | null;
	const parts = Object.entries(value).filter(([, part]) => part !== null && part !== '');
	return cleanFailure(parts.map(([name, part]) => `${name}: ${part}`).join(', '));
}
