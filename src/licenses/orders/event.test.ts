import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type KnownEvent, type Outcome, standingOf } from './event.ts';

function after(...outcomes: (Outcome | [Outcome, string])[]): string {
	const events = outcomes.map((outcome, at): KnownEvent => {
		const [name, subject] = typeof outcome === 'string' ? [outcome, null] : outcome;
		return { id: `evt_${at}`, happened: at * 1000, outcome: name, subject };
	});
	const { paid, failed, money } = standingOf(events);
	return paid === null ? (failed ? 'failed' : 'waiting') : money;
}

test('the state of an order follows from its events in the order in which they happened', () => {
	expect(after()).toBe('waiting');
	expect(after('unpaid')).toBe('waiting');
	expect(after('unpaid', 'failed')).toBe('failed');
	expect(after('unpaid', 'paid')).toBe('paid');
	expect(after('paid', 'part-refunded')).toBe('paid');
	expect(after('paid', 'part-refunded', 'refunded')).toBe('refunded');
	expect(after('paid', 'refunded', 'refund-failed')).toBe('paid');
	expect(after('paid', 'refunded', 'refund-failed', 'refunded')).toBe('refunded');
	expect(after('refunded', 'paid')).toBe('refunded');
	expect(after('paid', ['dispute-opened', 'a'])).toBe('disputed');
	expect(after('paid', ['dispute-opened', 'a'], ['dispute-resolved', 'a'])).toBe('paid');
	expect(after('paid', ['dispute-opened', 'a'], ['dispute-lost', 'a'])).toBe('disputed');
	expect(after('paid', ['dispute-opened', 'a'], ['dispute-opened', 'b'], ['dispute-resolved', 'a'])).toBe(
		'disputed',
	);
	expect(after('paid', ['dispute-opened', 'a'], 'refunded', ['dispute-resolved', 'a'])).toBe('refunded');
});

const outcome = fc.constantFrom<Outcome>(
	'unpaid',
	'paid',
	'failed',
	'refunded',
	'part-refunded',
	'refund-failed',
	'dispute-opened',
	'dispute-resolved',
	'dispute-lost',
);
const events = fc.uniqueArray(
	fc.record({
		id: fc.integer({ min: 0, max: 50 }).map((number) => `evt_${number}`),
		happened: fc.integer({ min: 0, max: 4 }).map((second) => second * 1000),
		outcome,
		subject: fc.constantFrom('a', 'b'),
	}),
	{ selector: ({ id }) => id, maxLength: 12 },
);

test('the same events in another order give the same state', () => {
	fc.assert(
		fc.property(events, fc.infiniteStream(fc.nat()), (inOrder, keys) => {
			const shuffled = inOrder.map((event) => [keys.next().value, event] as const);
			shuffled.sort(([a], [b]) => a - b);
			expect(standingOf(shuffled.map(([, event]) => event))).toEqual(standingOf(inOrder));
		}),
	);
});
