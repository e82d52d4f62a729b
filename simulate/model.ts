import { randomFrom } from '../bench/measure/paths.ts';

/** When the Macs of a fleet begin to ask, in seconds after the hour at which they are all told to. */
export type Arrivals =
	| { readonly kind: 'at-once'; readonly clockSkew: number }
	/** Each waits for a turn of its own, evenly spread. */
	| { readonly kind: 'jitter'; readonly seconds: number }
	/** As people open their Macs: most around the same time, some long before and after. */
	| { readonly kind: 'people'; readonly middle: number; readonly deviation: number };

/** What a client does when it got no connection. */
export interface Retries {
	/** How often it tries; it then does without and has the answer of the day before. */
	readonly tries: number;
	/** Seconds of the first pause, and of the longest; each is twice the one before. */
	readonly pause: number;
	readonly longestPause: number;
	/** To each pause a Mac adds a part of its own, up to as much again. */
	readonly ownPart: boolean;
}

export interface Scenario {
	readonly name: string;
	readonly macs: number;
	readonly arrivals: Arrivals;
	readonly retries: Retries;
}

export interface Servers {
	/** Check-ins that all processors together finish in a second. */
	readonly perSecond: number;
	/** Connections that wait in the kernel to be taken; more are turned away. */
	readonly waiting: number;
}

export interface Outcome {
	/** Connections asked for, and check-ins finished, in each second. */
	readonly asked: readonly number[];
	readonly finished: readonly number[];
	/** Macs answered at the first try, at a later one, and left with the answer of the day before. */
	readonly first: number;
	readonly later: number;
	readonly without: number;
	/** Tries that ended without a connection. */
	readonly failed: number;
}

/** Whoever finds the queue full asks again after one second and after two more (RFC 6298), and curl gives up two later. */
const knocks = [1, 2] as const;
const giveUpAfter = 2;
const longestRun = 6 * 3_600;

/**
 * Second by second: who asks, who finds room in the queue, who is served, who comes back when. Who of too many finds
 * room is drawn, because the network does not keep their order. The same seed gives the same run.
 */
export function simulate({ macs, arrivals, retries }: Scenario, servers: Servers, seed: number): Outcome {
	const random = randomFrom(seed);
	const due: number[][] = [];
	const ask = (second: number, mac: number) => {
		due[second] ??= [];
		due[second].push(mac);
	};
	/** How often each Mac tried, and how often it knocked in this try. */
	const tries = new Uint16Array(macs);
	const knocked = new Uint8Array(macs);
	for (let mac = 0; mac < macs; mac++) ask(arrivalOf(arrivals, random), mac);
	const [asked, finished]: [number[], number[]] = [[], []];
	let [first, later, without, failed, queue] = [0, 0, 0, 0, 0];
	for (let second = 0; second < longestRun && (second < due.length || queue > 0); second++) {
		const now = due[second] ?? [];
		asked.push(now.length);
		const room = Math.max(0, servers.waiting + servers.perSecond - queue);
		for (let place = 0; place < now.length; place++) {
			const drawn = place + Math.floor(random() * (now.length - place));
			const mac = now[drawn]!;
			now[drawn] = now[place]!;
			if (place < room) {
				queue++;
				if (tries[mac] === 0) first++;
				else later++;
				continue;
			}
			const pause = knocks[knocked[mac]!];
			if (pause !== undefined) {
				knocked[mac]!++;
				ask(second + pause, mac);
				continue;
			}
			failed++;
			knocked[mac] = 0;
			tries[mac]!++;
			if (tries[mac]! >= retries.tries) without++;
			else ask(second + giveUpAfter + pauseOf(retries, tries[mac]!, random), mac);
		}
		delete due[second];
		const served = Math.min(queue, servers.perSecond);
		queue -= served;
		finished.push(served);
	}
	return { asked, finished, first, later, without, failed };
}

function arrivalOf(arrivals: Arrivals, random: () => number): number {
	switch (arrivals.kind) {
		case 'at-once':
			return Math.floor(random() * arrivals.clockSkew);
		case 'jitter':
			return Math.floor(random() * arrivals.seconds);
		case 'people': {
			// Box and Muller's way from two even numbers to one of a bell curve.
			const bell = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
			const second = Math.round(arrivals.middle + arrivals.deviation * bell);
			return second < 0 ? arrivalOf(arrivals, random) : second;
		}
	}
}

function pauseOf({ pause, longestPause, ownPart }: Retries, tried: number, random: () => number): number {
	const seconds = Math.min(longestPause, pause * 2 ** (tried - 1));
	return Math.ceil(seconds + (ownPart ? random() * seconds : 0));
}
