import { expect, test } from 'bun:test';
import { rulesOf } from './nudge.ts';

const [early, late] = [{ by: 'early' }, { by: 'late' }];

test('a rule for a major replaces the rules of its versions only if that gives fewer rules', () => {
	expect(rulesOf(new Map([['26.6', early]]))).toEqual([{ rule: '26.6', wanted: early }]);
	expect(
		rulesOf(
			new Map([
				['26.5', early],
				['26.6', early],
				['26.7', late],
			]),
		),
	).toEqual([
		{ rule: '26.7', wanted: late },
		{ rule: '26', wanted: early },
	]);
});
