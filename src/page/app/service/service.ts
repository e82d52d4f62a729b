import { BoundedMap } from '@pointrelease/core/src/text/bounded-map.ts';
import { sentence } from '@pointrelease/core/src/text/visible.ts';
import { isGuest } from './guest.ts';
import { isSendable, refuseKey, storedKey } from './key.ts';
import type { NoAnswer, Outcome } from './records.ts';

/** Why there is no answer, in one line. For views where the page retries by itself. */
export function inOneLine(outcome: NoAnswer): string {
	if (outcome.state === 'busy') return `Too many requests. Trying again in ${outcome.seconds} s.`;
	return whyNot(outcome);
}

/** Why there is no answer, in one line. For views where a person has to retry. */
export function whyNot(outcome: NoAnswer): string {
	if (outcome.state === 'unreachable') return 'The service cannot be reached.';
	if (outcome.state === 'busy') return `Too many requests. Try again in ${outcome.seconds} s.`;
	return sentence(outcome.detail);
}

/** The members of a problem that a view uses. */
interface Problem {
	detail?: string;
	suggestions?: string[];
	candidates?: string[];
	/** Separated by commas. */
	known_majors?: string;
	release_before?: string | null;
	release_after?: string | null;
}

/** The answers of this visit by path, so that going back shows them at once. */
const answers = new BoundedMap<string, { readonly outcome: Outcome<unknown>; readonly at: number }>(200);
/** Milliseconds after which an answer is still shown, but requested again. */
const freshFor = 60_000;

export function forgetAnswers(): void {
	answers.clear();
}

/** Stores the answer of one path for another path that means the same, so that it is not requested again. */
export function copyAnswer(from: string, to: string): void {
	const answer = answers.get(from);
	if (answer) answers.set(to, answer);
}

/** The stored answer of a path. */
export function storedAnswer<T>(path: string): Outcome<T> | undefined {
	return answers.get(path)?.outcome as Outcome<T> | undefined;
}

/** Whether the stored answer of a path is missing or old. */
export function isOld(path: string): boolean {
	const answer = answers.get(path);
	return !answer || Date.now() - answer.at > freshFor;
}

/** Milliseconds after which a service that does not finish its answer counts as unreachable. */
const longestAnswer = 30_000;

export function timeLimit(): AbortSignal {
	return AbortSignal.timeout(longestAnswer);
}

const notAKey = { state: 'refused', detail: 'a license key looks like XXXX-XXXX-XXXX-XXXX' } as const;

/** Asks the service with the stored key, or with a key that a person tries to sign in with. A guest asks without one. */
export async function ask<T>(
	path: string,
	key: string | null = storedKey(),
): Promise<Exclude<Outcome<T>, { state: 'loading' }>> {
	if (key === null && !isGuest()) return { state: 'refused', detail: '' };
	const outcome = key === null || isSendable(key) ? await request<T>(path, key) : notAKey;
	if (outcome.state === 'refused' && key !== null && key === storedKey()) refuseKey(outcome.detail);
	// Never store an answer if the key changed meanwhile.
	if (outcome.state === 'ready' && key === storedKey()) answers.set(path, { outcome, at: Date.now() });
	return outcome;
}

async function request<T>(path: string, key: string | null): ReturnType<typeof ask<T>> {
	let response: Response;
	let text: string;
	try {
		response = await fetch(path, {
			headers: { ...(key !== null && { Authorization: key }), Accept: 'application/json' },
			// Revalidate. The service lets browsers use an answer for minutes without asking.
			cache: 'no-cache',
			signal: timeLimit(),
		});
		text = await response.text();
	} catch {
		return { state: 'unreachable' };
	}
	const value = parse(text);
	// The service always answers with JSON. Anything else comes from a proxy.
	if (typeof value !== 'object' || value === null) return { state: 'failed', detail: proxyProblem(response) };
	if (response.status === 429) return { state: 'busy', seconds: secondsToWait(response) };
	return response.ok ? { state: 'ready', value: value as T } : failure(response.status, value);
}

function secondsToWait({ headers }: Response): number {
	return Math.max(1, Math.min(600, Number(headers.get('retry-after')) || 1));
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

function proxyProblem({ status, ok }: Response): string {
	if (ok) return 'a login page or a proxy answered instead of the service';
	return status >= 502 && status <= 504
		? `the proxy in front of the service answered ${status}: it cannot reach the service, which may be restarting`
		: `a proxy on the way to the service answered ${status}`;
}

/** The outcome for a view when the service answers with a problem. */
export function failure(status: number, problem: Problem): NoAnswer {
	const detail = problem.detail ?? `the service answered with status ${status}`;
	if (status === 403) return { state: 'refused', detail };
	if (status !== 404 && status !== 400) return { state: 'failed', detail };
	const suggestions = problem.suggestions ?? problem.candidates ?? [];
	const majors = problem.known_majors?.split(', ') ?? [];
	const releases = [problem.release_before, problem.release_after].flatMap((version) => version ?? []);
	const isSeveral = problem.candidates !== undefined;
	return { state: 'missing', detail, suggestions, isSeveral, majors, releases };
}

/** Downloads a file as text, with the stored key; null if that fails. */
export async function askText(path: string): Promise<string | null> {
	const key = storedKey();
	return key === null || !isSendable(key) ? null : textOf(path, { Authorization: key });
}

/** Downloads a file as text; null if that fails. */
export async function textOf(path: string, headers: Record<string, string> = {}): Promise<string | null> {
	try {
		const response = await fetch(path, { headers, cache: 'no-cache', signal: timeLimit() });
		return response.ok ? await response.text() : null;
	} catch {
		return null;
	}
}
