import type { Rate } from '../../settings/setting-readers.ts';
import { networkOf } from '../../text/client-network.ts';
import { CellRate } from './cell-rate.ts';

/** A limit on refusals (403) per client address. A valid key is never affected by it. */
export interface Refusals {
	/** Whether this address may have another refusal spelled out for it. */
	allowed(address: string): boolean;
	/** Takes note of a refusal. */
	note(address: string): void;
	/** Seconds until the address is allowed again, at least 1. */
	retryAfter(address: string): number;
}

/** More addresses than this and the one refused longest ago is forgotten. */
const mostAddresses = 10_000;

export function limitRefusals(rate: Rate | null, now: () => number = () => performance.now()): Refusals {
	if (!rate) return { allowed: () => true, note() {}, retryAfter: () => 1 };
	const cells = new CellRate(rate);
	// By network, see `CellRate`; the least recent note first.
	const free = new Map<string, number>();
	const after = (network: string, time: number) => cells.after(free.get(network) ?? 0, time);
	return {
		allowed(address) {
			const time = now();
			return cells.allows(after(networkOf(address), time), time);
		},
		note(address) {
			const [network, time] = [networkOf(address), now()];
			// Refusals beyond the limit are not held against it: it waits for one window at most.
			const moment = Math.min(after(network, time), time + cells.window);
			free.delete(network);
			free.set(network, moment);
			if (free.size > mostAddresses) free.delete(free.keys().next().value!);
		},
		retryAfter(address) {
			const time = now();
			return cells.secondsUntilAllowed(after(networkOf(address), time), time);
		},
	};
}
