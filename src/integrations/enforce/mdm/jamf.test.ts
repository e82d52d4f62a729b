import { expect, test } from 'bun:test';
import { namedPolicy } from '../../../../test/enforce/policies.ts';
import { shipped } from '../../../../test/shipped-data.ts';
import { declarationOf } from '../declaration.ts';
import { jamfShape } from './jamf.ts';

test('the eleventh step begins another blueprint, and the twenty-first a third', () => {
	const plan = { catalog: shipped, policy: namedPolicy('standard'), groups: [], leftOut: [] };
	const forAll = Array.from({ length: 21 }, (_, at) => ({
		name: `step-${at + 1}`,
		configuration: declarationOf('standard', `step-${at + 1}`, 'type', {}),
		activation: null,
	}));
	const files = jamfShape({ plan, declared: [], deferrals: null, forAll, activations: true });
	const shown = files.map(({ name, body }) => {
		const { name: title, steps } = JSON.parse(body);
		return [name, title, steps.length, steps[0].name];
	});
	expect(shown).toEqual([
		['blueprint.json', 'pointrelease standard updates', 10, 'step-1'],
		['blueprint-2.json', 'pointrelease standard updates-2', 10, 'step-11'],
		['blueprint-3.json', 'pointrelease standard updates-3', 1, 'step-21'],
	]);
});
