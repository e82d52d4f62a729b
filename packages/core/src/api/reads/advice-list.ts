import type { Policy } from '../../advice/policy/policy.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { mostItems } from '../parameters.ts';
import { isProblem, problem } from '../problem.ts';
import { prefersLines } from '../request-headers.ts';
import type { Shapes } from '../shapes/shapes.ts';
import { adviceRecord, adviseOn } from './advice.ts';
import { readAskedMacs } from './asked-mac.ts';
import { readParameters, readPolicyQuery, refuse } from './query.ts';
import { jsonForm, type Read, variedAnswer } from './read.ts';

/**
 * How many unknown names get suggestions. Finding them compares a name with all others and takes six times as long as an
 * answer: a hundred took 60 ms, during which nobody else was answered.
 */
const mostGuesses = 5;

/** Many answers in one request, each with its own status: a failure does not affect the others. */
export const readAdvices: Read<'/advice', 'AdviceList'> = (catalog, request) => {
	const query = readParameters(request.query);
	if (isProblem(query)) return query;
	const items = query.getAll('item');
	if (items.length === 0 || items.length > mostItems) {
		return refuse('item', `from 1 to ${mostItems} of it, such as item=J293AP:14.7.2&item=Mac14,2:15.3`);
	}
	const policy = readPolicyQuery(query, request.today, request.policies);
	if (isProblem(policy)) return policy;
	const dayGiven = query.has('as_of');
	const outcomes = outcomesOf(catalog, items, policy, dayGiven);
	const today = dayGiven ? null : request.today;
	if (!prefersLines(request.accept))
		return variedAnswer(catalog, jsonForm({ count: items.length, items: outcomes }), today);
	const lines = outcomes.map((outcome) => `${JSON.stringify(outcome)}\n`).join('');
	return variedAnswer(catalog, { body: lines, type: 'application/x-ndjson' }, today);
};

/** Repeated items are computed once. */
function outcomesOf(catalog: Catalog, items: readonly string[], policy: Policy, dayGiven: boolean) {
	const outcomes = new Map<string, ReturnType<typeof outcomeOf>>();
	let guesses = mostGuesses;
	for (const item of new Set(items)) {
		const outcome = outcomeOf(catalog, { item, policy, dayGiven, guess: guesses > 0 });
		if (outcome.problem?.code === 'board-unknown') guesses--;
		outcomes.set(item, outcome);
	}
	return items.map((item) => outcomes.get(item)!);
}

/** Every member is always present; either `advice` or `problem` is null. */
function outcomeOf(
	catalog: Catalog,
	{ item, policy, dayGiven, guess }: { item: string; policy: Policy; dayGiven: boolean; guess: boolean },
): Shapes['AdviceOutcome'] {
	const macs = readAskedMacs(catalog, item, guess) ?? notAnItem;
	const advised = isProblem(macs) ? macs : adviseOn(catalog, macs, policy);
	if (isProblem(advised))
		return { item, status: advised.status, advice: null, problem: JSON.parse(advised.body) };
	const advice = adviceRecord(advised.value, policy, dayGiven, advised.boardIds);
	return { item, status: 200, advice, problem: null };
}

const notAnItem = problem('bad-parameter', 'expected BOARD:VERSION, such as J293AP:14.7.2', {
	parameter: 'item',
	expected: 'BOARD:VERSION',
});
