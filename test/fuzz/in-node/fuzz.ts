import { randomFrom } from '../../seeded-random.ts';
import { Mutator } from '../mutator.ts';
import type { Finding, Outcome, Target } from '../target.ts';
import { ReachedBlocks } from './reached-blocks.ts';
import { smallest } from './smallest.ts';
import { counter } from './surroundings.ts';

export interface FuzzOrder {
	readonly seed: number;
	/** Ends after so many runs, or so many milliseconds. */
	readonly runs: number;
	readonly milliseconds: number;
	/** Inputs to begin with, in base64. */
	readonly corpus: readonly string[];
	readonly dictionary: readonly string[];
}

export interface FoundInput extends Finding {
	/** In base64. */
	readonly bytes: string;
	readonly run: number;
}

export interface FuzzReport {
	readonly runs: number;
	readonly milliseconds: number;
	readonly processorSeconds: number;
	readonly reached: number;
	readonly known: number;
	readonly inputs: number;
	readonly refused: number;
	readonly findings: readonly FoundInput[];
	/** The smallest inputs that reach all blocks, in base64; only in the last report. */
	readonly corpus: readonly string[];
}

interface Surroundings {
	run(bytes: Uint8Array): Promise<Outcome>;
	onReport(report: FuzzReport): void;
}

/** Counts are asked for once after several inputs, because an answer takes as long as several runs of a small reader. */
const batch = 32;
const millisecondsPerReport = 1000;
/** Between two turns of the event loop, in which reports leave the process. */
const turnsPerReport = 50;

/** Mutates inputs, keeps those that reach something new, and collects what they find. */
export async function fuzz(
	{ seed, runs, milliseconds, corpus, dictionary }: FuzzOrder,
	{ seeds }: Target,
	{ run, onReport }: Surroundings,
): Promise<FuzzReport> {
	const begun = performance.now();
	const usedBefore = process.cpuUsage();
	const random = randomFrom(seed);
	const reached = new ReachedBlocks();
	const mutator = new Mutator(random, dictionary);
	const findings = new Map<string, FoundInput>();
	let [done, refused, reported] = [0, 0, begun];
	const report = (last: readonly Uint8Array[] = []): FuzzReport => ({
		runs: done,
		milliseconds: Math.round(performance.now() - begun),
		processorSeconds: Object.values(process.cpuUsage(usedBefore)).reduce((sum, used) => sum + used, 0) / 1e6,
		...reached.figures,
		inputs: mutator.inputs.length,
		refused,
		findings: [...findings.values()],
		corpus: last.map((bytes) => Buffer.from(bytes).toString('base64')),
	});
	const runOne = async (bytes: Uint8Array): Promise<boolean> => {
		done++;
		const outcome = await run(bytes);
		if (outcome.kind === 'refused') refused++;
		if (outcome.kind !== 'finding') return true;
		if (!findings.has(outcome.fault)) {
			const shows = async (shorter: Uint8Array) => {
				const again = await run(shorter);
				return again.kind === 'finding' && again.fault === outcome.fault;
			};
			const least = await smallest(bytes, shows);
			counter.take();
			findings.set(outcome.fault, { ...outcome, bytes: Buffer.from(least).toString('base64'), run: done });
		}
		return false;
	};
	/** Runs an input alone, and keeps it if it reaches something new, or does something more often. */
	const attempt = async (bytes: Uint8Array, isSeed = false) => {
		const isSound = await runOne(bytes);
		const news = reached.add(counter.take());
		if (isSound && (news > 0 || isSeed)) mutator.add(bytes, news);
	};
	const attemptBatch = async () => {
		const inputs = Array.from({ length: batch }, () => mutator.next());
		for (const bytes of inputs) await runOne(bytes);
		if (reached.hasNews(counter.take())) for (const bytes of inputs) await attempt(bytes);
	};
	const given = [
		...seeds().map((text) => (typeof text === 'string' ? new TextEncoder().encode(text) : text)),
		...corpus.map((text) => new Uint8Array(Buffer.from(text, 'base64'))),
	];
	counter.take();
	for (const bytes of given) await attempt(bytes, true);
	for (let turn = 1; done < runs && performance.now() - begun < milliseconds; turn++) {
		// Some are run alone, because a batch does not show what runs more often than before.
		if (turn % 3 === 0) await attempt(mutator.next());
		else await attemptBatch();
		if (turn % turnsPerReport !== 0) continue;
		if (performance.now() - reported > millisecondsPerReport) {
			reported = performance.now();
			onReport(report());
		}
		await new Promise(setImmediate);
	}
	return report(await fewestFor(mutator.inputs, run));
}

/** Few and small inputs that together reach every block which all inputs reach. */
async function fewestFor(
	inputs: readonly Uint8Array[],
	run: (bytes: Uint8Array) => Promise<Outcome>,
): Promise<Uint8Array[]> {
	const all = new ReachedBlocks();
	const found = new Set<string>();
	const chosen: Uint8Array[] = [];
	for (const bytes of inputs.toSorted((a, b) => a.length - b.length)) {
		counter.take();
		await run(bytes);
		const before = found.size;
		for (const place of all.blocksIn(counter.take())) found.add(place);
		if (found.size > before) chosen.push(bytes);
	}
	return chosen;
}
