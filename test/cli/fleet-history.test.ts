import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
	copyFileSync,
	existsSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOfNumber } from '../../src/text/day.ts';
import { exportOf, generateFleet, randomOf } from '../generated-fleet.ts';
import { runCommand } from '../process.ts';
import { shipped } from '../shipped-data.ts';

let folder = '';
const path = (name: string) => join(folder, name);
const run = async (...words: string[]) =>
	runCommand(['fleet', ...words], { POINTRELEASE_STATE: path('state') });
const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).stdout);

const head = 'Computer Name,Serial Number,Model Identifier,Operating System Version,Last Check-in\n';
const asOf = ['--as-of', '2026-11-10'];

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'fleet-history-'));
	writeFileSync(
		path('september.csv'),
		`${head}one,c02aaa,"Mac14,2",26.6.2,2026-09-20\ntwo,C02AAB,"Mac14,2",26.6.2,2026-09-21T05:00:00+10:00\nthree,,"Mac14,2",26.6.2,\n`,
	);
	writeFileSync(
		path('october.csv'),
		`${head}one,C02AAA,"Mac14,2",26.7.1,2026-10-05\nrenamed,C02AAB,"Mac14,2",26.6.2,2026-10-20\n`,
	);
	const added = await run('remember', path('october.csv'), path('september.csv'), '--history', path('h.db'));
	expect([added.code, added.stderr, added.stdout]).toEqual([
		0,
		'',
		'october.csv: 2 Macs added (number 1).\nseptember.csv: 2 Macs added (number 2); 1 row without a serial number left out.\n',
	]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const history = (...words: string[]) => json('history', '--history', path('h.db'), ...asOf, ...words);

describe('fleet history', () => {
	test('says with both bounds who was patched within some days of a release', async () => {
		const { as_of, macs_seen, first_seen, last_seen, releases, compliance } = await history('--within', '7');
		expect({ as_of, macs_seen, first_seen, last_seen, compliance }).toEqual({
			as_of: '2026-11-10',
			macs_seen: 2,
			first_seen: '2026-09-20',
			last_seen: '2026-10-20',
			compliance: [],
		});
		const of = (wanted: string) => releases.find(({ version }: { version: string }) => version === wanted);
		// 26.7.1 of 2026-09-28: one was seen with it a week later, the other without it after that.
		expect(of('26.7.1')).toMatchObject({
			version: '26.7.1',
			released: '2026-09-28',
			macs: 2,
			patched_within: { days: 7, at_least: 1, at_most: 1 },
			days_to_patch: { median: { at_least: 0, at_most: 7 }, p90: { at_least: 22, at_most: null } },
		});
		// 26.7.2 of 2026-10-26 came after both were last seen.
		expect(of('26.7.2').patched_within).toEqual({ days: 7, at_least: 0, at_most: 2 });
	});

	test('follows a policy over time, and says unknown where nobody can know', async () => {
		const { compliance } = await history('--behind', '1', '--grace-days', '14', '--stale-days', '30');
		const days = compliance.map(
			({ day, macs, meets_policy, misses_policy, unknown, overdue }: Record<string, unknown>) => [
				day,
				macs,
				meets_policy,
				misses_policy,
				unknown,
				overdue,
			],
		);
		expect(days).toEqual([
			['2026-09-20', 2, 0, 2, 0, 0],
			['2026-10-05', 2, 1, 1, 0, 1],
			['2026-10-20', 2, 1, 1, 0, 1],
			['2026-11-10', 2, 0, 1, 1, 1],
		]);
	});

	test('lists the Macs that had a vulnerability open on a day, those that had not, and those nobody knows of', async () => {
		const on = (day: string) => history('--cve', 'cve-2026-86950', '--on', day);
		expect(await on('2026-10-05')).toMatchObject({ open: ['C02AAB'], fixed: ['C02AAA'], unknown: [] });
		expect(await on('2026-10-01')).toMatchObject({ open: ['C02AAB'], fixed: [], unknown: ['C02AAA'] });
		expect(await on('2026-10-30')).toMatchObject({ open: [], fixed: [], unknown: ['C02AAA', 'C02AAB'] });
	});

	test('judges by a framework: status 2 for a failure, 3 for what is unknown, with the sighting as reason', async () => {
		const { code, stdout } = await run(
			...['history', '--history', path('h.db'), ...asOf, '--framework', 'cyber-essentials-3.3', '--json'],
		);
		const { framework, as_of, verdicts, macs } = JSON.parse(stdout);
		expect([code, framework, as_of, verdicts]).toEqual([
			2,
			'cyber-essentials-3.3',
			'2026-11-10',
			{ pass: 0, fail: 1, unknown: 1 },
		]);
		expect(macs).toEqual([
			{
				serial: 'C02AAA',
				name: 'one',
				verdict: 'unknown',
				verdict_reason:
					'Seen with 26.6.2 on 2026-09-20 and with 26.7.1 on 2026-10-05: it was updated in between, maybe after 26.7 (released 2026-09-14, due by 2026-09-28).',
				remarks: [],
				exception: null,
			},
			{
				serial: 'C02AAB',
				name: 'renamed',
				verdict: 'fail',
				verdict_reason:
					'Seen with 26.6.2 on 2026-10-20, without 26.7 (released 2026-09-14, due by 2026-09-28).',
				remarks: ['Called "two" before 2026-10-20, then "renamed": it may have changed hands.'],
				exception: null,
			},
		]);
		const none = await run(...['history', '--history', path('h.db'), ...asOf, '--framework', 'soc2-cc7.1']);
		expect(none.code).toBe(3);
		expect(none.stdout).toContain('SOC 2 names no time.');
	});

	test('shows an exception beside a verdict, never in its place', async () => {
		writeFileSync(
			path('exceptions.csv'),
			'serial,reason,owner,until\nc02aab,"Lab, no network",Kim,2026-12-31\n',
		);
		const { verdicts, macs } = await history(
			...['--framework', 'cyber-essentials-3.3', '--exceptions', path('exceptions.csv')],
		);
		expect(verdicts.fail).toBe(1);
		expect(macs[1].exception).toEqual({
			reason: 'Lab, no network',
			owner: 'Kim',
			until: '2026-12-31',
			valid: true,
		});
	});

	test('is one page without script', async () => {
		const { code, stdout } = await run(
			'history',
			'--history',
			path('h.db'),
			...asOf,
			'--html',
			'-',
			'--behind',
			'1',
		);
		expect(code).toBe(0);
		expect(stdout).toContain('<td>26.7.1</td>');
		expect(stdout).not.toContain('<script');
	});

	test('says in one line what is wrong', async () => {
		const said = async (...words: string[]) => (await run('history', ...words)).stderr.trim();
		expect(await said()).toBe(
			`pointrelease: No history at ${path('state/fleet-history.db')}. Add exports with: pointrelease fleet remember FILE...`,
		);
		expect(await said('--history', path('october.csv'))).toBe(
			`pointrelease: ${path('october.csv')} is not a fleet history.`,
		);
		expect(await said('--cve', 'CVE-2026-86950')).toBe(
			'pointrelease: --cve and --on go together: name a CVE and a day',
		);
		expect(await said('--framework', 'x')).toStartWith(
			'pointrelease: Unknown framework "x": expected one of cyber-',
		);
		expect(existsSync(path('state'))).toBe(false);
	});
});

describe('fleet remember', () => {
	test('changes nothing when a file comes twice, and takes back what was wrong', async () => {
		copyFileSync(path('h.db'), path('back.db'));
		const before = await json('history', '--history', path('back.db'), ...asOf);
		const { added } = await json('remember', path('september.csv'), '--history', path('back.db'));
		expect(added).toMatchObject([{ file: 'september.csv', import: 2, known: true, macs: 2 }]);
		expect(await json('history', '--history', path('back.db'), ...asOf)).toEqual(before);
		writeFileSync(
			path('wrong.csv'),
			`${head}other,C02ZZZ,"Mac14,2",14.0,2026-10-01\nx,C02AAB,"Mac14,2",27.0,2026-10-21\n`,
		);
		await run('remember', path('wrong.csv'), '--history', path('back.db'));
		expect((await json('history', '--history', path('back.db'), ...asOf)).macs_seen).toBe(3);
		const { taken_back, imports } = await json(
			'remember',
			'--take-back',
			'3',
			'--list',
			'--history',
			path('back.db'),
		);
		expect([taken_back.name, imports.length]).toEqual(['wrong.csv', 2]);
		expect(await json('history', '--history', path('back.db'), ...asOf)).toEqual(before);
	});

	test('erases a Mac, and what is older than some days', async () => {
		copyFileSync(path('h.db'), path('less.db'));
		await run('remember', '--forget', 'c02aab', '--history', path('less.db'));
		expect((await json('history', '--history', path('less.db'), ...asOf)).macs_seen).toBe(1);
		expect(readFileSync(path('less.db')).includes('C02AAB')).toBe(false);
		expect(readFileSync(path('less.db')).includes('renamed')).toBe(false);
		expect((await run('remember', '--forget', 'C02AAB', '--history', path('less.db'))).code).toBe(1);
		const { erased } = await json('remember', '--keep-days', '1', '--history', path('less.db'));
		expect(erased).toBe(2);
	});

	test('keeps columns, and answers by group with what a Mac last said', async () => {
		const grouped = (day: string, first: string) =>
			`Serial,Model,OS Version,Last Check-in,Department\nS1,"Mac14,2",26.6.2,${day},${first}\nS2,"Mac14,2",26.7.1,${day},Lab\n`;
		writeFileSync(path('old-groups.csv'), grouped('2026-10-01', 'Sales'));
		writeFileSync(path('new-groups.csv'), grouped('2026-10-05', 'Design'));
		await run(
			'remember',
			path('new-groups.csv'),
			path('old-groups.csv'),
			'--keep',
			'Department',
			'--history',
			path('groups.db'),
		);
		const { groups, group_by } = await json(
			'history',
			'--history',
			path('groups.db'),
			...asOf,
			'--group-by',
			'Department',
		);
		expect([
			group_by,
			groups.map((group: { label: string; macs_seen: number }) => [group.label, group.macs_seen]),
		]).toEqual([
			'Department',
			[
				['Design', 1],
				['Lab', 1],
			],
		]);
		const unknown = await run('history', '--history', path('groups.db'), '--group-by', 'Owner');
		expect([unknown.code, unknown.stderr]).toEqual([
			1,
			'pointrelease: No column "Owner" was remembered: expected Department. Add exports with --keep.\n',
		]);
	});

	test('takes the day of --taken, else of the file, for rows that name none', async () => {
		writeFileSync(path('bare.csv'), 'Serial,Model,OS Version\nS1,"Mac14,2",26.7\n');
		utimesSync(path('bare.csv'), new Date('2026-10-02T12:00:00Z'), new Date('2026-10-02T12:00:00Z'));
		const day = async (name: string, ...words: string[]) => {
			await run('remember', path('bare.csv'), '--history', path(name), ...words);
			return (await json('history', '--history', path(name), ...asOf)).first_seen;
		};
		expect(await day('file.db')).toBe('2026-10-02');
		expect(await day('taken.db', '--taken', '2026-09-30')).toBe('2026-09-30');
	});

	test('stores no serial number and no name where it is asked for pseudonyms', async () => {
		await run('remember', path('september.csv'), '--pseudonymous', '--history', path('hidden.db'));
		await run('remember', path('october.csv'), '--history', path('hidden.db'));
		const { macs_seen } = await json('history', '--history', path('hidden.db'), ...asOf);
		expect(macs_seen).toBe(2);
		const bytes = readFileSync(path('hidden.db'));
		for (const secret of ['C02AAB', 'renamed', 'two'])
			expect([secret, bytes.includes(secret)]).toEqual([secret, false]);
		const plain = await run('remember', path('october.csv'), '--pseudonymous', '--history', path('h.db'));
		expect([plain.code, plain.stderr]).toEqual([
			1,
			`pointrelease: ${path('h.db')} holds serial numbers. Start a pseudonymous history with --history and another file.\n`,
		]);
	});

	test('comes to the same history in whatever order, and whatever zone the clocks are in', async () => {
		const fleet = generateFleet(shipped, 77, 12);
		const random = randomOf(5);
		const files: string[] = [];
		for (let day = fleet.first; day <= fleet.last; day += 9) {
			const name = path(`export-${dayOfNumber(day)}.csv`);
			writeFileSync(name, exportOf(fleet, day, ['Z', '+13:00', '-1100'][files.length % 3]!));
			files.push(name);
		}
		const ask = (name: string) =>
			json('history', '--history', path(name), '--as-of', dayOfNumber(fleet.last), '--behind', '1');
		await run('remember', ...files, '--history', path('forth.db'));
		const shuffled = files.map((file) => ({ file, at: random() })).sort((a, b) => a.at - b.at);
		await run('remember', ...shuffled.map(({ file }) => file), '--history', path('any.db'));
		const [forth, any] = [await ask('forth.db'), await ask('any.db')];
		expect(any).toEqual(forth);
		const contacts = fleet.macs.flatMap(({ contacts }) => contacts);
		expect(forth.first_seen >= dayOfNumber(Math.min(...contacts))).toBe(true);
		expect(forth.last_seen <= dayOfNumber(fleet.last)).toBe(true);
		expect(forth.macs_seen).toBe(fleet.macs.filter(({ contacts: [first] }) => first !== undefined).length);
	});
});

describe('evidence', () => {
	const evidence = (name: string, ...words: string[]) =>
		run(...['evidence', '--history', path('h.db'), '--out', path(name), ...asOf], ...words);

	test('is verified by whoever has the folder, and every change is found', async () => {
		await run('evidence-key', path('key'));
		const made = await evidence(
			'folder',
			'--framework',
			'cyber-essentials-3.3',
			'--behind',
			'1',
			'--sign',
			path('key'),
		);
		expect([made.code, made.stderr]).toEqual([2, '']);
		const good = await run('verify', path('folder'), '--public-key', path('key.pub'), '--json');
		expect([good.code, JSON.parse(good.stdout)]).toMatchObject([
			0,
			{ verified: true, signature: 'valid', differences: [], as_of: '2026-11-10' },
		]);
		const before = readFileSync(path('folder/sightings.csv'), 'utf8');
		writeFileSync(path('folder/sightings.csv'), before.replace('2026-10-20', '2026-09-28'));
		const bad = await run('verify', path('folder'), '--json');
		expect([bad.code, JSON.parse(bad.stdout).differences]).toEqual([
			2,
			[
				'sightings.csv was changed',
				'last_seen differs',
				'verdicts differs',
				'releases differs',
				'compliance differs',
				'adoption differs',
				'C02AAB: fail was stated, unknown was found',
			],
		]);
		writeFileSync(path('folder/sightings.csv'), before);
		const manifest = readFileSync(path('folder/manifest.json'), 'utf8');
		writeFileSync(path('folder/manifest.json'), manifest.replace('2026-11-10', '2026-11-11'));
		expect(JSON.parse((await run('verify', path('folder'), '--json')).stdout)).toMatchObject({
			verified: false,
			signature: 'invalid',
		});
		expect((await evidence('folder')).stderr).toBe(
			`pointrelease: ${path('folder')} is not empty. Name a new folder with --out.\n`,
		);
	});

	test('without serial numbers proves one Mac and names no other', async () => {
		await evidence('hidden', '--framework', 'cyber-essentials-3.3', '--pseudonymous');
		for (const file of ['report.json', 'report.html', 'sightings.csv', 'manifest.json'])
			expect(/C02AA|renamed/.test(readFileSync(path(`hidden/${file}`), 'utf8'))).toBe(false);
		const { serial, salt } = await json('prove', 'c02aab', '--history', path('h.db'));
		const { code, stdout } = await run(
			'verify',
			path('hidden'),
			'--serial',
			serial,
			'--salt',
			salt,
			'--json',
		);
		expect([code, JSON.parse(stdout).mac.verdicts[0].verdict]).toEqual([0, 'fail']);
		const wrong = await run('verify', path('hidden'), '--serial', 'C02AAA', '--salt', salt);
		expect([wrong.code, wrong.stderr]).toEqual([
			1,
			'pointrelease: No Mac of the folder has the serial number C02AAA.\n',
		]);
	});
});

describe('one export under a framework', () => {
	const judged = (name: string, ...words: string[]) =>
		run(path(name), ...asOf, '--framework', 'cyber-essentials-3.3', ...words);

	test('says of each Mac what it owed as last seen, and ends with 2, 3 or 0', async () => {
		const { code, stdout } = await judged('october.csv', '--json');
		const { framework, summary, macs } = JSON.parse(stdout);
		expect([code, framework, summary.verdicts]).toEqual([
			2,
			'cyber-essentials-3.3',
			{ pass: 0, fail: 1, unknown: 1 },
		]);
		expect(macs.map((mac: Record<string, unknown>) => [mac.serial, mac.verdict, mac.verdict_reason])).toEqual(
			[
				[
					'C02AAA',
					'unknown',
					'Seen with 26.7.1 on 2026-10-05 and not since: nobody knows whether it has 26.7.2 (released 2026-10-26, due by 2026-11-09).',
				],
				[
					'C02AAB',
					'fail',
					'Seen with 26.6.2 on 2026-10-20, without 26.7 (released 2026-09-14, due by 2026-09-28).',
				],
			],
		);
		writeFileSync(path('new.csv'), `${head}a,S1,"Mac14,2",27.2,2026-11-09\nb,S2,"Mac14,2",27.9,2026-11-09\n`);
		expect((await judged('new.csv')).code).toBe(3);
		expect((await judged('new.csv', '--max-unknown', '1')).code).toBe(0);
		expect((await judged('new.csv', '--max-unknown', '50%')).code).toBe(0);
	});

	test('adds two columns to the table, and nothing where no framework is named', async () => {
		const table = (await judged('october.csv', '--csv', '-')).stdout.split('\r\n');
		expect(table[0]).toEndWith(',verdict,verdict_reason');
		expect(table[2]).toEndWith(
			',fail,"Seen with 26.6.2 on 2026-10-20, without 26.7 (released 2026-09-14, due by 2026-09-28)."',
		);
		const plain = JSON.parse((await run(path('october.csv'), ...asOf, '--json')).stdout);
		expect('verdict' in plain.macs[0] || 'framework' in plain || 'verdicts' in plain.summary).toBe(false);
	});
});

test('fleet frameworks prints every rule with its edition and how sure it is', async () => {
	const all = await json('frameworks');
	expect(all.length).toBe(16);
	expect(all[0]).toMatchObject({
		key: 'cyber-essentials-3.3',
		names_a_time: true,
		sure: 'several summaries agree',
	});
	expect((await run('frameworks')).stdout).toContain(
		'essential-eight-ml3\n  Essential Eight, maturity level 3, November 2023',
	);
});
