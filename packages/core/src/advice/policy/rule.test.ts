import { expect, test } from 'bun:test';
import type { Ssvc } from '../../catalog/catalog.ts';
import { dayNumber, dayOfNumber } from '../../text/day.ts';
import { frameworks } from './frameworks.ts';
import { dueOf, dueOfEntry, monthAfter, type ReleaseClock } from './rule.ts';

const days = (clock: ReleaseClock, released: string, exploited: string | null = null) => {
	const { sure, possible } = dueOf(clock, released, exploited);
	return [dayOfNumber(sure), dayOfNumber(possible)];
};

test('fourteen days include the fourteenth', () => {
	expect(days({ kind: 'days', days: 14 }, '2026-03-24')).toEqual(['2026-04-07', '2026-04-07']);
});

test('a month is the same day of the next month, or its last', () => {
	expect(monthAfter('2025-02-10')).toBe('2025-03-10');
	expect(monthAfter('2025-01-31')).toBe('2025-02-28');
	expect(monthAfter('2024-01-31')).toBe('2024-02-29');
	expect(monthAfter('2025-11-30')).toBe('2025-12-30');
	expect(monthAfter('2025-12-31')).toBe('2026-01-31');
	expect(monthAfter('2025-10-31')).toBe('2025-11-30');
	for (let day = dayNumber('2019-12-01'); day < dayNumber('2024-04-01'); day++) {
		const [from, to] = [dayOfNumber(day), monthAfter(dayOfNumber(day))];
		const length = dayNumber(to) - day;
		expect([from, length >= 28 && length <= 31]).toEqual([from, true]);
		expect([from, (Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 12) % 12]).toEqual([from, 1]);
	}
});

test('48 hours: the next day is in time, the second day is uncertain, and from the third day on it is late', () => {
	const clock = { kind: 'month-or-48-hours' } as const;
	expect(days(clock, '2026-09-28', '2026-09-20')).toEqual(['2026-09-29', '2026-09-30']);
	// If exploitation becomes known later, the hours start then, but never exceed the month.
	expect(days(clock, '2026-09-28', '2026-10-10')).toEqual(['2026-10-11', '2026-10-12']);
	expect(days(clock, '2022-07-20', '2025-10-20')).toEqual(['2022-08-20', '2022-08-20']);
	expect(days(clock, '2026-09-28')).toEqual(['2026-10-28', '2026-10-28']);
	expect(days(clock, '2026-09-28', '2026-10-26')).toEqual(['2026-10-27', '2026-10-28']);
	expect(days(clock, '2026-09-28', '2026-10-27')).toEqual(['2026-10-28', '2026-10-28']);
});

test('a KEV entry whose due date is not known may be late from its listing on', () => {
	const entry = {
		since: '2026-08-18',
		kevAdded: '2026-08-18',
		vendorSays: 'no',
		ssvc: null,
		sources: [],
	} as const;
	const due = (kevDue: string | null) => dueOfEntry({ kind: 'due-date' }, { ...entry, kevDue })!;
	expect(dayOfNumber(due('2026-08-21').possible)).toBe('2026-08-21');
	expect([dayOfNumber(due(null).sure), due(null).possible]).toEqual(['2026-08-17', Number.POSITIVE_INFINITY]);
});

test('the table of BOD 26-04 gives 3 or 14 days from the listing, or a range if facts are missing', () => {
	const entry = {
		since: '2026-08-18',
		kevAdded: '2026-08-18',
		kevDue: '2026-08-21',
		vendorSays: 'no',
	} as const;
	const due = (ssvc: Pick<Ssvc, 'automatable' | 'technicalImpact'> | null) => {
		const { sure, possible, isUnassessed } = dueOfEntry(
			{ kind: 'risk-table' },
			{ ...entry, ssvc: ssvc && { exploitation: 'active', assessed: null, ...ssvc }, sources: [] },
		)!;
		expect(isUnassessed).toBe(ssvc === null ? true : undefined);
		return [dayOfNumber(sure), dayOfNumber(possible)];
	};
	const [three, fourteen] = ['2026-08-21', '2026-09-01'];
	expect(due({ automatable: 'yes', technicalImpact: 'total' })).toEqual([three, three]);
	expect(due({ automatable: 'yes', technicalImpact: 'partial' })).toEqual([three, fourteen]);
	expect(due({ automatable: 'no', technicalImpact: 'total' })).toEqual([three, fourteen]);
	expect(due({ automatable: 'no', technicalImpact: 'partial' })).toEqual([fourteen, fourteen]);
	expect(due(null)).toEqual([three, fourteen]);
});

test('every framework is found by its key, and only those with a rule have a time', () => {
	expect([...frameworks.values()].filter(({ rule }) => rule).map(({ key }) => key)).toEqual([
		'cyber-essentials-3.3',
		'essential-eight-ml1',
		'essential-eight-ml2',
		'essential-eight-ml3',
		'disa-stig-macos',
		'kev-due-date',
		'bod-26-04',
		'cis-macos-benchmark-1.1',
		'cis-controls-8.1-7.3',
		'pci-dss-4.0.1-6.3.3',
	]);
	for (const [key, framework] of frameworks) {
		expect(framework.key).toBe(key);
		expect([key, framework.time === '']).toEqual([key, framework.rule === null]);
		expect([key, /compliant/i.test(JSON.stringify(framework))]).toEqual([key, false]);
	}
});

test('each framework without a time says how sure its reading is', () => {
	const sure = (certainty: string) =>
		[...frameworks.values()].flatMap(({ key, rule, sure }) =>
			rule === null && sure === certainty ? [key] : [],
		);
	expect(sure('text read')).toEqual(['iso-27001-2022-a.8.8', 'nist-800-53r5-si-2', 'cmmc-l2-si.3.14.1']);
	expect(sure('one summary')).toEqual(['soc2-cc7.1']);
});
