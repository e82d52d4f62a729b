import type { Contender } from './contender.ts';
import type { Generator, Load, Pressure, Requests } from './load.ts';
import { busyTime } from './process-tree.ts';

/** One contender in one comparison, asked its own requests. */
export interface Entry {
	name: string;
	contender: Contender;
	requests: Requests;
	/** Whether every answer, or none, has a status of 400 and more. */
	refused?: boolean;
}

export interface Round extends Load {
	/** Server microseconds per answer. */
	cpu: number;
	perSecond: number;
	/** Processor time that neither server nor generator used, as a share of one processor. */
	foreign: number;
}

export interface Result {
	name: string;
	cpu: number;
	/** Half the distance between the quartiles, as a share of the median. */
	spread: number;
	perSecond: number;
	p50: number;
	p99: number;
	/** One of each turn that counts, in the same order for all entries. */
	rounds: readonly Round[];
	/** Turns in which something else was busy. */
	rejected: number;
}

export interface Plan extends Pressure {
	rounds: number;
	/** How many times as many rounds are run at most to get that many quiet ones. */
	attempts: number;
	seconds: number;
	warmUp: number;
}

/** More than this of a processor used by somebody else, and the round says little about the server. */
const mostForeign = 0.12;

/**
 * Measures the entries in turns, so that whatever changes on the machine meanwhile meets all of them. A turn
 * in which something else was busy is repeated, up to a set number in all; if even that leaves too few, the
 * quietest are taken.
 */
export async function compare(
	generator: Generator,
	entries: readonly Entry[],
	plan: Plan,
): Promise<Result[]> {
	const turns: Round[][] = [];
	for (const entry of entries) await measure(generator, entry, plan, plan.warmUp);
	const enough = () => turns.filter((turn) => noiseOf(turn) <= mostForeign).length >= plan.rounds;
	for (let count = 0; count < plan.rounds * plan.attempts && !enough(); count++) {
		const turn: Round[] = [];
		for (let step = 0; step < entries.length; step++) {
			const at = (step + count) % entries.length;
			turn[at] = await measure(generator, entries[at]!, plan, plan.seconds);
		}
		turns.push(turn);
	}
	const rejected = turns.filter((turn) => noiseOf(turn) > mostForeign).length;
	const kept = turns.toSorted((a, b) => noiseOf(a) - noiseOf(b)).slice(0, plan.rounds);
	return entries.map(({ name }, at) =>
		summarise(
			name,
			kept.map((turn) => turn[at]!),
			rejected,
		),
	);
}

/**
 * How many times as much the one is as the other: the median over the turns. The machine is faster in one minute than
 * in the next; within a turn it is nearly the same.
 */
export function ratioOf(one: Result, other: Result, value: 'cpu' | 'perSecond' | 'p99'): number {
	return median(one.rounds.map((round, turn) => round[value] / other.rounds[turn]![value]));
}

function noiseOf(turn: readonly Round[]): number {
	return Math.max(...turn.map(({ foreign }) => foreign));
}

async function measure(generator: Generator, entry: Entry, plan: Plan, seconds: number): Promise<Round> {
	const { contender, requests } = entry;
	const before = contender.use();
	const busyBefore = busyTime();
	const [began, ownBefore] = [performance.now(), process.cpuUsage()];
	const load = await generator.load(contender.port, requests, seconds, plan);
	const used = contender.use().cpu - before.cpu;
	const busy = busyTime() - busyBefore;
	const took = (performance.now() - began) * 1000;
	const own = process.cpuUsage(ownBefore);
	if (load.failed > 0) throw new Error(`${entry.name}: ${load.failed} requests had no answer`);
	const refused = entry.refused ? load.requests : 0;
	// wrk does not count the answers that were under way when it stopped among the requests, but among these.
	if (Math.abs(load.refused - refused) > plan.connections)
		throw new Error(`${entry.name}: ${load.refused} of ${load.requests} answers had a status above 399`);
	return {
		...load,
		cpu: used / load.requests,
		perSecond: load.requests / load.seconds,
		foreign: Math.max(0, busy - used - load.generatorCpu - own.user - own.system) / took,
	};
}

function summarise(name: string, rounds: readonly Round[], rejected: number): Result {
	const cpus = rounds.map(({ cpu }) => cpu);
	return {
		name,
		cpu: median(cpus),
		spread: (quantile(cpus, 0.75) - quantile(cpus, 0.25)) / 2 / median(cpus),
		perSecond: median(rounds.map(({ perSecond }) => perSecond)),
		p50: median(rounds.map(({ p50 }) => p50)),
		p99: median(rounds.map(({ p99 }) => p99)),
		rounds,
		rejected,
	};
}

export function median(values: readonly number[]): number {
	return quantile(values, 0.5);
}

function quantile(values: readonly number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	const at = (sorted.length - 1) * share;
	const low = Math.floor(at);
	return sorted[low]! + ((sorted[Math.ceil(at)] ?? sorted[low]!) - sorted[low]!) * (at - low);
}
