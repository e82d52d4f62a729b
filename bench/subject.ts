/** The most or the least that a value may be. */
export type Bound = { readonly most: number } | { readonly least: number };

/** One measured value of a subject. */
export interface Measure {
	readonly name: string;
	/** What was measured, each with its unit, for example `[41.2, 'ms']`. */
	readonly values: readonly (readonly [amount: number, unit: string])[];
	/** The most that the first value may be; more is marked, and left to the reader of a busy machine to judge. */
	readonly limit?: number;
	/** What the first value must be: missing it fails the run. */
	readonly must?: Bound;
	/** The goal. The run shows it, and does not fail on it. */
	readonly aim?: Bound;
	/** How far the measurements of the first value were apart: half the distance between the quartiles, as a share of it. */
	readonly spread?: number;
	/** The most of a processor that other processes used meanwhile or, if that was not measured, right before. */
	readonly foreign?: number;
	readonly note?: string;
}

/** How thorough a run is. */
export interface Effort {
	/** Few and short rounds, for a first impression. */
	readonly quick: boolean;
}

/** One thing that is benchmarked, in a file of its own; `main.ts` lists them. */
export interface Subject {
	readonly name: string;
	/** Left out of a quick run unless it is named. */
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

/** Runs a file in a fresh process and reads the JSON it prints. */
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
