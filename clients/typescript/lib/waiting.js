/** Longer than this is not waited for: whoever asked would rather know now. */
const longestWait = 30_000;
const firstWait = 250;
/**
 * Milliseconds until the next try, or null when the service asks for more patience than there is. Without a
 * Retry-After the time doubles with each try, and chance spreads a fleet that all failed at once.
 */
export function waitBefore(tries, retryAfter) {
    const asked = retryAfter === null ? null : readRetryAfter(retryAfter);
    if (asked === null)
        return Math.min(longestWait, firstWait * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
    return asked <= longestWait ? asked : null;
}
/** RFC 9110, section 10.2.3: seconds, or a date. */
function readRetryAfter(text) {
    if (/^\d+$/.test(text))
        return Number(text) * 1000;
    const date = Date.parse(text);
    return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
/** Waits, unless the caller gives up first. */
export function wait(milliseconds, signal) {
    return new Promise((resolve, reject) => {
        const giveUp = () => {
            clearTimeout(timer);
            reject(signal?.reason);
        };
        const timer = setTimeout(() => {
            signal?.removeEventListener('abort', giveUp);
            resolve();
        }, milliseconds);
        signal?.addEventListener('abort', giveUp, { once: true });
    });
}
