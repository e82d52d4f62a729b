import type { NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { forEveryCache } from '@pointrelease/core/src/api/headers.ts';
import {
	type AskedMinimum,
	answerMinimum,
	askedMinimum,
	isMinimumPath,
} from '@pointrelease/core/src/api/minimum.ts';
import { pathOf } from '@pointrelease/core/src/api/path.ts';
import {
	isNowhere,
	isProblem,
	onlyReadsAllowed,
	type Problem,
	problem,
} from '@pointrelease/core/src/api/problem.ts';
import { refuse as refuseParameter } from '@pointrelease/core/src/api/reads/query.ts';
import { refusedAddress } from '@pointrelease/core/src/api/refused-query.ts';
import { isRead } from '@pointrelease/core/src/api/request-headers.ts';
import { sentKey } from '@pointrelease/core/src/api/sent-key.ts';
import { askedSofa, isSofaPath } from '@pointrelease/core/src/api/sofa.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { type AnswerBook, createAnswerBook } from '../api/answer-book.ts';
import { createAnswerCache } from '../api/answer-cache.ts';
import { compressedAnswer } from '../api/compressed-answer.ts';
import type { ReadAnswers } from '../api/read-answers.ts';
import type { ReadyAnswer } from '../api/ready-answer.ts';
import type { Licenses } from '../licenses/licenses.ts';
import type { KeyedAnswer, MacFeed } from './dataset.ts';
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
	const only = (refusal: Problem, methods: string) => (): Response =>
		sendProblem(refusal, { Allow: methods });
	return {
		onlyReads: only(onlyReadsAllowed, 'GET, HEAD'),
		onlyPosts: only(problem('method-not-allowed', 'only POST is allowed here'), 'POST'),
		onlyReadsAndPosts: only(
			problem('method-not-allowed', 'only GET, HEAD and POST are allowed here'),
			'GET, HEAD, POST',
		),
	};
}

/** Finds an answer by the part of the path that names it; undefined if it has to be computed. */
export type LookUp = (name: string, request: Request) => ReadyAnswer | Problem | undefined;

interface AnsweringParts {
	readonly licenses: Licenses;
	readonly limits: Limits;
	readonly refusals: MethodRefusals;
	/** The data that is served at this moment. */
	data(): ServedData;
	today(): string;
	readonly reads: ReadAnswers;
	readonly keyedAnswers?: ReadonlyMap<string, KeyedAnswer> | undefined;
	readonly sofaAccess?: 'key' | 'public' | undefined;
	readonly minimumAccess?: 'key' | 'public' | undefined;
	readonly policies: NamedPolicies;
	readonly atomOf?: ((catalog: Catalog, self: string) => ReadyAnswer) | undefined;
	readonly calendarOf?: ((catalog: Catalog, self: string) => ReadyAnswer) | undefined;
	readonly macFeedOf?: MacFeed | undefined;
}

/** The answers to licenses. */
interface Answering {
	/** Authorizes, checks the limits, looks up or computes, and answers. `key` is the whole header unless given. */
	withKey(request: Request, name: string, lookUp: LookUp, key?: string | null): Response;
	/** Answers at the address of a feed: its token opens the feed and the calendar, because a feed reader sends no header. */
	withToken(request: Request, path: string, token: string): Response;
	/** Answers tools that read SOFA's feed; null for any other path. */
	withSofa(request: Request, path: string): Response | null;
	/** Answers with minimum versions; null for any other path. */
	withMinimum(request: Request, path: string): Response | null;
}

/**
 * One feed for each schema and number of unsupported majors: so few that the cache needs no limit. Anybody may ask for
 * one if feeds are public, so nothing else may displace them.
 */
const sofaFeeds = createAnswerCache(Number.POSITIVE_INFINITY);

const dayNeedsKey = refuseParameter(
	'as_of',
	'no day without a license key: another day than today is computed for you',
);

