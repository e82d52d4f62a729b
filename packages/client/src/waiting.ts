/** Milliseconds; after a longer wait the caller would rather get the error. */
const longestWait = 30_000;
const firstWait = 250;

/**
 * Milliseconds until the next try; null if the service asks for a longer wait than that. Without Retry-After the time
 * doubles with each try, and is random, so that a fleet that failed at once does not retry at once.
 */
export function waitBefore(tries: number, retryAfter: string | null): number | null {
	const asked = retryAfter === null ? null : readRetryAfter(retryAfter);
	if (asked === null) return Math.min(longestWait, firstWait * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
	return asked <= longestWait ? asked : null;
}

/** RFC 9110, section 10.2.3: seconds, or a date. */
function readRetryAfter(text: string): number | null {
	if (/^\d+$/.test(text)) return Number(text) * 1000;
	const date = Date.parse(text);
	return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

/** Waits, unless the caller aborts first. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
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
