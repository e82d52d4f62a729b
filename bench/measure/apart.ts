import { type Measure, median, quantile } from '../subject.ts';

/** Beyond this somebody who may ask as often could tell the two apart without a network in between. */
const sureFrom = 4.5;

/** Two kinds of samples that were taken in turns, pair by pair: their median difference, and how sure its sign is, by the sign test. */
export function apart(
	samples: readonly number[],
	others: readonly number[],
	unit: string,
): Pick<Measure, 'values' | 'spread' | 'note'> {
	const differences = samples.map((value, at) => value - others[at]!);
	const distance = Math.abs(median(differences));
	const longer = differences.filter((difference) => difference > 0).length;
	const sure = Math.abs(longer - differences.length / 2) / (Math.sqrt(differences.length) / 2);
	const quartiles = quantile(differences, 0.75) - quantile(differences, 0.25);
	return {
		values: [
			[distance, unit],
			[sure, 'sigma'],
		],
		spread: distance > 0 ? quartiles / 2 / distance : 0,
		note: sure > sureFrom ? 'a difference that repeats' : 'no difference that repeats',
	};
}
