import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inventories } from '../fleet/fleet-of.ts';
import { startLive } from '../live.ts';
import { environment, runCommand } from '../process.ts';
import { day, errorLine, useFleetFolder } from './fleet-folder.ts';
import { runHere } from './run-here.ts';

const { file, fleet, env } = useFleetFolder();

describe('the fleet report', () => {
	test('prints the whole report as JSON: head, summary, and each Mac in the order of the file', async () => {
		const { code, stdout, stderr } = await fleet(file('bad.csv'), '--json');
		expect([code, stderr]).toEqual([0, '']);
		const { data_version, as_of, policy, summary, macs } = JSON.parse(stdout);
		expect(data_version).toStartWith('2026-');
		expect({ as_of, policy }).toEqual({ as_of: '2026-11-16', policy: null });
		expect(summary).toMatchObject({
			rows: 1,
			macs: 1,
			not_macs: 0,
			current: 0,
			behind: 0,
			ended: 1,
			unknown: 0,
			ambiguous: 0,
			unreadable: 0,
			overdue: 0,
			exploited: 1,
		});
		expect(macs).toEqual([
			{
				row: 1,
				file: 'bad.csv',
				name: 'b',
				serial: 'S2',
				model: 'Mac14,2',
				model_name: 'MacBook Air (M2, 2022)',
				board_ids: ['J413AP'],
				found_by: 'model-identifier',
				version: '14.0',
				build: null,
				major: '14',
				standing: 'ended',
				target_version: null,
				recommended_version: '27.2',
				deadline: null,
				days_overdue: null,
				overdue_since: null,
				meets_policy: null,
				blocked_by: null,
				releases_behind: expect.any(Number),
				days_behind: expect.any(Number),
				version_standing: 'known',
				exposure_known: 'complete',
				doubt: null,
				headline: 'Update to 27.2',
				missing_count: expect.any(Number),
				exploited_missing_count: expect.any(Number),
				fixed_elsewhere_count: 243,
				fixed_elsewhere_exploited_count: 1,
				action: 'update',
				not_stated_count: 593,
				not_stated_exploited_count: 10,
				last_major: '27',
				ended_on: null,
				estimated_end: '2029-09',
				problem_kind: null,
				problem: null,
				major_ended_on: '2026-09-14',
				major_estimated_end: null,
				response: null,
				response_standing: null,
				late_reason: null,
				late_words: null,
				late_step: null,
				late_evidence: null,
				safari: null,
				safari_build: null,
				latest_safari: '26.6.1',
				safari_missing_count: null,
				safari_missing_exploited_count: null,
				safari_not_reported_count: 218,
				safari_not_reported_exploited_count: 7,
				seen: null,
			},
		]);
		expect(existsSync(file('state'))).toBe(false);
	});

	test('ends with 2 when a policy was given and is missed, else with 0', async () => {
		expect((await fleet(file('good.csv'), '--behind', '1')).code).toBe(0);
		// In a process, because a pipeline sees the exit status of a process.
		expect((await runCommand(['fleet', file('bad.csv'), '--behind', '1', ...day], env())).code).toBe(2);
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
		// As with any policy, the result is not certain: Macs on other pages may fail.
		const judged = ['--framework', 'cyber-essentials-3.3'];
		expect((await fleet(file('page.json'), ...judged)).code).toBe(3);
		expect((await fleet(file('page.json'), ...judged, '--max-unknown', '4999')).code).toBe(0);
		// The text says that its shares are those of an incomplete export.
		expect((await fleet(file('page.json'), '--behind', '1')).stdout).toContain(
			'\nThe export is incomplete: it has 1 of 5,000 rows. 0 of the 1 Mac in it misses the policy; 0 are exposed to known exploited vulnerabilities. 100% of the Macs in it meet it.\n',
		);
		const wrong = await fleet(file('odd.csv'), '--behind', '1', '--max-unknown', 'some');
		expect([wrong.code, wrong.stderr]).toEqual([
			1,
			expect.stringContaining('--max-unknown: expected a whole number, or a percentage such as 5%'),
		]);
	});

	test('begins its summary with the number of Macs', async () => {
		const { stdout } = await fleet(file('good.csv'));
		expect(stdout).toStartWith('1 Mac in 1 row on 2026-11-16, data 2026-');
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
			/^ {2}bad +B1 +26\.5 +Update to 26\.7\.2 +2026-06-15 +exposed \(fix available\), overdue$/,
		);
		expect(others).toHaveLength(20);
		expect(others.at(-1)).toBe('  6 more. Add --all to see them, or --json for programs.');
		const all = await listed('--all');
		expect(all).toHaveLength(2 + 26);
		expect(all.at(-1)).toMatch(
			/^ {2}odd +O1 +26 +Check the version +not judged, 26 is a major version: which release of 26 is it\?$/,
		);
	});

	test('reads standard input', async () => {
		const command = fileURLToPath(new URL('../../bin/pointrelease', import.meta.url));
		const child = Bun.spawn([command, 'fleet', '-', '--json', ...day], {
			env: environment(env()),
			stdin: Bun.file(join(inventories, 'intune.zip')),
			stdout: 'pipe',
		});
		const { summary, macs } = JSON.parse(await child.stdout.text());
		expect(summary).toMatchObject({ rows: 5, macs: 2, not_macs: 3 });
		expect(macs[0].file).toBe('standard input');
	});

	test('asks to check for a security response in every row, also before the first one that reports it', async () => {
		const silent = '"MacBookPro17,1",26.3.1,25D2128\n';
		const told = '"MacBookPro17,1",26.3.1 (a),25D2128\n';
		const inMarch = (...words: string[]) =>
			runHere(['fleet', file('rsr.csv'), ...words, '--as-of', '2026-03-18'], {
				POINTRELEASE_STATE: file('state'),
			});
		const headlines = async (...rows: string[]) => {
			const lines = rows.map((row, at) => `${at},${row}`).join('');
			writeFileSync(file('rsr.csv'), `Name,Model,OS Version,Build\n${lines}`);
			const { stdout } = await inMarch('--ndjson', '--csv', file('rsr-out.csv'));
			const records = stdout
				.trim()
				.split('\n')
				.map((line) => JSON.parse(line));
			const [head, ...table] = readFileSync(file('rsr-out.csv'), 'utf8').trim().split('\r\n');
			const place = head!.split(',').indexOf('action') - head!.split(',').length;
			expect(table.map((line) => line.split(',').at(place))).toEqual(records.map(({ action }) => action));
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
		expect((await inMarch()).stdout).toMatch(/\n {2}security response not reported +2 /);
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
			'--column colour=x: expected FIELD=COLUMN, where FIELD is one of board, model, model_name, version, os, build, supplement, supplemental_build, platform, safari, safari_build, name, serial, seen, inventoried, enrolled, newest_contact, mdm_contact, managed, mdm_expires, supervised, user_approved, ddm_enabled, bootstrap_token, apple_silicon, free_space, update_state, failure_reason, failure_count, last_failure, pending_version, pending_date, declarations, deferral_days, told',
		],
		[
			['good.csv', '--column', 'model=Modell'],
			'good.csv: there is no column "Modell": the columns are "Name", "Serial", "Model", "OS Version"',
		],
		[['good.csv', '--behind', 'many'], '--behind: expected a whole number from 0 to 99'],
		[
			['good.csv', '--behind', '1', '--why', 'space=20'],
			'--why "space=20": expected space_gb=N, upgrade_gb=N, silent_days=N, with N from 1 to 3650',
		],
		[['good.csv', '--why', 'space_gb=20'], '--why goes with a policy: without one no Mac is late'],
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
		const { code, stdout } = await runHere(words, { ...env(), POINTRELEASE_KEY: live.key });
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({ summary: { macs: 1, ended: 1 } });
		expect(asked).toEqual(['GET /dataset/tables ']);
		const refused = await runHere(words, { ...env(), POINTRELEASE_KEY: 'AAAA-BBBB-CCCC-DDDD' });
		expect([refused.code, refused.stderr]).toEqual([
			1,
			errorLine('key-refused', `http://127.0.0.1:${front.port} refuses the key in POINTRELEASE_KEY`),
		]);
		const without = await runHere(words, env());
		expect(without.stderr).toBe(
			errorLine('no-key', 'set POINTRELEASE_KEY to the license key of the service'),
		);
		await front.stop(true);
		await live.stop();
	});
});
