/** An upper or lower bound of a value. */
export type Bound = { readonly most: number } | { readonly least: number };

/** One measured value of a subject. */
export interface Measure {
	readonly name: string;
	/** The measured values with their units, for example `[41.2, 'ms']`. */
	readonly values: readonly (readonly [amount: number, unit: string])[];
	/** An upper limit of the first value: exceeding it is marked, and left to the reader's judgement. */
	readonly limit?: number;
	/** The bar of the first value: missing it fails the run. */
	readonly must?: Bound;
	/** The goal for the first value: shown, but missing it does not fail the run. */
	readonly aim?: Bound;
	/** The spread of the first value: half the interquartile range, as a share of the median. */
	readonly spread?: number;
	/** The highest foreign use of a processor during the measurement or, if unknown, right before it. */
	readonly foreign?: number;
	readonly note?: string;
}

/** The thoroughness of a run. */
export interface Effort {
	/** Few and short rounds, for a first impression. */
	readonly quick: boolean;
}

/** A subject of the benchmark, in its own file; `main.ts` lists all. */
export interface Subject {
	readonly name: string;
	/** Left out of a quick run unless named. */
	readonly long?: boolean;
	measure(effort: Effort): Promise<readonly Measure[]>;
}

export function holds(value: number, bound: Bound): boolean {
	return 'most' in bound ? value <= bound.most : value >= bound.least;
}

export function median(values: readonly number[]): number {
	return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	const at = (sorted.length - 1) * share;
	const low = Math.floor(at);
	return sorted[low]! + ((sorted[Math.ceil(at)] ?? sorted[low]!) - sorted[low]!) * (at - low);
}

/** Runs a file in a new process and reads the JSON that it prints. */
export async function freshProcess<T>(
	file: string,
	args: readonly string[] = [],
	env: Record<string, string> = {},
): Promise<T> {
	const child = Bun.spawn([process.execPath, new URL(file, import.meta.url).pathname, ...args], {
		env: { ...process.env, ...env },
		stdout: 'pipe',
		stderr: 'inherit',
	});
	const [out, code] = await Promise.all([child.stdout.text(), child.exited]);
	if (code !== 0) throw new Error(`${file} ended with status ${code}`);
	return JSON.parse(out) as T;
}
