import { BoundedMap } from '@pointrelease/core/src/text/bounded-map.ts';
import { CellRate } from '../licenses/admission/rate-limits.ts';
import { networkOf } from '../settings/client-address.ts';
import type { Rate } from '../settings/setting-readers.ts';

/** The milliseconds that a stored answer counts as. Measuring it would cost more than a hundredth of it. */
const storedPrice = 0.02;
/** Milliseconds after its request in which a requester counts as somebody who wants the processor. */
const present = 1_000;
/** The budget of requests without a key holds for at least this long, because people open a few pages at once. */
const shortestWindow = 10_000;
/** A single address gets at most this part of what all requests without a key get. */
const partOfAddress = 0.5;
/** With more requesters than this, the one that began to ask longest ago is dropped, and begins anew. */
const mostRequesters = 10_000;

interface BudgetRates {
	/** `READ_LIMIT`: milliseconds for each license. */
	readonly license: Rate | null;
	/** `PUBLIC_SHARE`: milliseconds for all requests without a key together. */
	readonly strangers: Rate | null;
}

/**
 * How much processor time of this process a license, an address and all requests without a key together may use. What a
 * request took is always counted, but more is refused only while somebody else asks, too: a license yields to other
 * licenses, an address to licenses and to other addresses, and all addresses together to licenses. Stored answers count,
 * and are never refused, because refusing costs as much.
 */
export class ProcessorBudget {
	readonly #licenses: Budget<number> | null;
	readonly #addresses: Budget<string> | null;
	readonly #strangers: Budget<''> | null;
	readonly #askingLicenses = new Asking<number>();
	readonly #askingAddresses = new Asking<string>();
	readonly #now: () => number;

	constructor({ license, strangers }: BudgetRates, now: () => number = () => performance.now()) {
		this.#now = now;
		this.#licenses = license && new Budget(license, 1);
		this.#addresses = strangers && new Budget(lasting(strangers), partOfAddress);
		this.#strangers = strangers && new Budget(lasting(strangers), 1);
	}

	/** Records a request of a license, at the price of a stored answer. */
	noteLicense(license: number): void {
		if (!this.#licenses && !this.#strangers) return;
		const now = this.#now();
		this.#askingLicenses.note(license, now);
		this.#licenses?.add(license, storedPrice, now);
	}

	/** Seconds until an answer may be computed for the license; 0 for at once. */
	waitOfLicense(license: number): number {
		const now = this.#now();
		return this.#askingLicenses.isAnotherThan(license, now) ? (this.#licenses?.wait(license, now) ?? 0) : 0;
	}

	/** Does the work, and counts its time for the license. */
	chargeLicense<T>(license: number, work: () => T): T {
		return this.#charge(work, (took, now) => this.#licenses?.add(license, took, now));
	}

	/** Records a request without a key, at the price of a stored answer. */
	noteStranger(address: string): void {
		if (!this.#strangers) return;
		const now = this.#now();
		const network = networkOf(address);
		this.#askingAddresses.note(network, now);
		this.#addStranger(network, storedPrice, now);
	}

	/** Seconds until an answer may be computed for the address; 0 for at once. */
	waitOfStranger(address: string): number {
		if (!this.#addresses || !this.#strangers) return 0;
		const now = this.#now();
		const network = networkOf(address);
		const areLicenses = this.#askingLicenses.isAny(now);
		const areOthers = areLicenses || this.#askingAddresses.isAnotherThan(network, now);
		return Math.max(
			areLicenses ? this.#strangers.wait('', now) : 0,
			areOthers ? this.#addresses.wait(network, now) : 0,
		);
	}

	/** Does the work, and counts its time for the address. */
	chargeStranger<T>(address: string, work: () => T): T {
		return this.#charge(work, (took, now) => this.#addStranger(networkOf(address), took, now));
	}

	#addStranger(network: string, milliseconds: number, now: number): void {
		this.#addresses?.add(network, milliseconds, now);
		this.#strangers?.add('', milliseconds, now);
	}

	/** If the work returns a promise, its time ends when that is settled. */
	#charge<T>(work: () => T, add: (took: number, now: number) => void): T {
		const began = this.#now();
		const end = () => {
			const now = this.#now();
			add(now - began, now);
		};
		let result: T | undefined;
		try {
			result = work();
		} finally {
			if (!(result instanceof Promise)) end();
		}
		return result instanceof Promise ? (result.finally(end) as T) : result;
	}
}

function lasting({ requests, seconds }: Rate): Rate {
	const longer = Math.max(seconds, shortestWindow / 1_000);
	return { requests: (requests * longer) / seconds, seconds: longer };
}

/** The moment at which the whole window of a requester is free again, see `CellRate`. */
interface Balance {
	free: number;
}

/** Milliseconds of a window for each requester, refilled evenly. */
class Budget<Requester> {
	readonly #cells: CellRate;
	/** Changed in place: setting an entry again for every request is a hundredth of a stored answer. */
	readonly #balances = new BoundedMap<Requester, Balance>(mostRequesters);

	constructor({ requests, seconds }: Rate, part: number) {
		this.#cells = new CellRate({ requests: requests * part, seconds });
	}

	add(requester: Requester, milliseconds: number, now: number): void {
		const balance = this.#balances.get(requester) ?? this.#balances.set(requester, { free: 0 });
		const free = this.#cells.after(balance.free, now, milliseconds);
		// What was used while nobody else asked delays a requester by one window at most.
		balance.free = Math.min(free, now + 2 * this.#cells.window);
	}

	wait(requester: Requester, now: number): number {
		const free = this.#balances.get(requester)?.free ?? 0;
		return this.#cells.allows(free, now) ? 0 : this.#cells.secondsUntilAllowed(free, now);
	}
}

/** Who asked lately: the last requester, and when one asked that was not the last. */
class Asking<Requester> {
	#last: Requester | undefined;
	#lastAt = Number.NEGATIVE_INFINITY;
	#anotherAt = Number.NEGATIVE_INFINITY;

	note(requester: Requester, now: number): void {
		if (requester !== this.#last) {
			this.#anotherAt = this.#lastAt;
			this.#last = requester;
		}
		this.#lastAt = now;
	}

	isAny(now: number): boolean {
		return now - this.#lastAt < present;
	}

	isAnotherThan(requester: Requester, now: number): boolean {
		return now - (requester === this.#last ? this.#anotherAt : this.#lastAt) < present;
	}
}
