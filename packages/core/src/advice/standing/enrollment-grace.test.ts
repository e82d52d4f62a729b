import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { shipped } from '../../../../../test/shipped-data.ts';
import { sized } from '../../../../../test/size.ts';
import { addDays } from '../../text/day.ts';
import { policyOf } from '../policy/policy.ts';
import { type Assessment, assess } from './assess.ts';

const terms = { behind: 1, deferDays: 14, deferMajorDays: 30, graceDays: 14, exploitedGraceDays: 3 };

test('a new Mac is not overdue before its days are over, and has the same target', () => {
	const board = shipped.boards.get('J293AP')!;
	const on = (asOf: string, known: string | null) => {
		const policy = policyOf(asOf, { ...terms, enrollmentGraceDays: 10 });
		const { overdueSince, target, meetsPolicy, daysLeft, daysOverdue } = assess(
			shipped,
			board,
			{ version: '26.7', build: null, known },
			policy,
		)!;
		return [target!.version, meetsPolicy, overdueSince, daysLeft, daysOverdue];
	};
	expect(on('2026-11-16', null)).toEqual(['26.7.2', false, '2026-10-15', null, 32]);
	expect(on('2026-11-16', '2026-11-12')).toEqual(['26.7.2', false, null, 6, null]);
	// The last day of the grace is the last day to install, and the day after the Mac is overdue.
	expect(on('2026-11-22', '2026-11-12')).toEqual(['26.7.2', false, null, 0, null]);
	expect(on('2026-11-23', '2026-11-12')[2]).toBe('2026-11-22');
	// A Mac that was enrolled long ago has no other deadline than without the term.
	expect(on('2026-11-16', '2026-01-12')).toEqual(on('2026-11-16', null));
});

test('the term only ever gives more time, and changes nothing but deadlines', () => {
	const boards = [...shipped.boards.values()].filter(({ support }) => support.has('14'));
	const versions = [...shipped.releases.values()]
		.filter(({ parsed }) => parsed.era === 'modern')
		.map(({ version }) => version);
	fc.assert(
		fc.property(
			fc.constantFrom(...boards.map(({ id }) => id)),
			fc.constantFrom(...versions),
			fc.integer({ min: 0, max: 500 }),
			fc.integer({ min: 0, max: 60 }),
			(id, version, before, enrollmentGraceDays) => {
				const asOf = '2026-11-16';
				const known = addDays(asOf, -before);
				const board = shipped.boards.get(id)!;
				const assessed = (grace: number | null) =>
					assess(
						shipped,
						board,
						{ version, build: null, known },
						policyOf(asOf, { ...terms, enrollmentGraceDays: grace }),
					)!;
				const [without, withTerm] = [assessed(null), assessed(enrollmentGraceDays)];
				const rest = ({ target, meetsPolicy, blockedBy, standing, targetSince }: Assessment) =>
					[target?.version, meetsPolicy, blockedBy, standing, targetSince].join(' ');
				expect(rest(withTerm)).toBe(rest(without));
				const end = addDays(known, enrollmentGraceDays);
				const later = (day: string | null) => (day === null || day > end ? day : end);
				expect(withTerm.deadline).toBe(later(without.deadline));
				// Several deadlines may lie within the grace: the first one after it counts.
				if (end >= asOf) expect(withTerm.overdueSince).toBeNull();
				else expect(withTerm.overdueSince).toBe(without.overdueSince && later(without.overdueSince));
			},
		),
		{ numRuns: sized(200, 4_000) },
	);
});
