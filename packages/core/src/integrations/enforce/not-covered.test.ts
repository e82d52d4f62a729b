import { expect, test } from 'bun:test';
import { enforcementFiles } from '../../../../../test/enforce/enforcement-files.ts';
import { namedPolicy } from '../../../../../test/enforce/policies.ts';
import { shipped } from '../../../../../test/shipped-data.ts';
import { smallData } from '../../../../../test/small-data.ts';
import { policyOf } from '../../advice/policy/policy.ts';
import { makeCatalog } from '../../catalog/make-catalog.ts';
import { enforce } from './enforce.ts';
import type { EnforcementFormat, FormatOptions } from './formats.ts';
import { notCoveredRecords } from './not-covered.ts';

test('requirements of the policy that a file does not cover are listed with the reason', () => {
	const policy = namedPolicy('standard');
	const listed = (format: EnforcementFormat, options: FormatOptions = {}) =>
		notCoveredRecords(enforce(shipped, policy, format, options).notCovered).map(
			({ reason, group, installed_majors: majors, versions, board_ids: ids }) =>
				`${group ?? 'all'}: ${reason}, on ${majors.join(' ')}${versions ? ` (${versions.length})` : ''}, ${ids.length}`,
		);
	const needs14 = [
		'macos-13: needs-macos-14, on 11 12 13, 7',
		'macos-12: needs-macos-14, on 11 12, 16',
		'macos-11: needs-macos-14, on 11, 10',
	];
	expect(listed('fleet')).toEqual(needs14);
	expect(listed('ddm', { activations: true })).toEqual(needs14);
	expect(listed('ddm', { ownMajor: true })).toEqual(needs14);
	expect(listed('ddm')).toEqual(['macos-27: own-major, on 27, 59', ...needs14]);
	expect(listed('nudge')).toEqual([
		'all: different-targets, on 12 (26), 71',
		'all: different-targets, on 13 (30), 68',
		'all: different-targets, on 14 (31), 69',
		'all: different-targets, on 15 (25), 77',
		'all: needs-macos-12, on 11, 73',
		'macos-27: own-major, on 27, 59',
	]);
	const [list] = enforcementFiles(shipped, policy, 'ddm');
	expect(JSON.parse(list.body).not_covered[0]).toMatchObject({
		reason: 'own-major',
		group: 'macos-27',
		installed_majors: ['27'],
		versions: null,
	});
	const file = enforcementFiles(shipped, policy, 'nudge').at(-1)!;
	expect([file.name, Object.keys(JSON.parse(file.body))]).toEqual([
		'not-covered.json',
		['data_version', 'policy', 'not_covered', 'left_out'],
	]);
});

test('versions that only virtual machines run are not listed: no Mac is asked to update', () => {
	const supportOf11 = 'VMM-x86_64,11,11.0.1,,low,list,\n';
	const release11 = '11,11.1,2020-12-14,day,high,,,all,list,\n';
	const releases12 = '12,12.0.1,2021-10-25,day,high,,,all,list,\n12,12.1,2021-12-13,day,high,,,all,list,\n';
	const { catalog } = makeCatalog(
		smallData(
			['primary/releases.csv', release11, release11 + releases12],
			['primary/support.csv', supportOf11, supportOf11 + supportOf11.replace('11,11.0.1', '12,12.0.1')],
			['canonical.csv', '11,J293AP\n', '11,J293AP\n12,VMM-x86_64\n'],
		),
	);
	const { notCovered } = enforce(catalog!, policyOf('2022-01-01', { behind: 0 }), 'nudge');
	expect(notCovered.map(({ reason, installedMajors }) => [reason, ...installedMajors])).toEqual([
		['needs-macos-12', '11'],
		['no-deadline', '11'],
	]);
});

test('files that people assign by hand have the condition if they are for a newer major', () => {
	const policy = namedPolicy('standard');
	const condition = 'Macs on macOS 27 only (Jamf: version matches ^27\\.)';
	for (const [format, file] of [
		['ddm', 'macos-27.json'],
		['nudge', 'nudge-macos-27.json'],
	] as const) {
		const without = enforce(shipped, policy, format);
		expect(without.files.map(({ name }) => name)).not.toContain(file);
		expect(without.notices).toContain(
			`macos-27: no file, because it would upgrade every Mac it is assigned to. To get one for ${condition}, include files for Macs that already run a newer major version`,
		);
		const with27 = enforce(shipped, policy, format, { ownMajor: true });
		expect(with27.files.map(({ name }) => name)).toContain(file);
		expect(with27.notices).toContain(
			`macos-27: give it to ${condition}, because it upgrades every other Mac that gets it`,
		);
	}
	const groups = (ownMajor: boolean) =>
		JSON.parse(enforcementFiles(shipped, policy, 'ddm', { ownMajor })[0].body).groups;
	expect(groups(false)[0]).toMatchObject({
		name: 'macos-27',
		installed_majors: ['27'],
		condition,
		file: null,
		no_declaration_because: expect.stringContaining('--own-major'),
	});
	expect(groups(true)[0]).toMatchObject({ file: 'macos-27.json', no_declaration_because: null });
	expect(groups(false)[1]).toMatchObject({
		name: 'macos-26',
		installed_majors: ['11', '12', '13', '14', '15', '26'],
		condition: null,
		file: 'macos-26.json',
	});
});
