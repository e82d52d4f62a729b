import { keyRefusal } from '@pointrelease/core/src/api/key-refusal.ts';
import { type Problem, problem } from '@pointrelease/core/src/api/problem.ts';
import { sentKey } from '@pointrelease/core/src/api/sent-key.ts';
import type { Allowance, KeyLimiter } from '../licenses/admission/rate-limits.ts';
import { type AddressLimit, noAddressLimit } from '../licenses/admission/rate-limits.ts';
import type { Licenses } from '../licenses/licenses.ts';
import type { ProcessorBudget } from './processor-budget.ts';
import { type SendProblem, sendTooMany } from './responses.ts';

/** The limits on requests: each returns the response, or one that says how long to wait. */
export interface Limits {
	/** Refuses a request without a valid key, within the limit of its address. */
	refuse(request: Request, refusal?: Problem): Response;
	/** Answers a request that needs no key, within the limit of the client's address. */
	visit(request: Request, respond: () => Response): Response;
	/** The same for a POST, whose time is charged but never refused: a payment must not wait for other clients. */
	visitWithPost(
		request: Request,
		respond: (work: <T>(work: () => T) => T) => Promise<Response>,
	): Response | Promise<Response>;
	/** Records a request of a license, for the budgets of processor time. */
	note(slot: number): void;
	/** Answers a license within its `RATE_LIMIT`, if one is set. Takes `count` requests from it, all or none. */
	inRate(slot: number, respond: () => Response, count?: number): Response;
	/** Why a license may not change something yet, within the limit of a path; null if it may. */
	refuseChange(slot: number, changes: KeyLimiter): Response | null;
	/** Computes an answer within the license's budget of processor time. */
	inBudget(slot: number, respond: () => Response): Response;
	/** Does work for a license, and counts its time. */
	charge<T>(slot: number, work: () => T): T;
}

export interface LimitParts {
	readonly licenses: Pick<Licenses, 'limiter' | 'endedOn'>;
	/** `RENEW_URL`: where a license is renewed. */
	readonly renewUrl?: string | null;
	/** The limit on refusals (403) of one client address. */
	readonly refusals: AddressLimit;
	/** The limit on requests that need no key, except health; absent for none. */
	readonly visits?: AddressLimit;
	readonly budget?: ProcessorBudget;
	/** The client's address, for limits on requests without a license. */
	addressOf(request: Request): string;
}

export function createLimits(
	{ licenses, refusals, visits = noAddressLimit, budget, addressOf, renewUrl = null }: LimitParts,
	sendProblem: SendProblem,
): Limits {
	const { limiter } = licenses;
	const tooMany = (detail: string, seconds: number, headers: Record<string, string> = {}): Response =>
		sendTooMany(sendProblem, detail, seconds, headers);
	const tooManyVisits = (wait: number) => tooMany('too many requests from this address', wait);
	const note = (slot: number) => budget?.noteLicense(slot);
	const charge = <T>(slot: number, work: () => T): T => (budget ? budget.chargeLicense(slot, work) : work());
	return {
		note,
		refuse(request, refusal) {
			const wait = refusals.take(addressOf(request));
			if (wait > 0) return tooMany('too many refused requests from this address', wait);
			if (refusal) return sendProblem(refusal);
			const endedOn = licenses.endedOn?.() ?? null;
			return sendProblem(endedOn === null ? keyRefusal(sentKey(request)) : endedRefusal(endedOn, renewUrl));
		},
		visit(request, respond) {
			const address = addressOf(request);
			const wait = visits.take(address);
			if (wait > 0) return tooManyVisits(wait);
			budget?.noteStranger(address);
			return respond();
		},
		visitWithPost(request, respond) {
			const address = addressOf(request);
			const wait = visits.take(address);
			if (wait > 0) return tooManyVisits(wait);
			budget?.noteStranger(address);
			return respond((work) => (budget ? budget.chargeStranger(address, work) : work()));
		},
		inRate(slot, respond, count = 1) {
			note(slot);
			if (!limiter) return respond();
			const allowance = limiter.take(slot, count);
			const headers = rateHeaders(limiter, allowance);
			if (!allowance.allowed) {
				const many = count > limiter.rate.requests ? ', and these are more than it ever allows at once' : '';
				const detail = `the rate limit of this license is used up${many}`;
				return tooMany(detail, allowance.resetSeconds, headers);
			}
			const response = respond();
			for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
			return response;
		},
		refuseChange(slot, changes) {
			const { allowed, resetSeconds } = changes.take(slot);
			if (allowed) return null;
			const detail = `this license may do this ${changes.rate.requests} times a minute`;
			return tooMany(detail, resetSeconds);
		},
		inBudget(slot, respond) {
			const wait = budget?.waitOfLicense(slot) ?? 0;
			if (wait > 0) return tooMany('this license has used its budget of processor time', wait);
			return charge(slot, respond);
		},
		charge,
	};
}

/** The answer to a client without a key for which no processor time is left. */
export const publicTimeIsUp = 'the processor time for requests without a key is used up';

/** The fields of draft-ietf-httpapi-ratelimit-headers: quota and window, requests left and seconds until reset. */
function rateHeaders({ rate }: KeyLimiter, { remaining, resetSeconds }: Allowance): Record<string, string> {
	return {
		'RateLimit-Policy': `"license";q=${rate.requests};w=${rate.seconds}`,
		RateLimit: `"license";r=${remaining};t=${resetSeconds}`,
	};
}

/** The refusal of a license that ended on this day; only the holder of its key can read it. */
function endedRefusal(endedOn: string, renewUrl: string | null): Problem {
	const advice = renewUrl === null ? 'ask its seller to renew it' : `renew it at ${renewUrl}`;
	const members = { ended_on: endedOn, renew_url: renewUrl };
	return problem('license-ended', `this license ended on ${endedOn}: ${advice}`, members);
}

/** For a feed address that was mistyped, renewed or revoked, or whose license has ended. */
export const atomRefusal = problem(
	'key-refused',
	'this feed address is not valid, or was revoked: ask its owner for a new one',
);
