import type { Rate } from '../../settings/setting-readers.ts';
import { networkOf } from '../../text/client-network.ts';
import { CellRate } from './cell-rate.ts';

/** A limit per client address, for requests that no license answers for: refusals (403), and what needs no key. */
export interface AddressLimit {
	/** Takes one request of this address: 0, or the seconds until the next one is allowed, at least 1. */
	take(address: string): number;
}

export const noAddressLimit: AddressLimit = { take: () => 0 };

/** More addresses than this and the one that asked longest ago is forgotten. */
const mostAddresses = 10_000;

export function limitPerAddress(
	rate: Rate | null,
	now: () => number = () => performance.now(),
): AddressLimit {
	if (!rate) return noAddressLimit;
	const cells = new CellRate(rate);
	// By network, see `CellRate`; the least recent first.
	const free = new Map<string, number>();
	return {
		take(address) {
			const [network, time] = [networkOf(address), now()];
			const moment = cells.after(free.get(network) ?? 0, time);
			// Requests beyond the limit are not held against it: it waits for one window at most.
			if (!cells.allows(moment, time)) return cells.secondsUntilAllowed(moment, time);
			free.delete(network);
			free.set(network, moment);
			if (free.size > mostAddresses) free.delete(free.keys().next().value!);
			return 0;
		},
	};
}
