import { sentence } from '../../../text/visible.ts';
import { isSendable, refuseKey, storedKey } from './key.ts';
import type { NoAnswer, Outcome } from './records.ts';
import { visit } from './visit.ts';

/** Why there is no answer, in one line, if the page asks again by itself. */
export function inOneLine(outcome: NoAnswer): string {
	if (outcome.state === 'busy') return `Too many requests. Trying again in ${outcome.seconds} s.`;
	return whyNot(outcome);
}

/** The same if a person has to ask again. */
export function whyNot(outcome: NoAnswer): string {
	if (outcome.state === 'unreachable') return 'The service cannot be reached.';
	if (outcome.state === 'busy') return `Too many requests. Try again in ${outcome.seconds} s.`;
	return sentence(outcome.detail);
}

/** The members of a problem that a view uses. */
export interface Problem {
	detail?: string;
	suggestions?: string[];
	candidates?: string[];
	/** In one text, with commas between them. */
	known_majors?: string;
	release_before?: string | null;
	release_after?: string | null;
}

/** Answers of this visit, so that going back shows at once what was there. */
const answers = new Map<string, { readonly outcome: Outcome<unknown>; readonly at: number }>();
const mostAnswers = 200;
/** Milliseconds after which an answer is shown still, but asked for again: the data changes while a tab is open. */
const longestTrusted = 60_000;

export function forgetAnswers(): void {
	answers.clear();
}

/** What one path answered is what another one would: nobody asks twice. */
export function sameAnswer(from: string, to: string): void {
	const known = answers.get(from);
	if (known) answers.set(to, known);
}

/** The answer to a path if there is one already. The server has all of them. */
export function knownAnswer<T>(path: string): Outcome<T> | undefined {
	return (visit.read?.(path) ?? answers.get(path)?.outcome) as Outcome<T> | undefined;
}

/** Whether it is time to ask, because nothing is known or it was known a while ago. */
export function isOld(path: string): boolean {
	const known = answers.get(path);
	return !known || Date.now() - known.at > longestTrusted;
}

/** Milliseconds after which a service that does not finish its answer counts as out of reach. */
const longestAnswer = 30_000;

/** Ends a request that would wait forever. */
export function timeLimit(): AbortSignal {
	return AbortSignal.timeout(longestAnswer);
}

const notAKey = { state: 'refused', detail: 'a license key looks like XXXX-XXXX-XXXX-XXXX' } as const;

/** Asks the service with the key of this browser, or with one that is only being tried. */
export async function ask<T>(
	path: string,
	key: string | null = storedKey(),
): Promise<Exclude<Outcome<T>, { state: 'loading' }>> {
	if (key === null) return { state: 'refused', detail: '' };
	const outcome = isSendable(key) ? await request<T>(path, key) : notAKey;
	if (outcome.state === 'refused' && key === storedKey()) refuseKey(outcome.detail);
	// What comes once the key was forgotten is not for the next one.
	if (outcome.state === 'ready' && key === storedKey()) {
		if (answers.size >= mostAnswers) answers.clear();
		answers.set(path, { outcome, at: Date.now() });
	}
	return outcome;
}

async function request<T>(path: string, key: string): ReturnType<typeof ask<T>> {
	let response: Response;
	let text: string;
	try {
		response = await fetch(path, {
			headers: { Authorization: key, Accept: 'application/json' },
			// The browser would answer by itself for minutes; so it asks whether what it has is still right.
			cache: 'no-cache',
			signal: timeLimit(),
		});
		text = await response.text();
	} catch {
		return { state: 'unreachable' };
	}
	const value = parse(text);
	// The service answers with JSON whatever happens: anything else was said by what stands between it and here.
	if (typeof value !== 'object' || value === null) return { state: 'failed', detail: intruder(response) };
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

function intruder({ status, ok }: Response): string {
	if (ok) return 'a login page or a proxy answered instead of the service';
	return status >= 502 && status <= 504
		? `the proxy in front of the service answered ${status}: it cannot reach the service, which may be restarting`
		: `a proxy on the way to the service answered ${status}`;
}

/** What a problem of the service means for a view. */
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

/** A file as text, to be saved; null if the service does not send it. */
export async function askText(path: string): Promise<string | null> {
	const key = storedKey();
	return key === null || !isSendable(key) ? null : textOf(path, { Authorization: key });
}

/** The same of a file that needs no key. */
export async function textOf(path: string, headers: Record<string, string> = {}): Promise<string | null> {
	try {
		const response = await fetch(path, { headers, cache: 'no-cache', signal: timeLimit() });
		return response.ok ? await response.text() : null;
	} catch {
		return null;
	}
}
