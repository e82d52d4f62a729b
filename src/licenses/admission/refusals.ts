import type { Rate } from '../../settings.ts';

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
	const window = rate.seconds * 1000;
	const step = window / rate.requests;
	// The moment at which the whole window of an address is free again, the least recent note first.
	const free = new Map<string, number>();
	const debt = (address: string) => Math.max(0, (free.get(networkOf(address)) ?? 0) - now());
	return {
		allowed: (address) => debt(address) + step <= window + 1e-6,
		note(address) {
			const network = networkOf(address);
			const moment = Math.max(free.get(network) ?? 0, now()) + step;
			free.delete(network);
			free.set(network, Math.min(moment, now() + window));
			if (free.size > mostAddresses) free.delete(free.keys().next().value!);
		},
		retryAfter: (address) => Math.max(1, Math.ceil((debt(address) + step - window) / 1000)),
	};
}

/** One subscriber has a whole /64 of IPv6 addresses, so they count as one. */
function networkOf(address: string): string {
	if (!address.includes(':')) return address;
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
	if (mapped) return mapped[1]!;
	const [head = '', tail] = address.toLowerCase().split('::', 2);
	const groups = head === '' ? [] : head.split(':');
	const rest = tail ? tail.split(':').length : 0;
	while (tail !== undefined && groups.length < 8 - rest && groups.length < 4) groups.push('0');
	return groups.slice(0, 4).join(':');
}
