import { expect, test } from 'bun:test';
import { eventCounter, eventCounters } from './event-counter.ts';

test('every counter appears in the list that metrics read', () => {
	const counter = eventCounter('pointrelease_tried_total', 'A test of counting.');
	expect(counter.value).toBe(0);
	counter.add();
	counter.add();
	const listed = eventCounters().find(({ name }) => name === 'pointrelease_tried_total')!;
	expect([listed.help, listed.value]).toEqual(['A test of counting.', 2]);
});

test('two counters cannot have the same name', () => {
	eventCounter('pointrelease_once_total', 'One.');
	expect(() => eventCounter('pointrelease_once_total', 'Two.')).toThrow('pointrelease_once_total');
});
