import { describe, expect, test } from 'bun:test';
import { parse } from 'yaml';
import { readFolder } from '../../../../../src/data/load.ts';
import { enforcementFiles } from '../../../../../test/enforce/enforcement-files.ts';
import { namedPolicy } from '../../../../../test/enforce/policies.ts';
import { shipped, shippedFolder } from '../../../../../test/shipped-data.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { makeCatalog } from '../../catalog/make-catalog.ts';
import type { EnforcementFormat } from './formats.ts';
import { planEnforcement } from './plan.ts';

const policy = namedPolicy('standard');

/** The shipped data with one more row, before the rows of 27.0. */
function withRow(table: string, row: string): Catalog {
	const texts = new Map(readFolder(shippedFolder));
	texts.set(
		table,
		texts.get(table)!.replace(/^[^,]+,27\.0,/m, (next) => `${row}\n${next}`),
	);
	const { catalog, findings } = makeCatalog(texts);
	expect(findings).toEqual([]);
	return catalog!;
}

/** The names of the files that differ, ignoring the data version. */
function changedFiles(catalog: Catalog, format: EnforcementFormat): string[] {
	const before = filesOf(shipped, format);
	const after = filesOf(catalog, format);
	expect([...after.keys()]).toEqual([...before.keys()]);
	return [...after.keys()].filter((name) => after.get(name) !== before.get(name));
}

function filesOf(catalog: Catalog, format: EnforcementFormat): Map<string, string> {
	const files = enforcementFiles(catalog, policy, format);
	return new Map(files.map(({ name, body }) => [name, body.replaceAll(catalog.dataVersion, '')]));
}

/** The lines of a file that differ, ignoring lists of versions. Both files have the same number of lines. */
function changedLines(catalog: Catalog, format: EnforcementFormat, file: string): [string, string][] {
	const linesOf = (of: Catalog) =>
		filesOf(of, format)
			.get(file)!
			.split('\n')
			.filter((line) => !/^ *"[\d.]+",?$/.test(line));
	const [before, after] = [linesOf(shipped), linesOf(catalog)];
	expect(after).toHaveLength(before.length);
	return after.flatMap((line, at) => (line === before[at] ? [] : [[before[at]!.trim(), line.trim()]]));
}

test('a new release changes only the files of the Macs that get it', () => {
	const catalog = withRow('primary/releases.csv', '26,26.7.3,2026-10-30,day,high,,,all,appledb-later,');
	expect(changedFiles(catalog, 'ddm')).toEqual(['groups.json', 'macos-26.json', 'macos-26-late.json']);
	expect(changedFiles(catalog, 'fleet')).toEqual([
		'fleet.yml',
		'labels.yml',
		'policies.yml',
		'macos-26.json',
		'macos-26-late.json',
	]);
	expect(changedFiles(catalog, 'nudge')).toEqual(['nudge.json', 'nudge-macos-26.json']);
	expect(changedLines(catalog, 'fleet', 'macos-26.json').slice(0, 2)).toEqual([
		['"TargetOSVersion": "26.7.2",', '"TargetOSVersion": "26.7.3",'],
		['"TargetLocalDateTime": "2026-11-23T12:00:00",', '"TargetLocalDateTime": "2026-11-27T12:00:00",'],
	]);
	const lines = changedLines(catalog, 'ddm', 'groups.json');
	const declared = ['ServerToken', 'TargetOSVersion', 'TargetLocalDateTime', 'DetailsURL'];
	expect(lines.map(([, line]) => line.split('"')[1])).toEqual([
		'target_version',
		'target_released',
		'deadline',
		'enforced_on',
		...declared,
		'deadline',
		...declared.filter((key) => key !== 'TargetLocalDateTime'),
	]);
});

test('a new build changes only the declarations of its release', () => {
	const catalog = withRow('builds.csv', '25G330,26.7.2,2026-10-26,release,,all,appledb-later,');
	const declarations = ['macos-26.json', 'macos-26-late.json'];
	expect(changedFiles(catalog, 'ddm')).toEqual(['groups.json', ...declarations]);
	expect(changedFiles(catalog, 'fleet')).toEqual(declarations);
	expect(changedFiles(catalog, 'nudge')).toEqual([]);
	const payloadOf = (data: Catalog) => JSON.parse(filesOf(data, 'ddm').get('macos-26.json')!).Payload;
	expect(payloadOf(catalog)).toEqual({ ...payloadOf(shipped), TargetBuildVersion: '25G330' });
});

test('a release that is too young for the policy changes only the data version', () => {
	const catalog = withRow('primary/releases.csv', '26,26.7.3,2026-11-10,day,high,,,all,appledb-later,');
	for (const format of ['ddm', 'fleet'] as const) expect(changedFiles(catalog, format)).toEqual([]);
	expect(changedFiles(catalog, 'nudge')).toEqual([]);
	const [list] = enforcementFiles(catalog, policy, 'ddm');
	expect(JSON.parse(list.body).data_version).toBe(catalog.dataVersion);
	expect(enforcementFiles(catalog, policy, 'fleet')[0].body).toStartWith(
		`# pointrelease: policy "standard", data version "${catalog.dataVersion}"\n`,
	);
	expect(parse(enforcementFiles(catalog, policy, 'fleet')[0].body).policies).toHaveLength(7);
});

describe('a release that Apple pulled from its list', () => {
	const released = '27,27.3,2026-10-28,day,high,,,all,appledb-later,';
	/** 27.3, old enough for the policy, and pulled on the day of its release for some or all boards. */
	const pulledFor = (boards: string, listedAgain = '') => {
		const texts = new Map(readFolder(shippedFolder));
		const add = (table: string, row: string) => texts.set(table, `${texts.get(table)!.trimEnd()}\n${row}\n`);
		add('primary/releases.csv', released);
		add('pulled.csv', `27.3,2026-10-28,${listedAgain},${boards},appledb-later,`);
		const { catalog, findings } = makeCatalog(texts);
		expect(findings).toEqual([]);
		return catalog!;
	};
	const newest = namedPolicy('newest');
	const targetsOf = (catalog: Catalog) =>
		planEnforcement(catalog, newest)
			.groups.filter(({ target }) => target.major === '27')
			.map(({ target, deadline, boardIds }) => [target.version, deadline, boardIds.length]);

	test('is in no format, even weeks later', () => {
		const catalog = pulledFor('all');
		expect(targetsOf(catalog)).toEqual(targetsOf(shipped));
		for (const format of ['ddm', 'fleet', 'nudge'] as const)
			for (const { name, body } of enforcementFiles(catalog, newest, format))
				expect([name, /(?:Version|by|macOS)\W* "?27\.3\b/.test(body)]).toEqual([name, false]);
	});

	test('stays the target of the boards that are still offered it', () => {
		expect(targetsOf(pulledFor('J293AP'))).toEqual([
			['27.3', '2026-11-04', 58],
			['27.2', '2026-11-02', 1],
		]);
	});

	test('counts from the day on which it is listed again', () => {
		expect(targetsOf(pulledFor('all', '2026-11-12'))).toEqual([['27.3', '2026-11-19', 59]]);
	});
});
