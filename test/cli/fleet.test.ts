import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inventories } from '../fleet/fleet-of.ts';
import { startLive } from '../live.ts';
import { environment, runCommand } from '../process.ts';
import { runHere } from './run-here.ts';

let folder = '';
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'fleet-'));
	writeFileSync(join(folder, 'good.csv'), 'Name,Serial,Model,OS Version\na,S1,"Mac14,2",26.7.2\n');
	writeFileSync(join(folder, 'page.csv'), '<!doctype html><title>Sign in</title>');
	writeFileSync(join(folder, 'bad.csv'), 'Name,Serial,Model,OS Version\nb,S2,"Mac14,2",macOS 14.0.0\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const day = ['--as-of', '2026-11-16'];
const fleet = (...words: string[]) =>
	runHere(['fleet', ...words, ...day], { POINTRELEASE_STATE: join(folder, 'state') });
const file = (name: string) => join(folder, name);
/** The error that a command with `--json` writes to standard error. */
const errorLine = (code: string, message: string) => `${JSON.stringify({ error: { code, message } })}\n`;

describe('pointrelease fleet', () => {
	test('prints the whole report as JSON: head, summary, and each Mac in the order of the file', async () => {
		const { code, stdout, stderr } = await fleet(file('bad.csv'), '--json');
		expect([code, stderr]).toEqual([0, '']);
		const { data_version, as_of, policy, summary, macs } = JSON.parse(stdout);
		expect(data_version).toStartWith('2026-');
		expect({ as_of, policy }).toEqual({ as_of: '2026-11-16', policy: null });
		expect(summary).toMatchObject({
			...{ rows: 1, macs: 1, not_macs: 0, current: 0, behind: 0, ended: 1 },
			...{ unknown: 0, ambiguous: 0, unreadable: 0, overdue: 0, exploited: 1 },
		});
		expect(macs).toEqual([
			{
				...{ row: 1, file: 'bad.csv', name: 'b', serial: 'S2', model: 'Mac14,2' },
				...{ model_name: 'MacBook Air (M2, 2022)', board_ids: ['J413AP'], found_by: 'model-identifier' },
				...{ version: '14.0', build: null, major: '14', standing: 'ended', target_version: '27.2' },
				...{ deadline: null, days_overdue: null, overdue_since: null, meets_policy: null, blocked_by: null },
				...{ releases_behind: expect.any(Number), days_behind: expect.any(Number) },
				...{ version_standing: 'known', exposure_known: 'complete', doubt: null, headline: 'Update to 27.2' },
				...{ missing_count: expect.any(Number), exploited_missing_count: expect.any(Number) },
				...{ fixed_elsewhere_count: 241, fixed_elsewhere_exploited_count: 1, action: 'update' },
				...{ not_stated_count: 588, not_stated_exploited_count: 10 },
				...{ last_major: '27', ended_on: null, estimated_end: '2029-09', problem_kind: null, problem: null },
				...{ major_ended_on: '2026-09-14', major_estimated_end: null },
				...{ response: null, response_standing: null, seen: null },
			},
		]);
		expect(existsSync(file('state'))).toBe(false);
	});

	test('ends with 2 when a policy was given and is missed, else with 0', async () => {
		expect((await fleet(file('good.csv'), '--behind', '1')).code).toBe(0);
		// In a process, because a pipeline sees the exit status of a process.
		const env = { POINTRELEASE_STATE: join(folder, 'state') };
		expect((await runCommand(['fleet', file('bad.csv'), '--behind', '1', ...day], env)).code).toBe(2);
		expect((await fleet(file('bad.csv'))).code).toBe(0);
	});

	test.each([
		['a,"iPad13,4",17.2', 'its only row is another device'],
		['a,"iPad13,4",17.2\nb,"iPhone15,2",17.3', 'all 2 rows are other devices'],
	])('fails if every row is another kind of device: %p', async (rows, all) => {
		writeFileSync(file('ipads.csv'), `Name,Model,OS Version\n${rows}\n`);
		for (const more of [[], ['--behind', '1']]) {
			const { code, stdout, stderr } = await fleet(file('ipads.csv'), ...more);
			const told = `pointrelease: there are no Macs in this inventory: ${all}\n`;
			expect([code, stdout, stderr]).toEqual([1, '', told]);
		}
		const both = await fleet(file('ipads.csv'), file('good.csv'), '--behind', '1');
		expect([both.code, both.stderr]).toEqual([0, '']);
	});

	test('ends with 3 if a Mac could not be judged or the export is a first page, unless that many may be unknown', async () => {
		writeFileSync(file('odd.csv'), 'Name,Model,OS Version\na,"Mac14,2",26.7.2\nb,"Mac14,2",99.9\n');
		expect((await fleet(file('odd.csv'))).code).toBe(0);
		expect((await fleet(file('odd.csv'), '--behind', '1')).code).toBe(3);
		expect((await fleet(file('odd.csv'), '--behind', '1', '--max-unknown', '50%')).code).toBe(0);
		// A missed policy is missed, whatever else is unknown.
		expect((await fleet(file('odd.csv'), file('bad.csv'), '--behind', '1')).code).toBe(2);
		const results = [{ name: 'a', model: 'Mac14,2', osVersion: '26.7.2' }];
		writeFileSync(file('page.json'), JSON.stringify({ totalCount: 5000, results }));
		const { code, stderr, stdout } = await fleet(file('page.json'), '--behind', '1', '--json');
		expect([code, JSON.parse(stdout).summary.incomplete]).toEqual([3, true]);
		expect(stderr).toBe(
			'The export is incomplete: it has 1 of 5,000 rows. Fetch every page and put them in one file (jq -s).\n',
		);
		// Like any policy, a framework is not met for certain: Macs on other pages may fail it.
		const judged = ['--framework', 'cyber-essentials-3.3'];
		expect((await fleet(file('page.json'), ...judged)).code).toBe(3);
		expect((await fleet(file('page.json'), ...judged, '--max-unknown', '4999')).code).toBe(0);
		// Nobody takes the share of what was read for that of the fleet.
		expect((await fleet(file('page.json'), '--behind', '1')).stdout).toContain(
			'\nThe export is incomplete: it has 1 of 5,000 rows. 0 of the 1 Mac in it misses the policy; 0 are exposed to known exploited vulnerabilities. 100% of the Macs in it meet it.\n',
		);
		const wrong = await fleet(file('odd.csv'), '--behind', '1', '--max-unknown', 'some');
		expect([wrong.code, wrong.stderr]).toEqual([
			1,
			expect.stringContaining('--max-unknown: expected a whole number, or a percentage such as 5%'),
		]);
	});

	test('begins its summary with how much it is about', async () => {
		const { stdout } = await fleet(file('good.csv'));
		expect(stdout).toStartWith('1 Mac in 1 row on 2026-11-16, data 2026-');
	});

	test('writes a table, prints a line for each Mac, and merges files', async () => {
		const { code, stdout } = await fleet(
			file('good.csv'),
			file('bad.csv'),
			'--ndjson',
			'--csv',
			file('out.csv'),
		);
		expect(code).toBe(0);
		const lines = stdout.trimEnd().split('\n');
		expect(lines.map((line) => JSON.parse(line).name)).toEqual(['a', 'b']);
		const [head, first, second, end] = readFileSync(file('out.csv'), 'utf8').split('\r\n');
		expect(head).toStartWith(
			'file,row,name,serial,seen,model,model_name,board_ids,found_by,version,build,standing',
		);
		expect(first).toStartWith(
			'good.csv,1,a,S1,,"Mac14,2","MacBook Air (M2, 2022)",J413AP,model-identifier,26.7.2,,current',
		);
		expect(second).toStartWith('bad.csv,1,b,S2,,"Mac14,2"');
		expect(end).toBe('');
	});

	test('prints the table, or the page, where its file is called -', async () => {
		const table = await fleet(file('good.csv'), '--csv', '-');
		const [head, row, end, ...more] = table.stdout.split('\r\n');
		expect(head).toStartWith('file,row,name,');
		expect(row).toStartWith('good.csv,1,a,S1,');
		expect([end, more]).toEqual(['', []]);
		const page = await fleet(file('good.csv'), '--html', '-');
		expect(page.stdout).toStartWith('<!doctype html>');
		expect(page.stdout).toEndWith('</html>\n');
		expect(existsSync('-')).toBe(false);
	});

	test('a table in a file has the same bytes as the printed one, whatever its cells hold', async () => {
		/** Cells that are written unchanged, quoted, disarmed as formulas, cut or cleaned. */
		const odd = [
			'Plain Mac,S{},"Mac14,2",26.7.2,2026-11-02,anna,Bern\n',
			'"Quoted ""twice"", and more",S{},"Mac14,2",26.7.1,2026-11-02,"o,p",Bern\n',
			'=1+1,+S{},"Mac14,2",14.7.2,02/11/2026,-x,@Bern\n',
			'Jürgens Mäc 漢字 🙂,S{},"MacBookPro16,1",14.7.2,,ünï,\n',
			`${'é漢🙂'.repeat(200)},${'N'.repeat(299)}{},"Mac15,3",27.1,2020-01-01,${'k'.repeat(2000)},${'🙂'.repeat(400)}\n`,
			`${'L'.repeat(300)},,Nothing,27.1,2026-11-02,,\n`,
			',S{},"Mac14,2",26.7.2,2026-11-02,bert,Thun\n',
			'An iPad,S{},"iPad13,1",26.1,2026-11-02,carl,Thun\n',
			'Never "closed,S{},"Mac14,2,26.7.2,2026-11-02,dora,Thun\n',
			' spaced ,S{},"Mac14,2",26.7.2,2026-11-02, spaced ,\n',
		];
		const rows = Array.from({ length: 1000 }, (_, at) => odd[at % odd.length]!.replace('{}', String(at)));
		writeFileSync(file('odd.csv'), `Name,Serial,Model,OS Version,Last Check-in,Owner,Site\n${rows.join('')}`);
		const options = ['--keep', 'Owner,Site', '--group-by', 'Site'];
		const printed = await fleet(file('odd.csv'), ...options, '--csv', '-');
		const written = await fleet(file('odd.csv'), ...options, '--csv', file('odd-table.csv'));
		expect([printed.code, printed.stderr, written.code, written.stderr]).toEqual([0, '', 0, '']);
		// The iPad is left out, and every other row is in the table.
		expect(printed.stdout.split('\r\n')).toHaveLength(1 + 900 + 1);
		expect(readFileSync(file('odd-table.csv'), 'utf8') === printed.stdout).toBe(true);
	});

	test('rows with one serial number are one Mac in every output, wherever the row with the later day is', async () => {
		const rows = [
			'old,S1,"Mac14,2",14.7.2,2026-11-01',
			'fine,S2,"Mac14,2",27.2,2026-11-10',
			'new,s1,"Mac14,2",27.2,2026-11-10',
			'never,S3,"Mac14,2",27.2,Never',
		];
		writeFileSync(file('twice.csv'), `Name,Serial,Model,OS Version,Last Check-in\n${rows.join('\n')}\n`);
		const words = [file('twice.csv'), '--behind', '1'];
		const { summary, macs } = JSON.parse((await fleet(...words, '--json')).stdout);
		expect(summary).toMatchObject({ rows: 4, macs: 3, duplicates: 1, unreadable_days: 1, meets_policy: 3 });
		expect(summary.unreadable_day_example).toBe('Never');
		const namesOf = (table: string) =>
			table
				.split('\r\n')
				.slice(1, -1)
				.map((line) => line.split(',').slice(2, 5).join(' '))
				.toSorted();
		const names = ['fine S2 2026-11-10', 'never S3 ', 'new S1 2026-11-10'];
		expect(
			macs.map((mac: Record<string, string>) => `${mac.name} ${mac.serial} ${mac.seen ?? ''}`).toSorted(),
		).toEqual(names);
		expect(namesOf((await fleet(...words, '--csv', '-')).stdout)).toEqual(names);
		const written = await fleet(...words, '--csv', file('twice-table.csv'));
		expect(namesOf(readFileSync(file('twice-table.csv'), 'utf8'))).toEqual(names);
		expect(written.code).toBe(0);
		expect(written.stdout).toContain(
			'1 row with the serial number of another row, 1 row without a usable day of last contact, such as "Never"\n',
		);
		const lines = (await fleet(...words, '--ndjson')).stdout.trim().split('\n');
		expect(lines).toHaveLength(3);
	});

	test('a missed policy lists the 20 worst Macs, the worst first, and --all lists the others', async () => {
		const rows = Array.from({ length: 24 }, (_, at) => `mac ${at},S${at},"Mac14,2",26.7.1\n`);
		writeFileSync(
			file('worst.csv'),
			`Name,Serial,Model,OS Version\n${rows.join('')}bad,B1,"Mac14,2",26.5\nfine,F1,"Mac14,2",27.2\nodd,O1,"Mac14,2",26\n`,
		);
		const words = [file('worst.csv'), '--behind', '1', '--grace-days', '14'];
		const listed = async (...more: string[]) => {
			const { code, stdout } = await fleet(...words, ...more);
			expect(code).toBe(2);
			return stdout.slice(stdout.indexOf('Macs that do not meet the policy')).split('\n\n')[0]!.split('\n');
		};
		const [title, , first, ...others] = await listed();
		expect(title).toBe('Macs that do not meet the policy, the worst first');
		expect(first).toMatch(
			/^ {2}bad +B1 +26\.5 +26\.7\.2 +2026-06-15 +misses a fix for an exploited vulnerability, overdue$/,
		);
		expect(others).toHaveLength(20);
		expect(others.at(-1)).toBe('  6 more. Add --all to see them, or --json for programs.');
		const all = await listed('--all');
		expect(all).toHaveLength(2 + 26);
		expect(all.at(-1)).toMatch(
			/^ {2}odd +O1 +26 +26\.7\.2 +not judged, 26 is a major version: which release of 26 is it\?$/,
		);
	});

	test('a folder cannot be written', async () => {
		expect(await fleet(file('good.csv'), '--csv', folder)).toEqual({
			code: 1,
			stdout: '',
			stderr: `pointrelease: ${folder} cannot be written (it is a folder)\n`,
		});
	});

	test('a full disk is reported in one line, at the beginning and at the end of a file', async () => {
		const row = 'a,,"Mac14,2",26.7.2\n';
		// Larger than one read, so that the failure comes while input is left.
		writeFileSync(file('many.csv'), `Name,Serial,Model,OS Version\n${row.repeat(100_000)}`);
		for (const [name, option] of [
			['good.csv', '--csv'],
			['many.csv', '--csv'],
			['good.csv', '--xlsx'],
			['good.csv', '--html'],
		] as const)
			expect(await fleet(file(name), option, '/dev/full')).toEqual({
				code: 1,
				stdout: '',
				stderr: 'pointrelease: /dev/full cannot be written (the disk is full)\n',
			});
	});

	test('a table of several files is whole, however many Macs it has', async () => {
		const rows = Array.from({ length: 25_000 }, (_, at) => `a${at},S${at},"Mac14,2",26.7.2\n`).join('');
		writeFileSync(file('first.csv'), `Name,Serial,Model,OS Version\n${rows}`);
		writeFileSync(file('second.csv'), 'Name,Serial,Model,OS Version\nz,T1,"Mac14,2",26.7.1\n');
		expect((await fleet(file('first.csv'), file('second.csv'), '--csv', file('table.csv'))).code).toBe(0);
		const lines = readFileSync(file('table.csv'), 'utf8').split('\r\n').slice(1, -1);
		expect(lines.map((line) => line.split(',')[2])).toEqual([
			...Array.from({ length: 25_000 }, (_, at) => `a${at}`),
			'z',
		]);
	});

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

	test('reads standard input', async () => {
		const command = fileURLToPath(new URL('../../bin/pointrelease', import.meta.url));
		const child = Bun.spawn([command, 'fleet', '-', '--json', ...day], {
			env: environment({ POINTRELEASE_STATE: join(folder, 'state') }),
			stdin: Bun.file(join(inventories, 'intune.zip')),
			stdout: 'pipe',
		});
		const { summary, macs } = JSON.parse(await child.stdout.text());
		expect(summary).toMatchObject({ rows: 5, macs: 2, not_macs: 3 });
		expect(macs[0].file).toBe('standard input');
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
			expect(head).toEndWith(',action,"Dept, Team",kept.name');
			expect(first).toEndWith(',"Sales, North",anna');
			const { macs } = JSON.parse((await fleet(file('teams.csv'), '--json', ...keep)).stdout);
			expect(macs[0].kept).toEqual({ 'Dept, Team': 'Sales, North', name: 'anna' });
		});

		test('tables have them last, and no spreadsheet reads one as a formula', async () => {
			await fleet(file('people.csv'), '--csv', file('kept.csv'), '--xlsx', file('kept.xlsx'), ...keep);
			const [head, first] = readFileSync(file('kept.csv'), 'utf8').split('\r\n');
			expect([
				head!.endsWith(',not_stated_count,not_stated_exploited_count,action,owner,Cost,Department'),
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

	test('asks to check for a security response in every row, also before the first one that reports it', async () => {
		const silent = '"MacBookPro17,1",26.3.1,25D2128\n';
		const told = '"MacBookPro17,1",26.3.1 (a),25D2128\n';
		const inMarch = (...words: string[]) =>
			runHere(['fleet', file('rsr.csv'), ...words, '--as-of', '2026-03-18'], {
				POINTRELEASE_STATE: join(folder, 'state'),
			});
		const headlines = async (...rows: string[]) => {
			const lines = rows.map((row, at) => `${at},${row}`).join('');
			writeFileSync(file('rsr.csv'), `Name,Model,OS Version,Build\n${lines}`);
			const { stdout } = await inMarch('--ndjson', '--csv', file('rsr-out.csv'));
			const records = stdout
				.trim()
				.split('\n')
				.map((line) => JSON.parse(line));
			const table = readFileSync(file('rsr-out.csv'), 'utf8').trim().split('\r\n').slice(1);
			expect(table.map((line) => line.split(',').at(-1))).toEqual(records.map(({ action }) => action));
			return records.map(({ name, headline }) => `${name} ${headline}`);
		};
		const check = 'Check whether 26.3.1 (a) is installed';
		const rows = ['"MacBookPro17,1",26.3,\n', silent, '"MacBookPro17,1",15.1,\n', told, silent];
		expect(await headlines(...rows)).toEqual([
			'0 Update to 26.3.1',
			`1 ${check}`,
			expect.stringMatching(/^2 Update to /),
			'3 Up to date',
			`4 ${check}`,
		]);
		expect(await headlines(silent, silent)).toEqual(['0 Up to date', '1 Up to date']);
		expect((await inMarch()).stdout).toMatch(
			/\n {2}do not report whether the latest security response is installed +2 /,
		);
	});

	test('compares with an earlier report', async () => {
		const earlier = await fleet(file('bad.csv'), '--json');
		writeFileSync(file('old.json'), earlier.stdout);
		writeFileSync(file('now.csv'), 'Name,Serial,Model,OS Version\nb,S2,"Mac14,2",26.7.2\n');
		const { comparison } = JSON.parse(
			(await fleet(file('now.csv'), '--json', '--since', file('old.json'))).stdout,
		);
		expect(comparison).toEqual({
			since: '2026-11-16',
			better: [{ name: 'b', serial: 'S2', was: '14.0 ended', is: '26.7.2 current' }],
			...{ worse: [], newly_overdue: [], added: [], gone: [] },
			...{ changed_by_rules: [], has_other_rules: false },
		});
	});

	test('distinguishes a verdict changed by new rules from one changed by the Mac', async () => {
		writeFileSync(file('27.csv'), 'Name,Serial,Model,OS Version\nb,S2,"Mac14,2",27.0\n');
		const report = JSON.parse((await fleet(file('27.csv'), '--json', '--behind', '1')).stdout);
		expect(report.rules).toBe(3);
		// Reports of earlier versions name no rules. Under them 27.0 passed while 26 was allowed.
		const { rules, ...older } = report;
		older.macs[0].meets_policy = true;
		writeFileSync(file('old.json'), JSON.stringify(older));
		const since = ['--behind', '1', '--since', file('old.json')];
		const { comparison } = JSON.parse((await fleet(file('27.csv'), '--json', ...since)).stdout);
		expect(comparison).toMatchObject({
			...{ has_other_rules: true, worse: [] },
			changed_by_rules: [
				{
					...{ name: 'b', serial: 'S2' },
					...{ was: '27.0 behind, meets the policy', is: '27.0 behind, misses the policy' },
				},
			],
		});
		expect((await fleet(file('27.csv'), ...since)).stdout).toMatch(
			/\n {2}changed by new rules, not by the Mac +1(?:\n|$)/,
		);
	});

	test.each([
		[['/nowhere/x.csv'], '/nowhere/x.csv: cannot be read (no such file or folder)'],
		[
			['/nowhere/a: cannot be read/x.csv'],
			'/nowhere/a: cannot be read/x.csv: cannot be read (no such file or folder)',
		],
		[['./nowhere'], './nowhere: cannot be read (no such file or folder)'],
		[
			['page.csv'],
			'page.csv: the file is a web page or XML: expected CSV, JSON, NDJSON, XLSX, or a ZIP of one of these, or what system_profiler -json prints',
		],
		[
			['good.csv', '--column', 'colour=x'],
			'--column colour=x: expected FIELD=COLUMN, where FIELD is one of board, model, model_name, version, os, build, supplement, supplemental_build, platform, name, serial, seen, inventoried',
		],
		[
			['good.csv', '--column', 'model=Modell'],
			'good.csv: there is no column "Modell": the columns are "Name", "Serial", "Model", "OS Version"',
		],
		[['good.csv', '--behind', 'many'], '--behind: expected a whole number from 0 to 99'],
		[['good.csv', '--ndjson', '--csv', '-'], 'pass --ndjson or --csv -, not both'],
		[
			['good.csv', '--csv', 'same', '--html', 'same'],
			'--csv, --html, --xlsx and --owned-csv name the same file: name different ones',
		],
		[
			['good.csv', '--csv', '/nowhere/out.csv'],
			'/nowhere/out.csv cannot be written (no such file or folder)',
		],
		[
			['good.csv', '--since', 'good.csv'],
			'the older report cannot be read: expected what pointrelease fleet --json printed or the page saved as JSON',
		],
	])('%j is refused in one line', async (words, message) => {
		const paths = words.map((word) => (/^\w+\.csv$/.test(word) ? file(word) : word));
		const { code, stdout, stderr } = await fleet(...paths);
		expect([code, stdout, stderr]).toEqual([1, '', `pointrelease: ${message}\n`]);
	});

	test('reads its own report, and counts one row as one', async () => {
		const tablet =
			'Name,Serial,Model,OS Version\nc,C02XQ4713,"iPad14,1",26.1\n,,,\na,C02XQ4711,"Mac14,2",27.2\n';
		writeFileSync(file('tablet.csv'), tablet);
		writeFileSync(file('seen.csv'), 'Serial,Last seen\nC02XQ4711,2026-11-01\n');
		const both = [file('tablet.csv'), file('seen.csv'), '--behind', '1'];
		expect((await fleet(...both)).stdout).toContain(
			'1 other device left out, 1 row continues the Mac above, 1 row about a Mac of another file',
		);
		writeFileSync(file('report.json'), (await fleet(...both, '--json')).stdout);
		expect(await fleet(file('report.json'), '--behind', '1', '--csv', '-')).toMatchObject({
			code: 0,
			stderr: '',
		});
	});

	test('a file that is also standard output is refused: one output would be written into the other', async () => {
		const message = (path: string) =>
			`pointrelease: standard output goes to ${path}: pass -, or write to another file\n`;
		const piped = await runCommand(['fleet', file('good.csv'), '--csv', '/dev/stdout', ...day]);
		expect(piped).toEqual({ code: 1, stdout: '', stderr: message('/dev/stdout') });
		const command = fileURLToPath(new URL('../../bin/pointrelease', import.meta.url));
		const both = Bun.spawn([command, 'fleet', file('good.csv'), '--html', file('both'), ...day], {
			env: environment(),
			stdout: Bun.file(file('both')),
			stderr: 'pipe',
		});
		expect([await both.stderr.text(), await both.exited]).toEqual([message(file('both')), 1]);
		const nowhere = Bun.spawn([command, 'fleet', file('good.csv'), '--csv', '/dev/null', ...day], {
			env: environment(),
			stdout: 'ignore',
		});
		expect(await nowhere.exited).toBe(0);
	});

	test.each([
		[['--json', '--ndjson'], 'pass --json or --ndjson, not both'],
		[['--json', '--csv', '-'], 'pass --json or --csv -, not both'],
	])('%j is refused in one line of JSON', async (words, message) => {
		const { code, stdout, stderr } = await fleet(file('good.csv'), ...words);
		expect([code, stdout, stderr]).toEqual([1, '', errorLine('bad-arguments', message)]);
	});
});

test('an input file is never overwritten', async () => {
	symlinkSync('good.csv', file('alias'));
	for (const option of ['--csv', '--html']) {
		const { code, stderr } = await fleet(file('good.csv'), option, file('alias'));
		expect([code, stderr]).toEqual([
			1,
			`pointrelease: ${file('alias')} is an input file: write to another one\n`,
		]);
	}
	expect(readFileSync(file('good.csv'), 'utf8')).toStartWith('Name,Serial');
});

describe('with --service', () => {
	test('the data comes from the service, which receives nothing but the key', async () => {
		const live = await startLive();
		const asked: string[] = [];
		const front = Bun.serve({
			port: 0,
			hostname: '127.0.0.1',
			async fetch(request) {
				asked.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`);
				const headers = { Authorization: request.headers.get('authorization') ?? '' };
				const answer = await fetch(live.address + new URL(request.url).pathname, { headers });
				return new Response(await answer.text(), { status: answer.status });
			},
		});
		const words = ['fleet', file('bad.csv'), '--json', ...day, '--service', `http://127.0.0.1:${front.port}`];
		const env = { POINTRELEASE_STATE: join(folder, 'state') };
		const { code, stdout } = await runCommand(words, { ...env, POINTRELEASE_KEY: live.key });
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({ summary: { macs: 1, ended: 1 } });
		expect(asked).toEqual(['GET /dataset/tables ']);
		const refused = await runCommand(words, { ...env, POINTRELEASE_KEY: 'AAAA-BBBB-CCCC-DDDD' });
		expect([refused.code, refused.stderr]).toEqual([
			1,
			errorLine('key-refused', `http://127.0.0.1:${front.port} refuses the key in POINTRELEASE_KEY`),
		]);
		const without = await runCommand(words, env);
		expect(without.stderr).toBe(
			errorLine('no-key', 'set POINTRELEASE_KEY to the license key of the service'),
		);
		await front.stop(true);
		await live.stop();
	});
});

const script = Bun.which('script');
test.skipIf(!script)(
	`on a terminal a bar grows with what was read, and is gone before anything else is written${script ? '' : ' (SKIPPED: there is no script(1))'}`,
	async () => {
		const rows = Array.from({ length: 9_000 }, (_, mac) => `mac ${mac},S${mac},"Mac14,2",26.7.2\n`).join('');
		for (const name of ['one.csv', 'two.csv'])
			writeFileSync(file(name), `Name,Serial,Model,OS Version\n${rows}`);
		const program = fileURLToPath(new URL('../../bin/pointrelease', import.meta.url));
		const words = [program, 'fleet', file('one.csv'), file('two.csv'), ...day].join(' ');
		const child = Bun.spawn(['script', '-qec', words, '/dev/null'], {
			env: environment({ POINTRELEASE_STATE: join(folder, 'state') }),
			stdin: 'ignore',
			stdout: 'pipe',
			stderr: 'ignore',
		});
		const shown = await new Response(child.stdout).text();
		expect(await child.exited).toBe(0);
		const bars = [...shown.matchAll(/\r(█*)(░*) (\d+)%/g)];
		const percents = bars.map(([, , , percent]) => Number(percent));
		expect(percents.length).toBeGreaterThan(1);
		expect(percents).toEqual(percents.toSorted((a, b) => a - b));
		expect(percents.at(-1)).toBe(100);
		for (const [, full, empty] of bars) expect(full!.length + empty!.length).toBe(30);
		// What a terminal shows in the end: each line from its last carriage return to column one.
		const lines = shown.split('\n').map((line) => line.replace(/\r$/, '').replace(/^[\s\S]*\r\x1b\[K/, ''));
		expect(lines.filter((line) => /░| 100%$/.test(line) && !/^\s/.test(line))).toEqual([]);
		expect(lines).toContain('two.csv: CSV, separated by commas');
		expect(lines.some((line) => line.startsWith('9,000 Macs in 18,000 rows'))).toBe(true);
	},
);
