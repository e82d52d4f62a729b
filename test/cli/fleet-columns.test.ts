import { beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inventories } from '../fleet/fleet-of.ts';
import { useFleetFolder } from './fleet-folder.ts';

const { file, fleet } = useFleetFolder();

describe('columns of fleet', () => {
	test('two files with the same name stay two files: their Macs are merged', async () => {
		mkdirSync(file('site'));
		writeFileSync(file('site/good.csv'), 'Name,Serial,Model,OS Version\na,s1,"Mac14,2",26.7.2\n');
		const { stdout } = await fleet(file('good.csv'), file('site/good.csv'), '--json');
		const { files, summary } = JSON.parse(stdout);
		expect(files).toEqual(['good.csv', 'good.csv (2)']);
		expect(summary).toMatchObject({ rows: 2, macs: 1, merged_rows: 1 });
	});

	test('a file without models is joined to one that has them by the serial number', async () => {
		const systems = {
			results: [{ displayName: 'air', serialNumber: 'C02PPPPPPP01', os: 'Mac OS X', version: '15.6.1' }],
		};
		const hardware = [{ computer_name: 'air', hardware_serial: 'C02PPPPPPP01', hardware_model: 'Mac14,2' }];
		writeFileSync(file('systems.json'), JSON.stringify(systems));
		writeFileSync(file('system-info.json'), JSON.stringify(hardware));
		for (const order of [
			['systems.json', 'system-info.json'],
			['system-info.json', 'systems.json'],
		]) {
			const { stdout } = await fleet(...order.map(file), '--json');
			const { summary, macs } = JSON.parse(stdout);
			expect(summary).toMatchObject({ rows: 2, macs: 1, merged_rows: 1 });
			expect(macs).toMatchObject([{ board_ids: ['J413AP'], version: '15.6.1', problem: null }]);
		}
		const alone = await fleet(file('systems.json'));
		expect([alone.code, alone.stderr]).toEqual([1, expect.stringContaining('no column with the model')]);
		writeFileSync(file('more.json'), JSON.stringify(systems));
		const without = await fleet(file('systems.json'), file('more.json'));
		expect([without.code, without.stderr]).toEqual([1, expect.stringContaining('no column with the model')]);
	});

	test('shows which columns it would read', async () => {
		const { stdout } = await fleet(
			join(inventories, 'munkireport.csv'),
			'--columns',
			'--column',
			'name=reportdata.serial_number',
		);
		expect(stdout).toBe(
			[
				'munkireport.csv: CSV, separated by commas',
				'  model    "machine.machine_model"',
				'  version  "machine.os_version"',
				'  build    "machine.buildversion"',
				'  name     "reportdata.serial_number"  (as given)',
				'  seen     "reportdata.timestamp"',
				'',
			].join('\n'),
		);
	});

	test('names columns of days that nothing uses, and how to read one as the last contact', async () => {
		const row = (day: string, bought: string) => `a,S1,"Mac14,2",26.7.2,${day},${bought}\n`;
		const named = (name: string, columns: string, day = '2026-09-01') => {
			writeFileSync(file(name), `Name,Serial,Model,OS Version,${columns}\n${row(day, '2024-01-02')}`);
			return file(name);
		};
		const german = named('german.csv', "Letzte Inventaraktualisierung,L'achat", '02.09.2026');
		const lines = async (...words: string[]) =>
			(await fleet(...words)).stdout.split('\n').filter((line) => line.includes('not used'));
		expect(await lines(german, '--keep', "L'achat")).toEqual([
			"not used: Letzte Inventaraktualisierung; if it is the last contact: --column 'seen=Letzte Inventaraktualisierung'",
		]);
		expect(await lines(german)).toEqual([
			"not used: Letzte Inventaraktualisierung, L'achat; if one of them is the last contact: --column seen=COLUMN",
		]);
		expect(await lines(german, '--column', 'seen=Letzte Inventaraktualisierung')).toEqual([]);
		const english = named('english.csv', 'Last Check-in,Bought');
		expect(await lines(english)).toEqual(['not used: Bought (days; the last contact is Last Check-in)']);
		expect(await lines(english, german)).toEqual([
			'english.csv: not used: Bought (days; the last contact is Last Check-in)',
			"german.csv: not used: Letzte Inventaraktualisierung, L'achat; if one of them is the last contact: --column seen=COLUMN",
		]);
		expect(await lines(english, '--columns')).toEqual(['  not used  "Bought"         (days)']);
		const { summary } = JSON.parse((await fleet(german, '--json')).stdout);
		expect(summary.unused_days).toEqual([
			{ file: 'german.csv', columns: ['Letzte Inventaraktualisierung', "L'achat"], seen: null },
		]);
	});

	test('of several files, one has the named column and one has the models', async () => {
		writeFileSync(file('systems.csv'), 'Name,Serial,OS Version\na,C02XQ4711,26.7.2\n');
		writeFileSync(file('info.csv'), 'Serial,Kind\nC02XQ4711,"MacBook Air (M2, 2022)"\n');
		const both = [file('systems.csv'), file('info.csv')];
		const { code, stdout } = await fleet(...both, '--column', 'model=Kind', '--json');
		expect([code, JSON.parse(stdout).macs[0]]).toMatchObject([0, { name: 'a', board_ids: ['J413AP'] }]);
		const columns = await fleet(...both, '--column', 'model=Kind', '--columns');
		expect(columns.stdout).toContain('info.csv: CSV, separated by commas\n  model   "Kind"    (as given)\n');
		expect(await fleet(...both, '--column', 'model=Kinds', '--column', 'model_name=Kind')).toMatchObject({
			code: 1,
			stderr:
				'pointrelease: there is no column "Kinds": the columns are "Name", "Serial", "OS Version", "Kind"\n',
		});
	});

	describe('with columns that are kept', () => {
		const people = [
			'Name,Serial,Model,OS Version,Owner,Department,Cost',
			'a,S1,"Mac14,2",26.7.2,anna,Sales,=1+1',
			'b,S2,"MacBookPro14,1",13.7.8,bob,Sales,2',
			'c,S3,"MacBookPro14,1",13.7.8,,,3',
		].join('\n');
		beforeAll(() => writeFileSync(file('people.csv'), people));
		const keep = ['--keep', 'owner,Cost', '--group-by', 'Department', '--behind', '1'];

		test('every record has them, Macs are counted by group, and Macs to replace are listed by owner', async () => {
			const { code, stdout } = await fleet(file('people.csv'), '--json', ...keep);
			const { kept_columns, group_by, summary, macs, replacements } = JSON.parse(stdout);
			expect([code, kept_columns, group_by]).toEqual([2, ['owner', 'Cost', 'Department'], 'Department']);
			expect(macs.map(({ kept }: { kept: object }) => kept)).toEqual([
				{ owner: 'anna', Cost: '=1+1', Department: 'Sales' },
				{ owner: 'bob', Cost: '2', Department: 'Sales' },
				{ owner: '', Cost: '3', Department: '' },
			]);
			const zero = { current: 0, behind: 0, ended: 0, exploited: 0, meets_policy: 0, misses_policy: 0 };
			expect(summary.groups).toEqual([
				{ ...zero, label: 'Sales', macs: 2, current: 1, ended: 1, meets_policy: 1, misses_policy: 1 },
				{ ...zero, label: '(none)', macs: 1, ended: 1, misses_policy: 1 },
			]);
			const mac = {
				model_name: 'MacBook Pro (13-inch, 2017, Two Thunderbolt 3 ports)',
				last_major: '13',
				ends: '2025-09-15',
			};
			expect(replacements).toEqual([
				{ ...mac, owner: 'bob', name: 'b', serial: 'S2' },
				{ ...mac, owner: null, name: 'c', serial: 'S3' },
			]);
			const shown = (await fleet(file('people.csv'), ...keep)).stdout;
			expect([summary.to_replace, /to replace within 12 months +2 /.test(shown)]).toEqual([2, true]);
			expect(shown).toMatch(
				/Replace within 12 months, by owner\n {2}bob +b +S2 +MacBook Pro .* 2025-09-15\n {2}nobody +c +S3 /,
			);
		});

		test('a merged Mac counts in one group, with the values of both rows', async () => {
			writeFileSync(
				file('more.csv'),
				'Name,Serial,Model,OS Version,Department\nc,S3,"MacBookPro14,1",13.7.8,Ops\n',
			);
			const { stdout } = await fleet(
				file('people.csv'),
				file('more.csv'),
				'--json',
				'--group-by',
				'Department',
			);
			const { summary } = JSON.parse(stdout);
			expect(summary.groups.map(({ label, macs }: { label: string; macs: number }) => [label, macs])).toEqual(
				[
					['Sales', 2],
					['Ops', 1],
				],
			);
		});

		test('a kept column with a comma in its name is quoted, and one named like a column of the report is distinguished from it', async () => {
			writeFileSync(
				file('teams.csv'),
				'name,Model,OS Version,"Dept, Team"\nanna,"Mac14,2",26.7.2,"Sales, North"\n',
			);
			const keep = ['--keep', '"Dept, Team",name'];
			await fleet(file('teams.csv'), '--csv', file('teams-out.csv'), ...keep);
			const [head, first] = readFileSync(file('teams-out.csv'), 'utf8').split('\r\n');
			expect(head).toEndWith(
				',safari_missing_exploited_count,safari_not_reported_count,"Dept, Team",kept.name',
			);
			expect(first).toEndWith(',"Sales, North",anna');
			const { macs } = JSON.parse((await fleet(file('teams.csv'), '--json', ...keep)).stdout);
			expect(macs[0].kept).toEqual({ 'Dept, Team': 'Sales, North', name: 'anna' });
		});

		test('tables have them last, and no spreadsheet reads one as a formula', async () => {
			await fleet(file('people.csv'), '--csv', file('kept.csv'), '--xlsx', file('kept.xlsx'), ...keep);
			const [head, first] = readFileSync(file('kept.csv'), 'utf8').split('\r\n');
			expect([
				head!.endsWith(
					',safari_missing_count,safari_missing_exploited_count,safari_not_reported_count,owner,Cost,Department',
				),
				first!.endsWith(",anna,'=1+1,Sales"),
			]).toEqual([true, true]);
			// The workbook can be read as an inventory: its first sheet lists the Macs.
			const back = await fleet(file('kept.xlsx'), '--json', '--keep', 'Cost', '--columns');
			expect(JSON.parse(back.stdout)[0]).toMatchObject({ format: 'xlsx', delimiter: null });
			const again = JSON.parse((await fleet(file('kept.xlsx'), '--json', '--keep', 'Cost')).stdout);
			expect(
				again.macs.map(({ name, standing, kept }: Record<string, unknown>) => [name, standing, kept]),
			).toEqual([
				['a', 'current', { Cost: '=1+1' }],
				['b', 'ended', { Cost: '2' }],
				['c', 'ended', { Cost: '3' }],
			]);
		});

		test('a column that no file has is refused, with the columns that exist', async () => {
			const { code, stderr } = await fleet(file('people.csv'), '--keep', 'Team');
			expect([code, stderr]).toEqual([
				1,
				expect.stringContaining('there is no column "Team": the columns are "Name", '),
			]);
		});
	});
});
