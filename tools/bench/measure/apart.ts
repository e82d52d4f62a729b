import { type Measure, median } from '../subject.ts';

/** The sigma of the sign test from which a difference counts as detectable, without a network in between. */
const sureFrom = 4.5;

/** The standard deviations that contain 50% and 99% of a normal distribution. */
const [half, nearlyAll] = [0.674, 2.576];

/**
 * Compares two kinds of samples that were taken in pairs: their median difference, the significance of its sign by
 * the sign test, and an upper bound. The spread is that of the median, not of single pairs.
 */
export function apart(
	samples: readonly number[],
	otherSamples: readonly number[],
	unit: string,
): Pick<Measure, 'values' | 'spread' | 'note'> {
	const differences = samples.map((value, at) => value - otherSamples[at]!).toSorted((a, b) => a - b);
	const distance = Math.abs(median(differences));
	const longer = differences.filter((difference) => difference > 0).length;
	const sure = Math.abs(longer - differences.length / 2) / (Math.sqrt(differences.length) / 2);
	const [low, high] = medianWithin(differences, half);
	const most = Math.max(...medianWithin(differences, nearlyAll).map(Math.abs));
	const verdict = sure > sureFrom ? 'a difference that repeats' : 'no difference that repeats';
	return {
		values: [
			[distance, unit],
			[sure, 'sigma'],
		],
		spread: distance > 0 ? (high - low) / 2 / distance : 0,
		note: `${verdict}, with 99% certainty at most ${most.toFixed(most < 10 ? 1 : 0)} ${unit}`,
	};
}

/** The sorted values between which the true median lies, for any distribution, by the sign test. */
function medianWithin(sorted: readonly number[], deviations: number): [low: number, high: number] {
	const middle = (sorted.length - 1) / 2;
	const reach = (deviations * Math.sqrt(sorted.length)) / 2;
	const at = (place: number) => sorted[Math.min(Math.max(place, 0), sorted.length - 1)]!;
	return [at(Math.floor(middle - reach)), at(Math.ceil(middle + reach))];
}
