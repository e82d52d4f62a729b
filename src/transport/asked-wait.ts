import type { Reply } from './request.ts';

/** Milliseconds that an answer asks to wait: by `Retry-After` (seconds or a date), or else until its rate limit resets. */
export function askedWait({ headers }: Pick<Reply, 'headers'>, now: number): number | null {
	const after = headers.get('retry-after');
	if (after !== null) {
		const at = /^\d+$/.test(after) ? now + Number(after) * 1000 : Date.parse(after);
		if (!Number.isNaN(at)) return Math.max(1000, at - now);
	}
	const reset = headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset');
	if (reset === null || !/^\d{1,13}$/.test(reset)) return null;
	// Services send seconds from now, or a Unix time in seconds or milliseconds.
	const number = Number(reset);
	const at = number < 100_000_000 ? now + number * 1000 : number < 100_000_000_000 ? number * 1000 : number;
	return Math.max(1000, at - now);
}
