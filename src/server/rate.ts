import { problem } from '../api/problem.ts';
import type { KeyLimiter, Taken } from '../licenses/admission/rate-limiter.ts';
import { counted } from '../text/counted.ts';
import type { SendProblem } from './problem-response.ts';

/** Takes one request off the license's limit, and tells the client where it stands. */
export function limitRate(
	limiter: KeyLimiter,
	slot: number,
	respond: () => Response,
	sendProblem: SendProblem,
): Response {
	const taken = limiter.take(slot);
	const headers = rateHeaders(limiter, taken);
	if (!taken.allowed) {
		const detail = `the rate limit of this license is used up: try again in ${counted(taken.resetSeconds, 'second')}`;
		return sendProblem(problem('too-many-requests', detail), {
			...headers,
			'Retry-After': String(taken.resetSeconds),
		});
	}
	const response = respond();
	for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
	return response;
}

/** The fields of draft-ietf-httpapi-ratelimit-headers: quota and window, what remains and until when. */
function rateHeaders({ rate }: KeyLimiter, { remaining, resetSeconds }: Taken): Record<string, string> {
	return {
		'RateLimit-Policy': `"license";q=${rate.requests};w=${rate.seconds}`,
		RateLimit: `"license";r=${remaining};t=${resetSeconds}`,
	};
}
