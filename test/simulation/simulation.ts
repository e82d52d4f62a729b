import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFrom } from '../seeded-random.ts';

/**
 * One clock for processes that live in this one: whatever they wait for is an event, and the seed decides which of the events of a
 * moment comes first. `Date`, timers, `fetch` and random numbers of the program belong to the simulation that runs
 * (`simulated-globals.ts`), so that the program is the one that is shipped.
 */
export class Simulation {
	readonly random: () => number;
	/** Milliseconds since the beginning, which no jump of the clock changes. */
	elapsed = 0;
	/** What the clock of the machine shows at the beginning. Processes of one machine share its jumps. */
	wallStart = Date.parse('2026-12-01T15:50:00Z');
	/** How many events there were. */
	steps = 0;
	/** A number made of everything that happened, in its order: the same for the same seed. */
	digest = 0n;
	readonly #events: Event[] = [];

	constructor(seed: number) {
		this.random = randomFrom(seed);
	}

	/** The time that the machine shows. */
	get wall(): number {
		return Math.floor(this.wallStart + this.elapsed);
	}

	/** From `least` to `most`. */
	between(least: number, most: number): number {
		return least + this.random() * (most - least);
	}

	whole(least: number, most: number): number {
		return Math.floor(this.between(least, most + 1));
	}

	pick<T>(items: readonly T[]): T {
		return items[Math.floor(this.random() * items.length)]!;
	}

	/** Calls after so many milliseconds, as the process that schedules it. */
	schedule(delay: number, call: () => void, process = currentProcess()): Event {
		const at = this.elapsed + Math.max(0, Number(delay) || 0);
		const event = { at, tie: this.random(), call, process, isOff: false };
		push(this.#events, event);
		return event;
	}

	/** Resolves after so many milliseconds; never if the process is killed meanwhile. */
	wait(delay: number): Promise<void> {
		return new Promise((resolve) => this.schedule(delay, resolve));
	}

	/** Lets the next thing happen, and everything that follows from it without waiting. False if nothing is planned. */
	async step(): Promise<boolean> {
		const event = pop(this.#events);
		if (!event) return false;
		const { process } = event;
		if (event.isOff || process?.isDead) return true;
		this.elapsed = Math.max(this.elapsed, event.at);
		if (process && process.stoppedUntil > this.elapsed) {
			event.at = process.stoppedUntil;
			push(this.#events, event);
			return true;
		}
		this.steps++;
		this.note(`${process?.name} ${this.elapsed.toFixed(3)}`);
		if (process) process.run(event.call);
		else event.call();
		await quiet();
		return true;
	}

	/** Adds to the digest of what happened. */
	note(text: string): void {
		this.digest = BigInt(Bun.hash(text, this.digest));
	}
}

interface Event {
	at: number;
	readonly tie: number;
	readonly call: () => void;
	readonly process: SimulatedProcess | null;
	isOff: boolean;
}

/** What dies, stops and starts as one: it shares no memory with others but what never changes. */
export class SimulatedProcess {
	isDead = false;
	/** The process stands still until then, as after SIGSTOP. */
	stoppedUntil = 0;
	/** When it went on after it had stood still for the last time. */
	resumed = 0;
	/** When it was killed. */
	diedAt = Number.POSITIVE_INFINITY;
	/** What the system does for a process that ends: it closes files and connections. */
	readonly atDeath: (() => void)[] = [];
	readonly name: string;

	constructor(name: string) {
		this.name = name;
	}

	run<T>(work: () => T): T {
		return processes.run(this, work);
	}

	kill(): void {
		if (this.isDead) return;
		this.isDead = true;
		this.diedAt = running?.elapsed ?? 0;
		for (const release of this.atDeath.splice(0)) release();
	}

	stopUntil(moment: number): void {
		this.stoppedUntil = Math.max(moment, this.stoppedUntil);
		this.resumed = this.stoppedUntil;
	}
}

const processes = new AsyncLocalStorage<SimulatedProcess>();

/** The process that runs now; null outside of all. */
export function currentProcess(): SimulatedProcess | null {
	return processes.getStore() ?? null;
}

/** Never settles: a killed process gets no answer any more. */
export function forever<T>(): Promise<T> {
	return new Promise(() => {});
}

let running: Simulation | null = null;

export function useSimulation(simulation: Simulation | null): void {
	running = simulation;
}

/** The simulation that runs; null if none does. */
export function simulationNow(): Simulation | null {
	return running;
}

const { setImmediate: soon } = globalThis;

/** Work of a real server that is under way; SQLite has none. */
export const outside = { count: 0 };
/** Milliseconds that a server may take. It takes longer only for a lock that another process of the simulation holds. */
const longestWait = 25;

/** One turn is enough for all that follows from an event, because nothing here waits for the outside but for PostgreSQL. */
async function quiet(): Promise<void> {
	const began = performance.now();
	do await new Promise((resolve) => void soon(resolve));
	while (outside.count > 0 && performance.now() - began < longestWait);
}

function isBefore(a: Event, b: Event): boolean {
	return a.at < b.at || (a.at === b.at && a.tie < b.tie);
}

/** A binary heap: the next event is the first. */
function push(heap: Event[], event: Event): void {
	let at = heap.push(event) - 1;
	while (at > 0) {
		const parent = (at - 1) >> 1;
		if (!isBefore(event, heap[parent]!)) break;
		heap[at] = heap[parent]!;
		at = parent;
	}
	heap[at] = event;
}

function pop(heap: Event[]): Event | undefined {
	const first = heap[0];
	const last = heap.pop();
	if (!first || !last || heap.length === 0) return first;
	let at = 0;
	for (;;) {
		let child = 2 * at + 1;
		if (child >= heap.length) break;
		if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
		if (!isBefore(heap[child]!, last)) break;
		heap[at] = heap[child]!;
		at = child;
	}
	heap[at] = last;
	return first;
}
