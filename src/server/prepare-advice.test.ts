import { expect, test } from 'bun:test';
import { shipped } from '../../test/shipped-data.ts';
import type { NamedPolicies } from '../advice/policy/named-policies.ts';
import { isProblem } from '../api/problem.ts';
import { askedAdvice, readAdvice } from '../api/reads/advice.ts';
import { createAdvicePreparer } from './prepare-advice.ts';

const questions = [
	['J293AP:14.7.2', '', null],
	['J293AP:14.7.2', 'behind=1&grace_days=14', null],
	['J413AP:26.1.0', '', 'text/plain'],
	['MacBook Air (M2, 2022):15.3', '', null],
] as const;
const midnight = Date.parse('2026-11-20T00:00:00Z');

function askAll(catalog: typeof shipped, today: string, policies: NamedPolicies) {
	return questions.map(([board_version, query, accept]) => {
		const answer = readAdvice(catalog, { parameters: { board_version }, query, accept, today, policies });
		if (!answer || isProblem(answer)) throw new Error(`${board_version} is not answered`);
		return answer;
	});
}

test('what was asked on one day is worked out for the next before it is asked, and yesterday is not kept', async () => {
	const policies: NamedPolicies = new Map();
	let time = midnight - 1_000;
	const preparer = createAdvicePreparer(shipped, policies, () => time);
	try {
		const before = askAll(shipped, '2026-11-19', policies);
		time = midnight;
		await preparer.turn();
		expect(askedAdvice(shipped, policies)).toHaveLength(questions.length);
		const prepared = askedAdvice(shipped, policies);
		expect(prepared.every((asked) => asked.includes('2026-11-20'))).toBe(true);
		const answers = askAll(shipped, '2026-11-20', policies);
		// Nothing was added: every one of them was there.
		expect(askedAdvice(shipped, policies)).toEqual(prepared);
		const fresh = askAll({ ...shipped }, '2026-11-20', new Map());
		expect(answers.map(({ body }) => body)).toEqual(fresh.map(({ body }) => body));
		expect(answers[0]!.body).not.toBe(before[0]!.body);
	} finally {
		preparer.close();
	}
});

test('after new data what was asked before is there, also when more data comes before all of it is done', async () => {
	const policies: NamedPolicies = new Map();
	const preparer = createAdvicePreparer(shipped, policies, () => midnight);
	try {
		askAll(shipped, '2026-11-20', policies);
		const [second, third] = [{ ...shipped }, { ...shipped }];
		void preparer.serve(second);
		await preparer.serve(third);
		const prepared = askedAdvice(third, policies);
		expect(prepared.toSorted()).toEqual(askedAdvice(shipped, policies).toSorted());
		askAll(third, '2026-11-20', policies);
		expect(askedAdvice(third, policies)).toEqual(prepared);
	} finally {
		preparer.close();
	}
});
