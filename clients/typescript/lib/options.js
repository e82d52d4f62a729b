import { memoryCache } from './cache.js';
/** What a timer can count: a longer time would end at once. */
const longestTimeout = 2 ** 31 - 1;
/** What is missing or cannot be right is told at once: a client without it would fail at the first call, far from here. */
export function connect(options) {
    const { address, key, timeout = 10_000, tries = 3, cache, fetch: send } = options ?? {};
    return {
        address: readAddress(address, send !== undefined),
        key: readKey(key),
        timeout: readWhole('timeout', timeout, longestTimeout, `whole milliseconds from 1 to ${longestTimeout}`),
        tries: readWhole('tries', tries, Number.MAX_SAFE_INTEGER, 'a whole number from 1 on'),
        cache: cache === false ? null : (cache ?? memoryCache()),
        // Browsers want their fetch called on the window, not on an object of ours.
        fetch: send ?? ((input, init) => globalThis.fetch(input, init)),
    };
}
function readWhole(name, value, most, expected) {
    if (Number.isInteger(value) && value >= 1 && value <= most)
        return value;
    throw new TypeError(`the option ${name} is ${value}: expected ${expected}`);
}
/** Without a page, and without a caller who sends the requests, an address of no host leads nowhere. */
function readAddress(address, isSentByCaller) {
    const expected = 'expected the address of a service, such as https://releases.example.com';
    if (address === undefined || address === null)
        throw new TypeError(`the option address is missing: ${expected}`);
    const isWhole = typeof address === 'string' && /^https?:\/\/./i.test(address);
    if (!isWhole && (typeof address !== 'string' || !(isSentByCaller || 'location' in globalThis)))
        throw new TypeError(`the option address is ${JSON.stringify(address)}: ${expected}`);
    return address.replace(/\/+$/, '');
}
/** The key itself is never repeated: messages end up in logs. */
function readKey(key) {
    if (key === null)
        return null;
    if (key === undefined)
        throw new TypeError('the option key is missing: expected a license key, or null for public operations only');
    if (typeof key === 'string' && /^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$/.test(key))
        return key;
    // 19 characters, or 20 with the end of their line.
    if (typeof key === 'string' && /^[A-Za-z0-9+/]{26,28}={0,2}$/.test(key))
        throw new TypeError('the option key is still in the base64 form of the mail: decode it first');
    throw new TypeError('the option key is not a license key: expected the form XXXX-XXXX-XXXX-XXXX');
}
