import type { NamedPolicies } from '../advice/policy/named-policies.ts';
import type { Answer } from '../api/answer.ts';
import { type AnswerBook, createAnswerBook } from '../api/answer-book.ts';
import { pathOf } from '../api/path.ts';
import { isProblem, type Problem, problem } from '../api/problem.ts';
import { answerRead } from '../api/reads/reads.ts';
import { refusedAddress } from '../api/refused-query.ts';
import { isSofaPath, keyOrPassword, sofaAnswer } from '../api/sofa.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Licenses } from '../licenses/licenses.ts';
import type { KeyedAnswer } from './dataset.ts';
import { atomRefusal, type Limits } from './limits.ts';
import { type AnswerTimes, problemSender, type SendProblem, sendAnswer } from './responses.ts';

/** What is made again whenever the data changes. */
interface ServedData {
	readonly book: AnswerBook;
	readonly times: AnswerTimes;
	readonly sendProblem: SendProblem;
}

export function servedData(catalog: Catalog, today: () => string): ServedData {
	return {
		book: createAnswerBook(catalog),
		times: { lastModified: Date.parse(catalog.changed), today },
		sendProblem: problemSender(catalog),
	};
}

/** The responses to a method that a path does not take. */
interface MethodRefusals {
	onlyReads(): Response;
	onlyPosts(): Response;
	onlyReadsAndPosts(): Response;
}

export function methodRefusals(sendProblem: SendProblem): MethodRefusals {
	const only = (methods: string, words: string) => (): Response =>
		sendProblem(problem('method-not-allowed', `only ${words} allowed here`), { Allow: methods });
	return {
		onlyReads: only('GET, HEAD', 'GET and HEAD are'),
		onlyPosts: only('POST', 'POST is'),
		onlyReadsAndPosts: only('GET, HEAD, POST', 'GET, HEAD and POST are'),
	};
}

/** Finds an answer by the part of the path that names it; undefined if it has to be computed. */
export type LookUp = (name: string, request: Request) => Answer | Problem | undefined;

interface AnsweringParts {
	readonly licenses: Licenses;
	readonly limits: Limits;
	readonly refusals: MethodRefusals;
	/** The data that is served at this moment. */
	data(): ServedData;
	today(): string;
	readonly policies: NamedPolicies;
	readonly publicAddress?: ((request: Request) => string | null) | undefined;
	readonly keyedAnswers?: ReadonlyMap<string, KeyedAnswer> | undefined;
	readonly sofaAccess?: 'key' | 'public' | undefined;
	readonly atomOf?: ((catalog: Catalog, self: string) => Answer) | undefined;
	readonly calendarOf?: ((catalog: Catalog, self: string) => Answer) | undefined;
}

/** The answers to licenses. */
interface Answering {
	/** Authorizes, checks the limits, looks up or computes, and answers. */
	withKey(request: Request, name: string, lookUp: LookUp): Response;
	/** Answers at the address of a feed: its token opens the feed and the calendar, because a feed reader sends no header. */
	withToken(request: Request, path: string, token: string): Response;
	/** Answers tools that read SOFA's feed; null for any other path. */
	withSofa(request: Request, path: string): Response | null;
}

export function createAnswering(parts: AnsweringParts): Answering {
	const { licenses, data, today, policies, keyedAnswers, sofaAccess, publicAddress: address } = parts;
	const { refuse, visit, inRate, inBudget, note } = parts.limits;
	const { onlyReads } = parts.refusals;
	const { limiter } = licenses;
	const sofaIsPublic = sofaAccess === 'public';
	const readSetting = { today, policies, sofaIsPublic, ...(address && { address }) };

	const send = (request: Request, outcome: Answer | Problem): Response => {
		const { sendProblem, times } = data();
		return isProblem(outcome) ? sendProblem(outcome) : sendAnswer(request, outcome, times);
	};

	const respond = (request: Request, slot: number, outcome: Answer | Problem | undefined): Response => {
		if (!outcome) return inBudget(slot, () => compute(request, slot));
		licenses.count(slot);
		return send(request, outcome);
	};

	/** Any request that is not a plain GET of a well-spelled path. */
	const compute = (request: Request, slot: number): Response => {
		const path = pathOf(request.url);
		const { book } = data();
		const keyed = keyedAnswers?.get(path);
		const outcome =
			(keyed && (refusedAddress(request.url) ?? keyed(book.catalog, request))) ??
			answerRead(book.catalog, request, readSetting) ??
			book.answer(path);
		licenses.count(slot);
		return isRead(request) || isNowhere(outcome) ? send(request, outcome) : onlyReads();
	};

	/** Answers a license that was not admitted by the `Authorization` header. */
	const answerAdmitted = (request: Request, slot: number, lookUp: () => Answer | Problem): Response =>
		inRate(slot, () =>
			inBudget(slot, () => {
				licenses.count(slot);
				return isRead(request) ? send(request, lookUp()) : onlyReads();
			}),
		);

	return {
		withKey(request, name, lookUp) {
			const slot = licenses.admit(request.headers.get('authorization'));
			if (slot < 0) return refuse(request);
			if (limiter) return inRate(slot, () => respond(request, slot, lookUp(name, request)));
			note(slot);
			return respond(request, slot, lookUp(name, request));
		},
		withToken(request, path, token) {
			const slot = licenses.admitAtom(token);
			const answerOf = path.endsWith('.ics') ? parts.calendarOf : parts.atomOf;
			if (slot < 0 || !answerOf) return refuse(request, atomRefusal);
			return answerAdmitted(request, slot, () => answerOf(data().book.catalog, path));
		},
		withSofa(request, path) {
			if (!sofaAccess || !isSofaPath(path)) return null;
			const lookUp = () => sofaAnswer(data().book.catalog, request, today());
			if (sofaIsPublic)
				return visit(request, () => (isRead(request) ? send(request, lookUp()) : onlyReads()));
			// These tools cannot send our header: only here a key may come as the password of HTTP Basic.
			const slot = licenses.admit(keyOrPassword(request.headers.get('authorization')));
			return slot < 0 ? refuse(request) : answerAdmitted(request, slot, lookUp);
		},
	};
}

export function isRead(request: Request): boolean {
	return request.method === 'GET' || request.method === 'HEAD';
}

/** Whether the path does not exist, for any method. */
function isNowhere(outcome: Answer | Problem): boolean {
	return isProblem(outcome) && (outcome.code === 'not-found' || outcome.code === 'bad-encoding');
}
