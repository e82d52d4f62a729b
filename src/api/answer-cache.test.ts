import { expect, test } from 'bun:test';
import { shipped } from '../../test/shipped-data.ts';
import { createAnswerCache } from './answer-cache.ts';
import { answerHeaders } from './headers.ts';

const headers = answerHeaders(shipped);
const answer = (body: string) => ({ status: 200, body, etag: '"x"', headers }) as const;

test('an answer is found again under its key, for the state of the data that it was given for', () => {
	const kept = createAnswerCache(100);
	const given = kept.store(shipped, 'a', answer('one'));
	expect(kept.find(shipped, 'a')).toBe(given);
	expect(kept.find(shipped, 'b')).toBeUndefined();
	expect(kept.find({ ...shipped }, 'a')).toBeUndefined();
});

test('the oldest answers are dropped first', () => {
	const kept = createAnswerCache(30);
	for (const key of ['a', 'b', 'c']) kept.store(shipped, key, answer('123456789'));
	expect(['a', 'b', 'c'].map((key) => kept.find(shipped, key) !== undefined)).toEqual([true, true, true]);
	kept.store(shipped, 'd', answer('123456789'));
	expect(['a', 'b', 'c', 'd'].map((key) => kept.find(shipped, key) !== undefined)).toEqual([
		false,
		true,
		true,
		true,
	]);
});

test('an answer larger than the cache is returned and not stored', () => {
	const kept = createAnswerCache(5);
	expect(kept.store(shipped, 'a', answer('123456789')).body).toBe('123456789');
	expect(kept.find(shipped, 'a')).toBeUndefined();
});
