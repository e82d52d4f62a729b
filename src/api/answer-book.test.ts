import { expect, test } from 'bun:test';
import { isProblem } from '@pointrelease/core/src/api/problem.ts';
import { shipped } from '../../test/shipped-data.ts';
import { createAnswerBook } from './answer-book.ts';

const book = (mostOfMisses?: number) => createAnswerBook(shipped, mostOfMisses);

test('an answer for a path spelled as in the data is stored, with and without the zero that operation 3 needs', () => {
	const answers = book();
	for (const item of ['J293AP:14.7.2', 'J293AP:14.0.0', 'J293AP:14', 'J293AP', '14', '10.15.7']) {
		const first = answers.answer(`/items/${item}`);
		expect(answers.item(item)).toBe(first);
		expect(answers.answer(`/items/${item}`)).toBe(first);
	}
});

test('an answer for another spelling of the same names is equal and not stored', () => {
	const answers = book();
	for (const item of ['j293ap:14.7.2', 'J293:14.7.2', 'J293AP:14.0.0.0', 'J293AP:14.7.2.0']) {
		const first = answers.answer(`/items/${item}`);
		const again = answers.item(item)!;
		expect(again).toEqual(first);
		// Misses may be stored, because their number is limited.
		if (!isProblem(again)) expect(again).not.toBe(first);
	}
});

test('an item has the same answer by segment and by path if it is plain text', () => {
	const answers = book();
	for (const item of ['J293AP:13.1.0', 'J293AP:99', 'nobody:14', ':', '.', '14.', 'J293AP:14,7'])
		expect(answers.item(item)).toEqual(answers.answer(`/items/${item}`));
	for (const version of ['13', '13.1', 'nobody'])
		expect(answers.boardIds(version)).toEqual(answers.answer(`/items/${version}/board_ids`));
	for (const odd of ['a b', 'a/b', 'a%b', 'x'.repeat(65), '']) {
		expect(answers.item(odd)).toBeUndefined();
		expect(answers.boardIds(odd)).toBeUndefined();
	}
});

test('an item and a version of the same name have different answers', () => {
	const answers = book();
	const [item, boards] = [answers.answer('/items/14'), answers.answer('/items/14/board_ids')];
	expect([answers.item('14'), answers.boardIds('14')]).toEqual([item, boards]);
	expect(item.body).not.toBe(boards.body);
});

test('misses are stored up to a limit, if their text is short and plain', () => {
	const answers = book(1_000);
	const first = answers.item('nobody:14');
	expect(answers.item('nobody:14')).toBe(first);
	for (const odd of ['a b', 'a\ufffd', 'a#b', 'x'.repeat(65)])
		expect(answers.answer(`/items/${encodeURIComponent(odd)}`)).not.toBe(
			answers.answer(`/items/${encodeURIComponent(odd)}`),
		);
	for (let count = 0; count < 6; count++) answers.item(`stranger${count}`);
	expect(answers.item('nobody:14')).not.toBe(first);
	expect(answers.item('stranger5')).toBe(answers.item('stranger5'));
});
