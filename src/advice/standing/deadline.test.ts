import { expect, test } from 'bun:test';
import { namedPolicy } from '../../../test/enforce/policies.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { adviceRecord } from '../../api/reads/advice.ts';
import { assess } from './assess.ts';
import { enforcedOn } from './deadline.ts';

test('enforcement files have the deadline, tomorrow instead of a passed one, and a past day only if asked to', () => {
	const on = (deadline: string | null, enforceOverdue?: boolean) =>
		enforcedOn(deadline, '2026-11-16', enforceOverdue);
	expect([on('2026-11-18'), on('2026-11-17'), on('2026-11-16'), on('2026-11-12')]).toEqual([
		'2026-11-18',
		'2026-11-17',
		'2026-11-17',
		'2026-11-17',
	]);
	expect([on('2026-11-12', true), on(null), on(null, true)]).toEqual(['2026-11-12', null, null]);
});

test('advice has the day of the enforcement files beside the deadline', () => {
	const policy = namedPolicy('standard');
	const days = (version: string) => {
		const advice = assess(shipped, shipped.boards.get('J293AP')!, { version, build: null }, policy)!;
		const { deadline, enforced_on: day } = adviceRecord(advice, policy, true);
		return [deadline, day];
	};
	expect([days('26.7.1'), days('26.6'), days('26.7.2')]).toEqual([
		['2026-11-23', '2026-11-23'],
		['2026-11-12', '2026-11-17'],
		[null, null],
	]);
});
