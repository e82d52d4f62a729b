import { median, quantile } from '../subject.ts';
import { ask, type Contender } from './contender.ts';
import type { Generator, Load, Pressure, Requests } from './load.ts';
import { busyTime } from './process-tree.ts';
import { mostForeign, waitForQuiet } from './quiet.ts';

/** One contender of a comparison, with its own requests. */
export interface Entry {
	name: string;
	contender: Contender;
	requests: Requests;
	/** The status of every answer; 200 by default. */
	status?: number;
}

interface Round extends Load {
	/** Microseconds of server time per answer. */
	cpu: number;
	perSecond: number;
	/** Processor time used by neither server nor generator, as a share of one processor. */
	foreign: number;
}

export interface Result {
	name: string;
	cpu: number;
	/** Half the interquartile range, as a share of the median. */
	spread: number;
	perSecond: number;
	p50: number;
	p99: number;
	/** A round of each turn that counts; all entries have the same turns. */
	rounds: readonly Round[];
	/** The number of turns with foreign activity, and the highest foreign use in the turns that count. */
	noisy: number;
	mostNoise: number;
}

export interface Plan extends Pressure {
	/** The number of turns; in each, every entry has one round. */
	turns: number;
	/** The factor by which turns may be repeated to get enough quiet ones. */
	attempts: number;
	seconds: number;
	warmUp: number;
	/** Milliseconds after a round for the server to finish its work, which count. */
	settle?: number;
	/** Milliseconds to wait in all for the machine to become quiet, after turns with foreign activity. */
	patience?: number;
}

/**
 * Measures the entries in turns, so that changes of the machine affect all of them. A turn with foreign activity is
 * repeated when the machine is quiet again, up to a limit; if too few remain, the quietest ones count.
 */
export async function compare(
	generator: Generator,
	entries: readonly Entry[],
	plan: Plan,
): Promise<Result[]> {
	const turns: Round[][] = [];
	let { patience = 0 } = plan;
	for (const entry of entries) {
		await checkStatus(entry);
		await measure(generator, entry, plan, plan.warmUp);
	}
	const enough = () => turns.filter((turn) => noiseOf(turn) <= mostForeign).length >= plan.turns;
	for (let count = 0; count < plan.turns * plan.attempts && !enough(); count++) {
		const turn: Round[] = [];
		for (let step = 0; step < entries.length; step++) {
			const at = (step + count) % entries.length;
			turn[at] = await measure(generator, entries[at]!, plan, plan.seconds);
		}
		turns.push(turn);
		if (noiseOf(turn) > mostForeign && patience > 0) patience -= (await waitForQuiet(patience)).waited;
	}
	const calmest = turns.toSorted((a, b) => noiseOf(a) - noiseOf(b)).slice(0, plan.turns);
	const noise = {
		noisy: turns.filter((turn) => noiseOf(turn) > mostForeign).length,
		mostNoise: Math.max(...calmest.map(noiseOf)),
	};
	return entries.map(({ name }, at) => ({
		...summary(
			name,
			calmest.map((turn) => turn[at]!),
		),
		...noise,
	}));
}

/**
 * The ratio of one result to another, turn by turn: the speed of a machine changes from minute to minute, but hardly
 * within a turn.
 */
export function ratiosOf(one: Result, other: Result, value: 'cpu' | 'perSecond' | 'p99'): number[] {
	return one.rounds.map((round, turn) => round[value] / other.rounds[turn]![value]);
}

export function spreadOf(values: readonly number[]): number {
	return (quantile(values, 0.75) - quantile(values, 0.25)) / 2 / median(values);
}

/** The generator only distinguishes statuses below and above 399, so check the exact one. */
async function checkStatus({ name, contender, requests, status = 200 }: Entry): Promise<void> {
	const { paths, keys, header = '' } = requests;
	const [field, value] = header.split(': ') as [string, string | undefined];
	const headers = { Authorization: keys[0]!, ...(value !== undefined && { [field]: value }) };
	const answered = await ask(contender, paths[0]!, headers);
	if (answered !== status) throw new Error(`${name}: ${answered} instead of ${status}`);
}

async function measure(generator: Generator, entry: Entry, plan: Plan, seconds: number): Promise<Round> {
	const { contender, requests, status = 200 } = entry;
	const before = contender.use();
	const busyBefore = busyTime();
	const [began, ownBefore] = [performance.now(), process.cpuUsage()];
	const load = await generator.load(contender.port, requests, seconds, plan);
	if (plan.settle) await Bun.sleep(plan.settle);
	const used = contender.use().cpu - before.cpu;
	const busy = busyTime() - busyBefore;
	const took = (performance.now() - began) * 1000;
	const ownTime = process.cpuUsage(ownBefore);
	if (load.failed > 0) throw new Error(`${entry.name}: ${load.failed} requests had no answer`);
	const refused = status >= 400 ? load.requests : 0;
	// wrk counts answers that were in progress when it stopped here, but not among the requests.
	if (Math.abs(load.refused - refused) > plan.connections)
		throw new Error(`${entry.name}: ${load.refused} of ${load.requests} answers had a status above 399`);
	return {
		...load,
		cpu: used / load.requests,
		perSecond: load.requests / load.seconds,
		foreign: Math.max(0, busy - used - load.generatorCpu - ownTime.user - ownTime.system) / took,
	};
}

function noiseOf(turn: readonly Round[]): number {
	return Math.max(...turn.map(({ foreign }) => foreign));
}

function summary(name: string, rounds: readonly Round[]): Omit<Result, 'noisy' | 'mostNoise'> {
	const cpus = rounds.map(({ cpu }) => cpu);
	return {
		name,
		cpu: median(cpus),
		spread: spreadOf(cpus),
		perSecond: median(rounds.map(({ perSecond }) => perSecond)),
		p50: median(rounds.map(({ p50 }) => p50)),
		p99: median(rounds.map(({ p99 }) => p99)),
		rounds,
	};
}