export function createAnswering(parts: AnsweringParts): Answering {
	const { licenses, data, today, reads, keyedAnswers, sofaAccess, minimumAccess, policies } = parts;
	const { refuse, visit, inRate, inBudget, note } = parts.limits;
	const { onlyReads } = parts.refusals;
	const { limiter } = licenses;
	const sofaIsPublic = sofaAccess === 'public';

	const send = (request: Request, outcome: ReadyAnswer | Problem): Response => {
		const { sendProblem, times } = data();
		return isProblem(outcome) ? sendProblem(outcome) : sendAnswer(request, outcome, times);
	};

	const respond = (request: Request, slot: number, outcome: ReadyAnswer | Problem | undefined): Response => {
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
			parts.macFeedOf?.(book.catalog, path) ??
			reads.answer(book.catalog, request) ??
			book.answer(path);
		licenses.count(slot);
		return isRead(request) || isNowhere(outcome) ? send(request, outcome) : onlyReads();
	};

	const sofaAnswer = (request: Request): ReadyAnswer | Problem => {
		const { catalog } = data().book;
		const asked = askedSofa(catalog, request, today());
		if (isProblem(asked)) return asked;
		return sofaFeeds.findOrMake(catalog, `${asked.key} ${sofaAccess}`, () => {
			const answer = asked.make();
			return compressedAnswer(catalog, sofaIsPublic ? { ...answer, fields: forEveryCache } : answer);
		});
	};

	/** Made once for each policy, day and option. */
	const minimums = createAnswerCache(1_000_000);
	const minimumAnswer = (asked: AskedMinimum | Problem): ReadyAnswer | Problem => {
		if (isProblem(asked)) return asked;
		const { catalog } = data().book;
		const key = `${JSON.stringify(asked)} ${minimumAccess}`;
		const before = minimums.find(catalog, key);
		if (before) return before;
		const answer = answerMinimum(catalog, policies, asked);
		if (isProblem(answer)) return answer;
		const fields = minimumAccess === 'public' ? { ...answer.fields, ...forEveryCache } : answer.fields;
		return minimums.store(catalog, key, compressedAnswer(catalog, { ...answer, fields }));
	};

	/** Answers a license that was not admitted by the `Authorization` header. */
	const answerAdmitted = (request: Request, slot: number, lookUp: () => ReadyAnswer | Problem): Response =>
		inRate(slot, () =>
			inBudget(slot, () => {
				licenses.count(slot);
				return isRead(request) ? send(request, lookUp()) : onlyReads();
			}),
		);

	return {
		withKey(request, name, lookUp, key = request.headers.get('authorization')) {
			const slot = licenses.admit(key);
			if (slot < 0) return refuse(request);
			if (limiter) return inRate(slot, () => respond(request, slot, lookUp(name, request)));
			note(slot);
			return respond(request, slot, lookUp(name, request));
		},
		withToken(request, path, token) {
			const slot = licenses.admitAtom(token);
			const answerOf = path.endsWith('.ics') ? parts.calendarOf : parts.atomOf;
			if (slot < 0 || !answerOf) return refuse(request, atomRefusal);
			const { catalog } = data().book;
			return answerAdmitted(request, slot, () => parts.macFeedOf?.(catalog, path) ?? answerOf(catalog, path));
		},
		withSofa(request, path) {
			if (!sofaAccess || !isSofaPath(path)) return null;
			const lookUp = () => sofaAnswer(request);
			if (sofaIsPublic)
				return visit(request, () => (isRead(request) ? send(request, lookUp()) : onlyReads()));
			const slot = licenses.admit(sentKey(request));
			return slot < 0 ? refuse(request) : answerAdmitted(request, slot, lookUp);
		},
		withMinimum(request, path) {
			if (!minimumAccess || !isMinimumPath(path)) return null;
			const asked = askedMinimum(request, today());
			if (asked === null) return null;
			if (minimumAccess === 'public' && request.headers.get('authorization') === null) {
				// Days without end would be work without end.
				const answered = isProblem(asked) || asked.isToday ? asked : dayNeedsKey;
				return visit(request, () => (isRead(request) ? send(request, minimumAnswer(answered)) : onlyReads()));
			}
			const slot = licenses.admit(sentKey(request));
			return slot < 0 ? refuse(request) : answerAdmitted(request, slot, () => minimumAnswer(asked));
		},
	};
}
