import { type Result, ratiosOf, spreadOf } from '../measure/rounds.ts';
import { type Measure, median } from '../subject.ts';

/** The row of one contender. */
export function rowOf(result: Result, note = ''): Measure {
	const { name, cpu, spread, perSecond, p50, p99, noisy, mostNoise } = result;
	const remarks = [
		note,
		`${noisy} noisy turns`,
		noisy > 0 && `others used up to ${mostNoise.toFixed(2)} of a processor in those that count`,
	];
	return {
		name,
		values: [
			[cpu, 'us'],
			[perSecond, '/s'],
			[p50, 'us p50'],
			[p99, 'us p99'],
		],
		spread,
		foreign: mostNoise,
		note: remarks.filter(Boolean).join(', '),
	};
}

/** The ratio of one result to another: the median of all turns. */
export function ratioRow(
	name: string,
	one: Result,
	other: Result,
	value: 'cpu' | 'perSecond' | 'p99',
	bars: Pick<Measure, 'must' | 'aim'>,
): Measure {
	const ratios = ratiosOf(one, other, value);
	return {
		name,
		values: [[median(ratios), 'x']],
		...bars,
		spread: spreadOf(ratios),
		foreign: Math.max(one.mostNoise, other.mostNoise),
	};
}
