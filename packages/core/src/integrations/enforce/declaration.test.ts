import { expect, test } from 'bun:test';
import { namedPolicy } from '../../../../../test/enforce/policies.ts';
import { shipped } from '../../../../../test/shipped-data.ts';
import { declarationOf, enforcedOf } from './declaration.ts';
import { planEnforcement } from './plan.ts';

test('the second earlier deadline of a group has a number', () => {
	const [, group] = planEnforcement(shipped, namedPolicy('standard')).groups;
	const late = ['2026-11-03', '2026-11-02'].map((deadline) => ({ ...group!, deadline }));
	expect(
		enforcedOf({ ...group!, late }).map(({ name, isLate, due }) => [name, isLate, due.deadline]),
	).toEqual([
		['macos-26', false, '2026-11-23'],
		['macos-26-late', true, '2026-11-03'],
		['macos-26-late-2', true, '2026-11-02'],
	]);
});

test('an identifier may have 64 octets; if it would be longer, the name of the policy is cut', () => {
	const identifier = (length: number) => declarationOf('x'.repeat(length), 'macos-26', 'type', {}).Identifier;
	expect(identifier(38)).toBe(`org.pointrelease.${'x'.repeat(38)}.macos-26`);
	expect(identifier(39)).toMatch(/^org\.pointrelease\.x{29}-[0-9a-f]{8}\.macos-26$/);
});
