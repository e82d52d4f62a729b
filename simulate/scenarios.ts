import type { Retries, Scenario, Servers } from './model.ts';

/** So many stand for a million: each for ten, and so does every place in the queue and every check-in. */
const macs = 100_000;
export const each = 10;

/** A loop around curl, as anybody would write it: a second of pause, until there is an answer. */
const loop: Retries = { tries: 1_000, pause: 1, longestPause: 1, ownPart: false };
/** The shell client of this project. */
const shellClient: Retries = { tries: 3, pause: 1, longestPause: 16, ownPart: true };

/** The morning after a release: a million Macs, all told to ask at the same hour. */
export const scenarios: readonly Scenario[] = [
	{
		name: 'all at the hour, a loop around curl',
		macs,
		arrivals: { kind: 'at-once', clockSkew: 10 },
		retries: loop,
	},
	{
		name: 'all at the hour, the shell client',
		macs,
		arrivals: { kind: 'at-once', clockSkew: 10 },
		retries: shellClient,
	},
	{ name: 'jitter of five minutes', macs, arrivals: { kind: 'jitter', seconds: 300 }, retries: shellClient },
	{ name: 'jitter of ten minutes', macs, arrivals: { kind: 'jitter', seconds: 600 }, retries: shellClient },
	{ name: 'jitter of an hour', macs, arrivals: { kind: 'jitter', seconds: 3_600 }, retries: shellClient },
	{
		name: 'as people open their Macs',
		macs,
		arrivals: { kind: 'people', middle: 3_600, deviation: 1_200 },
		retries: shellClient,
	},
];

/** Connections that Bun lets wait on each listening socket. */
const waitingPerWorker = 512;
/** Of each processor: the rest is for answers, upkeep and whatever else the machine does. */
const usable = 0.8;

/** What so many processors carry, by what a check-in costs. */
export function serversOf(processors: number, microseconds: number): Servers {
	return {
		perSecond: Math.floor((processors * usable * 1e6) / microseconds / each),
		waiting: Math.floor((processors * waitingPerWorker) / each),
	};
}
