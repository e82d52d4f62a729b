import { createAddresses } from './addresses.ts';
import type { Connection, Send } from './ask.ts';
import { type AnswerCache, memoryCache } from './cache.ts';

export interface ClientOptions {
	/**
	 * Where the service is, for example `https://releases.example.com`; empty for the page's own host. Of several, the
	 * first that is reachable answers, and all of them get the key.
	 */
	address: string | readonly string[];
	/** The license key in decoded form; null for public paths only. */
	key: string | null | undefined;
	/** Milliseconds for one try; 10,000 by default. */
	timeout?: number | undefined;
	/** How many tries in all, each at every address, if there is no answer, or 429 or 5xx; 3 by default. */
	tries?: number | undefined;
	/** The cache of answers by their ETag; in memory by default, none with false. */
	cache?: AnswerCache | false | undefined;
	/** Sends the requests; the global `fetch` by default. */
	fetch?: Send | undefined;
}

/** The longest time of a timer: a longer one would end at once. */
const longestTimeout = 2 ** 31 - 1;

/** Validates the options at once, because otherwise the first call would fail, far from the mistake. */
export function connect(options: ClientOptions): Connection {
	const { address, key, timeout = 10_000, tries = 3, cache, fetch: send } = options ?? {};
	return {
		addresses: createAddresses(readAddresses(address, send !== undefined)),
		key: readKey(key),
		timeout: readWhole('timeout', timeout, longestTimeout, `whole milliseconds from 1 to ${longestTimeout}`),
		tries: readWhole('tries', tries, Number.MAX_SAFE_INTEGER, 'a whole number from 1 on'),
		cache: cache === false ? null : (cache ?? memoryCache()),
		// Browsers require that fetch is called on the window.
		fetch: send ?? ((input, init) => globalThis.fetch(input, init)),
	};
}

function readWhole(name: string, value: unknown, most: number, expected: string): number {
	if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most) return value as number;
	throw new TypeError(`the option ${name} is ${value}: expected ${expected}`);
}

/** Refuses an address without a host, unless there is a page or the caller sends the requests. */
function readAddresses(given: unknown, isSentByCaller: boolean): string[] {
	const expected = 'expected the address of a service, such as https://releases.example.com';
	if (given === undefined || given === null || (Array.isArray(given) && given.length === 0))
		throw new TypeError(`the option address is missing: ${expected}`);
	return (Array.isArray(given) ? given : [given]).map((address: unknown) => {
		const isWhole = typeof address === 'string' && /^https?:\/\/./i.test(address);
		if (!isWhole && (typeof address !== 'string' || !(isSentByCaller || 'location' in globalThis)))
			throw new TypeError(`the option address is ${JSON.stringify(address)}: ${expected}`);
		return address.replace(/\/+$/, '');
	});
}

/** Errors never repeat the key, because messages end up in logs. */
function readKey(key: unknown): string | null {
	if (key === null) return null;
	if (key === undefined)
		throw new TypeError(
			'the option key is missing: expected a license key, or null for public operations only',
		);
	if (typeof key === 'string' && /^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$/.test(key)) return key;
	// The base64 form of 19 characters, or of 20 with a line end.
	if (typeof key === 'string' && /^[A-Za-z0-9+/]{26,28}={0,2}$/.test(key))
		throw new TypeError('the option key is still in the base64 form of the mail: decode it first');
	throw new TypeError('the option key is not a license key: expected the form XXXX-XXXX-XXXX-XXXX');
}
