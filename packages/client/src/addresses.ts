/**
 * How long another address than the first is preferred. Without it each call would wait for the first, which may take
 * its whole timeout; longer, and a service that is back would go unnoticed by a program that runs for months.
 */
const preferredFor = 300_000;

/** The addresses of a service, best first, of which the first that is reachable answers. */
export interface Addresses {
	/** In the order in which a call tries them: the one that answered last, then the others as they are listed. */
	inOrder(): readonly string[];
	/** Remembers the address that answered. */
	answered(address: string): void;
}

export function createAddresses(list: readonly string[], now = () => performance.now()): Addresses {
	let preferred = 0;
	let until = 0;
	return {
		inOrder() {
			if (now() >= until) preferred = 0;
			return [...list.slice(preferred, preferred + 1), ...list.filter((_, place) => place !== preferred)];
		},
		answered(address) {
			const place = list.indexOf(address);
			if (place === preferred) return;
			preferred = place;
			until = now() + preferredFor;
		},
	};
}
