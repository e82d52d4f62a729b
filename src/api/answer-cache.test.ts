import { expect, test } from 'bun:test';
import { shipped } from '../../test/shipped-data.ts';
import { createAnswerCache } from './answer-cache.ts';
import { answerHeaders } from './ready-answer.ts';

const headers = answerHeaders(shipped);
const answer = (body: string) => ({ status: 200, body, etag: '"x"', headers }) as const;

test('a stored answer is found by its key and by the state of the data', () => {
	const cache = createAnswerCache(100);
	const storedAnswer = cache.store(shipped, 'a', answer('one'));
	expect(cache.find(shipped, 'a')).toBe(storedAnswer);
	expect(cache.find(shipped, 'b')).toBeUndefined();
	expect(cache.find({ ...shipped }, 'a')).toBeUndefined();
});

test('the oldest answers are dropped first', () => {
	const cache = createAnswerCache(30);
	for (const key of ['a', 'b', 'c']) cache.store(shipped, key, answer('123456789'));
	expect(['a', 'b', 'c'].map((key) => cache.find(shipped, key) !== undefined)).toEqual([true, true, true]);
	cache.store(shipped, 'd', answer('123456789'));
	expect(['a', 'b', 'c', 'd'].map((key) => cache.find(shipped, key) !== undefined)).toEqual([
		false,
		true,
		true,
		true,
	]);
});

test('an answer larger than the cache is returned and not stored', () => {
	const cache = createAnswerCache(5);
	expect(cache.store(shipped, 'a', answer('123456789')).body).toBe('123456789');
	expect(cache.find(shipped, 'a')).toBeUndefined();
});
