import { expect, test } from 'bun:test';
import { namedPolicy } from '../../../test/enforce/policies.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { enforcedOf } from './declaration.ts';
import { planEnforcement } from './plan.ts';

test('the second earlier deadline of a group has a number', () => {
	const [group] = planEnforcement(shipped, namedPolicy('standard')).groups;
	const late = ['2026-11-03', '2026-11-02'].map((deadline) => ({ ...group!, deadline }));
	expect(
		enforcedOf({ ...group!, late }).map(({ name, isLate, due }) => [name, isLate, due.deadline]),
	).toEqual([
		['macos-26', false, '2026-11-23'],
		['macos-26-late', true, '2026-11-03'],
		['macos-26-late-2', true, '2026-11-02'],
	]);
});
