import { expect, test } from 'bun:test';
import { shipped } from '../../../test/shipped-data.ts';
import type { FactKind } from '../facts/fact.ts';
import { stating } from './evidence.ts';
import { repairsIn } from './human-decisions.ts';

const now = new Date('2026-12-01T12:00:00Z');
const state = stating(now, shipped);

function heard(kind: FactKind, version: string): [boards: unknown, kept: number] {
	const repairs = repairsIn(
		[state({ kind, subject: version, object: kind === 'corrected' ? 'boards' : '', feed: 'apple' })],
		shipped,
	);
	const observation = { feed: 'apple' as const, version, builds: [], date: null, expires: null, seenAt: '' };
	const reading = { observations: [{ ...observation, boards: ['J900AP'] }], machines: [] };
	const { apple } = repairs.readings({ apple: reading });
	const facts = [state({ kind: 'runs', subject: version, object: 'J900AP', feed: 'apple' })];
	const { length } = repairs.withoutCorrected({ facts, items: [], retracted: [] }).facts;
	return [apple!.observations.flatMap(({ boards }) => boards), length];
}

test('feeds are ignored about what a person repaired, until the shipped tables have it', () => {
	expect(heard('forgotten', '27.99')).toEqual([[], 1]);
	expect(heard('corrected', '27.99')).toEqual([['J900AP'], 0]);
	expect(heard('forgotten', '27.2')).toEqual([['J900AP'], 1]);
	expect(heard('corrected', '27.2')).toEqual([['J900AP'], 1]);
});
