import { expect, test } from 'bun:test';
import { builtInPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { shipped } from '../../test/shipped-data.ts';
import { kitReads } from '../kit/kit-reads.ts';
import { createReadAnswers } from './read-answers.ts';
import type { ReadyAnswer } from './ready-answer.ts';

let today = '2026-11-16';
const answers = createReadAnswers({
	today: () => today,
	policies: builtInPolicies,
	address: ({ headers }) => `https://${headers.get('host')}`,
	more: kitReads,
});
const asked = (path: string, headers: Record<string, string> = {}) =>
	new Request(`http://localhost${path}`, { headers });
const answer = (path: string, headers: Record<string, string> = {}, catalog = shipped) =>
	answers.answer(catalog, asked(path, headers)) as ReadyAnswer;

test('the answer to the same request is made once, and found without making it', () => {
	const path = '/advice/J293AP:14.7.2?policy=n-1';
	expect(answers.stored(shipped, asked(path))).toBeUndefined();
	const first = answer(path);
	expect(JSON.parse(first.body)).toMatchObject({ board_id: 'J293AP', policy: 'n-1' });
	expect(answer(path)).toBe(first);
	expect(answers.stored(shipped, asked(path))).toBe(first);
	// A client may send only the path.
	expect(answers.stored(shipped, { url: path, headers: new Headers() } as Request)).toBe(first);
});

test('whatever an answer depends on makes another one: query, form, address, data and day', () => {
	const path = '/advice/J293AP:14.7.2';
	const json = answer(path);
	expect(answer(path, { accept: 'text/plain' }).body).toStartWith('board_id=J293AP\n');
	expect(answer(`${path}?behind=1`)).not.toBe(json);
	const script = (host: string) => answer('/kit/pointrelease.sh', { host }).body;
	expect(
		['one', 'two'].map((name) => script(`${name}.example`).includes(`kit_url='https://${name}.example'`)),
	).toEqual([true, true]);
	expect(answer(path, {}, { ...shipped })).not.toBe(json);
	const again = answer(path);
	today = '2026-11-17';
	expect(answers.stored(shipped, asked(path))).toBeUndefined();
	expect(answer(path)).not.toBe(again);
	today = '2026-11-16';
});

test('problems and paths of nobody are not stored', () => {
	for (const path of ['/advice/nothing:1', '/boards/zzz', '/nowhere', '/items/14']) {
		const [first, second] = [answers.answer(shipped, asked(path)), answers.answer(shipped, asked(path))];
		expect([path, first]).toEqual([path, second]);
		expect(answers.stored(shipped, asked(path))).toBeUndefined();
	}
});
