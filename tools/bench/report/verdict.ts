import { mostForeign } from '../measure/quiet.ts';
import { type Bound, holds, type Measure } from '../subject.ts';

/** Whether a bar is met, and how reliable that is. */
interface Verdict {
	readonly holds: boolean;
	/** Whether the value is farther from the bar than its spread, and was measured without foreign activity. */
	readonly sure: boolean;
	/** For example `missed, by less than the spread`. */
	readonly words: string;
}

export function verdictOf({ values, spread = 0, foreign = 0 }: Measure, bound: Bound): Verdict {
	const [value] = values[0]!;
	const isHeld = holds(value, bound);
	const limit = 'most' in bound ? bound.most : bound.least;
	const close = spread > 0 && Math.abs(value - limit) <= Math.abs(value) * spread;
	const disturbed = foreign > mostForeign;
	const words = [
		isHeld ? 'holds' : 'missed',
		close && 'by less than the spread',
		disturbed && `others used ${foreign.toFixed(2)} of a processor`,
	];
	return { holds: isHeld, sure: !close && !disturbed, words: words.filter(Boolean).join(', ') };
}

/** The value with its unit, and the spread of its measurements. */
export function measuredWords({ values, spread }: Measure): string {
	const [value, unit] = values[0]!;
	const amount = unit === 'x' ? `${value.toFixed(2)} times` : `${value.toFixed(1)} ${unit}`;
	return spread === undefined ? amount : `${amount} ± ${(spread * 100).toFixed(1)}%`;
}

export function boundWords(bound: Bound): string {
	return 'most' in bound ? `at most ${bound.most}` : `at least ${bound.least}`;
}
