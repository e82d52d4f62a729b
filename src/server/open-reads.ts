import type { NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { forEveryCache } from '@pointrelease/core/src/api/headers.ts';
import { pathOf } from '@pointrelease/core/src/api/path.ts';
import { isProblem } from '@pointrelease/core/src/api/problem.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { createAnswerCache } from '../api/answer-cache.ts';
import { createReadAnswers } from '../api/read-answers.ts';
import type { ReadyAnswer } from '../api/ready-answer.ts';
import { atomAnswer, calendarAnswer, macFeedAnswer } from './dataset.ts';
import { publicTimeIsUp } from './limits.ts';
import type { ProcessorBudget } from './processor-budget.ts';
import { problemSender, sendAnswer, sendTooMany } from './responses.ts';
import type { PublicAnswer } from './service.ts';

/** What a fleet report is made from in the browser, so that everybody can try one. */
const fleetPaths: ReadonlySet<string> = new Set(['/dataset/tables', '/policies']);
const macFeedPath = /^\/boards\/[^/]+\/releases\.(?:atom|ics)$/;

interface OpenReadsParts {
	catalog(): Catalog;
	today(): string;
	/** The address of the service. An address that a client names never gets into an answer that caches may store. */
	baseUrl(): string;
	/** When releases that were not shipped were learned. */
	learnt(): ReadonlyMap<string, string>;
	readonly policies: NamedPolicies;
	readonly budget: Pick<ProcessorBudget, 'waitOfStranger' | 'chargeStranger'>;
	addressOf(request: Request): string;
}

/** Reads that need no key where pages are public: those of a fleet report, and the feeds and calendars of all Macs and of one. */
export function openReads(parts: OpenReadsParts): (path: string) => PublicAnswer | undefined {
	const { catalog, today, policies, baseUrl, budget, addressOf } = parts;
	const reads = createReadAnswers({ today, policies }, forEveryCache);
	const feedOfMac = macFeedAnswer(baseUrl, today, forEveryCache);
	const feedsOfAll = new Map([
		['/releases.atom', atomAnswer(baseUrl, parts.learnt, forEveryCache)],
		['/calendar.ics', calendarAnswer(baseUrl, today, forEveryCache)],
	]);
	const feeds = createAnswerCache(4_000_000);
	const respond: PublicAnswer = (request) => {
		const [data, path] = [catalog(), pathOf(request.url)];
		const send = (answer: ReadyAnswer) =>
			sendAnswer(request, answer, { lastModified: Date.parse(data.changed), today });
		const key = `${path} ${today()}`;
		const stored = fleetPaths.has(path) ? reads.stored(data, request) : feeds.find(data, key);
		if (stored) return send(stored);
		const client = addressOf(request);
		const wait = budget.waitOfStranger(client);
		if (wait > 0) return sendTooMany(problemSender(data), publicTimeIsUp, wait);
		return budget.chargeStranger(client, () => {
			const made = fleetPaths.has(path)
				? reads.answer(data, request)!
				: (feedsOfAll.get(path)?.(data) ?? feedOfMac(data, path)!);
			if (isProblem(made)) return problemSender(data)(made);
			return send(fleetPaths.has(path) ? made : feeds.store(data, key, made));
		});
	};
	return (path) =>
		fleetPaths.has(path) || feedsOfAll.has(path) || macFeedPath.test(path) ? respond : undefined;
}
