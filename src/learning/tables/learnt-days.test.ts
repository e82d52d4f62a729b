import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { shippedFolder } from '../../../test/shipped-data.ts';
import { loadShipped } from '../../data/load.ts';
import type { Fact, FactOf } from '../facts/fact.ts';
import { feeds } from '../observation.ts';
import { withLearntDay } from './learnt-days.ts';

const { primaryReleases } = loadShipped(shippedFolder).tables;
const rowOf = (version: string) => primaryReleases.find((row) => row.version.canonical === version)!;
const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-10-${String(date).padStart(2, '0')}`);
const feed = fc.constantFrom(...feeds);
const factOf = <Kind extends 'dated' | 'confirmed'>(
	kind: Kind,
	subject: string,
	value: string,
	by: Fact['feed'],
	accepted = false,
): FactOf<Kind> => ({
	kind,
	subject,
	object: kind === 'confirmed' ? by : '',
	value: value as FactOf<Kind>['value'],
	feed: by,
	seen: '2026-12-01T12:00:00Z',
	accepted,
});
/** What feeds say about the day of a release. */
const statements = (version: string) =>
	fc.record({
		dated: fc.option(
			fc.tuple(day, feed).map(([value, by]) => factOf('dated', version, value, by)),
			{ nil: undefined },
		),
		confirmed: fc.array(fc.tuple(day, feed).map(([value, by]) => factOf('confirmed', version, value, by))),
	});

test('no feed moves a shipped day that is certain', () => {
	const sure = rowOf('27.0');
	fc.assert(fc.property(statements('27.0'), (facts) => expect(withLearntDay(sure, facts)).toBe(sure)));
});

test('a learned day is high only if two feeds give it, and a person always wins', () => {
	const guessed = rowOf('27.2');
	fc.assert(
		fc.property(statements('27.2'), day, ({ dated, confirmed }, right) => {
			const row = withLearntDay(guessed, { dated, confirmed });
			expect(row.released).toBe(dated?.value ?? guessed.released);
			const by = new Set([
				...(dated ? [dated.feed] : []),
				...confirmed.filter(({ value }) => value === row.released).map((fact) => fact.feed),
			]);
			expect(row.confidence === 'high').toBe(by.size > 1 || (!dated && by.has('apple')));
			const person = factOf('dated', '27.2', right, 'apple', true);
			expect(withLearntDay(guessed, { dated: person, confirmed })).toMatchObject({
				released: right,
				confidence: 'high',
			});
		}),
	);
});
