import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { parsePolicies } from '../../../../../src/settings/policies-definition.ts';
import { day } from '../../../../../test/enforce/policies.ts';
import { isSettings } from '../../../../../test/enforce/vendor-shapes.ts';
import { mistakeOf } from '../../../../../test/mutations.ts';
import { shipped } from '../../../../../test/shipped-data.ts';
import { sized } from '../../../../../test/size.ts';
import { checkedPolicies } from '../../advice/policy/checked-terms.ts';
import {
	checkedSettings,
	choices,
	type UpdateSettings,
	updateSettingTable,
} from '../../advice/policy/update-settings.ts';
import { isProblem } from '../../api/problem.ts';
import { enforcementOf } from '../../api/reads/enforce.ts';
import type { EnforcementFormat, FormatOptions } from './formats.ts';

const anyValue = (entry: (typeof updateSettingTable)[keyof typeof updateSettingTable]) => {
	if (entry.takes === 'flag') return fc.boolean();
	if (entry.takes === 'days') return fc.integer({ min: 1, max: 90 });
	return fc.constantFrom(...('only' in entry ? entry.only : choices));
};
const anySettings = fc.record(
	Object.fromEntries(Object.entries(updateSettingTable).map(([name, entry]) => [name, anyValue(entry)])),
	{ requiredKeys: [] },
) as fc.Arbitrary<UpdateSettings>;

/** The files of a policy with these members, as the POLICIES file has it. */
function enforced(policy: object, format: EnforcementFormat, options: FormatOptions = {}) {
	const policies = parsePolicies('p', JSON.stringify({ policies: { mine: policy } }));
	const asked = { policies, enforcementAsked: { policy: 'mine', format }, asOf: day, options };
	const enforcement = enforcementOf(shipped, asked);
	if (isProblem(enforcement)) throw new Error(enforcement.body);
	return enforcement;
}

function declared(policy: object) {
	const { files } = enforced(policy, 'ddm');
	const named = files.filter(({ name }) => ['deferrals.json', 'settings.json'].includes(name));
	return named.map(({ name, body }) => ({ name, ...JSON.parse(body) }));
}

test("settings become one declaration that Apple's schema accepts, and what is absent is left to the Mac", () => {
	fc.assert(
		fc.property(anySettings, fc.integer({ min: 0, max: 90 }), (settings, deferDays) => {
			const [declaration, ...more] = declared({ grace_days: 14, defer_days: deferDays, settings });
			expect(more).toEqual([]);
			const isEmpty = Object.keys(settings).length === 0;
			if (isEmpty && deferDays === 0) return expect(declaration).toBeUndefined();
			const { name, ...body } = declaration!;
			expect(name).toBe(isEmpty ? 'deferrals.json' : 'settings.json');
			expect([isSettings(body), isSettings.errors]).toEqual([true, null]);
			const values = Object.values(body.Payload as object).flatMap((value) =>
				typeof value === 'object' ? Object.values(value) : [value],
			);
			expect(values).toHaveLength(Object.keys(settings).length + (deferDays > 0 ? 2 : 0));
		}),
		{ numRuns: sized(10, 300) },
	);
});

const whole = {
	notifications: false,
	automatic_download: 'always-on',
	automatic_os_updates: 'allowed',
	automatic_security_updates: 'always-on',
	security_improvements: true,
	security_improvements_removable: false,
	standard_users_update: true,
	defer_system_days: 3,
	beta_enrollment: 'always-off',
} as const satisfies UpdateSettings;

test('each setting has its place in the declaration', () => {
	expect(declared({ grace_days: 14, defer_days: 7, settings: whole })[0]).toMatchObject({
		Type: 'com.apple.configuration.softwareupdate.settings',
		Identifier: 'org.pointrelease.mine.settings',
		Payload: {
			Notifications: false,
			Deferrals: { MajorPeriodInDays: 7, MinorPeriodInDays: 7, SystemPeriodInDays: 3 },
			AutomaticActions: {
				Download: 'AlwaysOn',
				InstallOSUpdates: 'Allowed',
				InstallSecurityUpdate: 'AlwaysOn',
			},
			RapidSecurityResponse: { Enable: true, EnableRollback: false },
			AllowStandardUserOSUpdates: true,
			Beta: { ProgramEnrollment: 'AlwaysOff' },
		},
	});
});

test('the declaration is in groups.json, in the shape of each MDM, and a label of Fleet has it', () => {
	const policy = { grace_days: 14, settings: { notifications: false } };
	const list = JSON.parse(enforced(policy, 'ddm').files[0].body);
	expect([list.deferrals, list.settings.Payload]).toEqual([null, { Notifications: false }]);
	for (const [mdm, name] of [
		['jamf', 'blueprint-settings.json'],
		['simplemdm', 'settings.payload.json'],
		['zentral', 'settings.json'],
	] as const)
		expect(enforced(policy, 'ddm', { mdm }).files.map((file) => file.name)).toContain(name);
	const fleet = enforced(policy, 'fleet').files;
	expect(fleet.map(({ name }) => name)).toContain('settings.json');
	expect(fleet.find(({ name }) => name === 'controls.yml')!.body).toContain('pointrelease mine settings');
	expect(enforced(policy, 'nudge').notices).toContain(
		'settings: nudge has no place for them; the formats ddm and fleet declare them',
	);
});

test('a misspelled setting, and what a Mac does not have, is refused in the file and in programs', () => {
	const mistake = (settings: object) =>
		mistakeOf(() => parsePolicies('p', JSON.stringify({ policies: { mine: { settings } } })));
	expect(mistake({ automatic_download: 'AlwaysOn' })).toContain(
		'policies.mine.settings.automatic_download is "AlwaysOn": expected one of allowed, always-on, always-off',
	);
	expect(mistake({ recommended_cadence: 'oldest' })).toContain('expected only notifications, ');
	expect(mistake({ beta_enrollment: 'always-on' })).toContain('expected one of allowed, always-off');
	expect(mistake({ defer_system_days: 0 })).toContain('expected a whole number from 1 to 90');
	for (const wrong of [{ recommended_cadence: 'oldest' }, { notifications: 1 }, { defer_system_days: 91 }])
		expect(() => checkedSettings(wrong)).toThrow('expected');
	expect(() =>
		checkedPolicies(new Map([['mine', { description: null, terms: {}, settings: { x: 1 } as never }]])),
	).toThrow('policy mine: there is no setting "x"');
});
