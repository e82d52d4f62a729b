import { memoryCache } from './cache.js';
/** The longest time of a timer: a longer one would end at once. */
const longestTimeout = 2 ** 31 - 1;
/** Validates the options at once, because otherwise the first call would fail, far from the mistake. */
export function connect(options) {
    const { address, key, timeout = 10_000, tries = 3, cache, fetch: send } = options ?? {};
    return {
        address: readAddress(address, send !== undefined),
        key: readKey(key),
        timeout: readWhole('timeout', timeout, longestTimeout, `whole milliseconds from 1 to ${longestTimeout}`),
        tries: readWhole('tries', tries, Number.MAX_SAFE_INTEGER, 'a whole number from 1 on'),
        cache: cache === false ? null : (cache ?? memoryCache()),
        // Browsers require that fetch is called on the window.
        fetch: send ?? ((input, init) => globalThis.fetch(input, init)),
    };
}
function readWhole(name, value, most, expected) {
    if (Number.isInteger(value) && value >= 1 && value <= most)
        return value;
    throw new TypeError(`the option ${name} is ${value}: expected ${expected}`);
}
/** Refuses an address without a host, unless there is a page or the caller sends the requests. */
function readAddress(address, isSentByCaller) {
    const expected = 'expected the address of a service, such as https://releases.example.com';
    if (address === undefined || address === null)
        throw new TypeError(`the option address is missing: ${expected}`);
    const isWhole = typeof address === 'string' && /^https?:\/\/./i.test(address);
    if (!isWhole && (typeof address !== 'string' || !(isSentByCaller || 'location' in globalThis)))
        throw new TypeError(`the option address is ${JSON.stringify(address)}: ${expected}`);
    return address.replace(/\/+$/, '');
}
/** Errors never repeat the key, because messages end up in logs. */
function readKey(key) {
    if (key === null)
        return null;
    if (key === undefined)
        throw new TypeError('the option key is missing: expected a license key, or null for public operations only');
    if (typeof key === 'string' && /^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$/.test(key))
        return key;
    // The base64 form of 19 characters, or of 20 with a line end.
    if (typeof key === 'string' && /^[A-Za-z0-9+/]{26,28}={0,2}$/.test(key))
        throw new TypeError('the option key is still in the base64 form of the mail: decode it first');
    throw new TypeError('the option key is not a license key: expected the form XXXX-XXXX-XXXX-XXXX');
}
