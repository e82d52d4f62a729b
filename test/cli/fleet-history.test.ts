import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { asOf, head, rememberedFleet } from './remembered-fleet.ts';

const { path, run, json, remove } = await rememberedFleet();
afterAll(remove);

const history = (...words: string[]) => json('history', '--history', path('h.db'), ...asOf, ...words);

describe('fleet history', () => {
	test('counts the Macs that were patched within some days of a release, with both bounds', async () => {
		const { as_of, macs_seen, first_seen, last_seen, releases, compliance } = await history('--within', '7');
		expect({ as_of, macs_seen, first_seen, last_seen, compliance }).toEqual({
			as_of: '2026-11-10',
			macs_seen: 2,
			first_seen: '2026-09-20',
			last_seen: '2026-10-20',
			compliance: [],
		});
		const of = (wanted: string) => releases.find(({ version }: { version: string }) => version === wanted);
		// 26.7.1 came out on 2026-09-28: one Mac was seen with it a week later, the other was later seen without it.
		expect(of('26.7.1')).toMatchObject({
			version: '26.7.1',
			released: '2026-09-28',
			macs: 2,
			patched_within: { days: 7, at_least: 1, at_most: 1 },
			days_to_patch: { median: { at_least: 0, at_most: 7 }, p90: { at_least: 22, at_most: null } },
		});
		// 26.7.2 came out on 2026-10-26, after both were last seen.
		expect(of('26.7.2').patched_within).toEqual({ days: 7, at_least: 0, at_most: 2 });
	});

	test('follows a policy over time, with unknown for days without proof', async () => {
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

	test('exits like fleet under a policy: 2 if a Mac misses it on the last day, 3 if one is unknown', async () => {
		const status = async (...words: string[]) =>
			(await run('history', '--history', path('h.db'), '--behind', '1', ...words)).code;
		expect(await status(...asOf)).toBe(2);
		expect(await status('--as-of', '2027-03-01')).toBe(3);
		expect(await status('--as-of', '2027-03-01', '--max-unknown', '2')).toBe(0);
		expect((await run('history', '--history', path('h.db'), ...asOf)).code).toBe(0);
	});

	test('exits with 3 without any Mac: a job with the wrong file or day must not look like a compliant fleet', async () => {
		const words = ['--history', path('h.db'), '--as-of', '2026-09-01'];
		const policy = await run('history', ...words, '--behind', '1');
		expect([policy.code, policy.stdout]).toEqual([
			3,
			'No Mac was seen until 2026-09-01. Add exports with: pointrelease fleet remember FILE...\n',
		]);
		expect((await run('history', ...words, '--framework', 'cyber-essentials-3.3')).code).toBe(3);
		const report = await run(
			'evidence',
			...words,
			'--framework',
			'cyber-essentials-3.3',
			'--out',
			path('none'),
		);
		expect(report.code).toBe(3);
		expect((await run('history', ...words)).code).toBe(0);
	});

	test('lists the Macs on which a vulnerability was open, fixed or unknown on a day', async () => {
		const on = (day: string) => history('--cve', 'cve-2026-86950', '--on', day);
		expect(await on('2026-10-05')).toMatchObject({ open: ['C02AAB'], fixed: ['C02AAA'], unknown: [] });
		expect(await on('2026-10-01')).toMatchObject({ open: ['C02AAB'], fixed: [], unknown: ['C02AAA'] });
		expect(await on('2026-10-30')).toMatchObject({ open: [], fixed: [], unknown: ['C02AAA', 'C02AAB'] });
	});

	test('counts a vulnerability as fixed by the security response that a Mac reported', async () => {
		// A file has one row for each Mac: of two rows with one serial number the later counts.
		for (const day of ['2026-03-18', '2026-03-22']) {
			const rows = ['(a)', ''].map(
				(letter) => `mac,S${letter.length},"MacBookPro17,1",26.3.1 ${letter},${day}\n`,
			);
			writeFileSync(path(`responses-${day}.csv`), head + rows.join(''));
			await run('remember', path(`responses-${day}.csv`), '--history', path('responses.db'));
		}
		const where = ['--history', path('responses.db'), '--as-of', '2026-03-30'];
		expect(await json('history', ...where, '--cve', 'CVE-2026-20643', '--on', '2026-03-20')).toMatchObject({
			open: ['S0'],
			fixed: ['S3'],
			unknown: [],
		});
		const ofOthers = await run('history', ...where, '--cve', 'CVE-2025-24200', '--on', '2026-03-20');
		expect(ofOthers.stderr).toContain('Apple lists CVE-2025-24200 for iOS and iPadOS only');
		await run('evidence', ...where, '--out', path('with-responses'));
		expect(readFileSync(path('with-responses/sightings.csv'), 'utf8')).toContain(',26.3.1 (a),');
		expect((await json('verify', path('with-responses'))).altered).toEqual([]);
	});

	test('judges by a framework: status 2 for a failure, 3 for an unknown, with the sighting as the reason', async () => {
		const { code, stdout } = await run(
			'history',
			'--history',
			path('h.db'),
			...asOf,
			'--framework',
			'cyber-essentials-3.3',
			'--json',
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
					'Seen with 26.6.2 on 2026-09-20 and with 26.7.1 on 2026-10-05: it was updated in between, maybe after 26.7 (released 2026-09-14, due by 2026-09-28: the 14 days of Cyber Essentials).',
				first_seen: '2026-09-20',
				arrived_without: [],
				remarks: [],
				exception: null,
			},
			{
				serial: 'C02AAB',
				name: 'renamed',
				verdict: 'fail',
				verdict_reason:
					'Seen with 26.6.2 on 2026-10-20, without 26.7 (released 2026-09-14, due by 2026-09-28: the 14 days of Cyber Essentials).',
				first_seen: '2026-09-20',
				arrived_without: [],
				remarks: ['Called "two" before 2026-10-20, then "renamed": it may have changed hands.'],
				exception: null,
			},
		]);
		const none = await run('history', '--history', path('h.db'), ...asOf, '--framework', 'soc2-cc7.1');
		expect(none.code).toBe(3);
		expect(none.stdout).toContain('SOC 2 names no time.');
	});

	test('shows an exception beside a verdict, never instead of it', async () => {
		writeFileSync(
			path('exceptions.csv'),
			'serial,reason,owner,until\nc02aab,"Lab, no network",Kim,2026-12-31\n',
		);
		const { verdicts, macs } = await history(
			'--framework',
			'cyber-essentials-3.3',
			'--exceptions',
			path('exceptions.csv'),
		);
		expect(verdicts.fail).toBe(1);
		expect(macs[1].exception).toEqual({
			reason: 'Lab, no network',
			owner: 'Kim',
			until: '2026-12-31',
			valid: true,
		});
	});

	test('shows the policy and the major versions over time on a terminal', async () => {
		const { stdout } = await run('history', '--history', path('h.db'), ...asOf, '--behind', '1');
		expect(stdout).toContain('2026-10-05  2     1     50%   1     0        0');
		expect(stdout).toMatch(/Major versions over time\nDay +Macs +26\n2026-09-20 +2 +2\n/);
	});

	test('can be written as one page without scripts', async () => {
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
		expect(code).toBe(2);
		expect(stdout).toContain('<td>26.7.1</td>');
		expect(stdout).toContain('<tr><td class="day">2026-11-10</td><td>2</td><td>0</td><td>0%</td>');
		expect(stdout).not.toContain('<script');
	});

	test('gives each error in one line', async () => {
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
		expect(await said('--framework', 'cyber-essentials-3.3', '--html', path('x.html'))).toBe(
			'pointrelease: pass --framework or --html, not both (fleet evidence writes a page with verdicts)',
		);
		expect(await said('--framework', 'x')).toStartWith(
			'pointrelease: Unknown framework "x": expected one of cyber-',
		);
		expect(existsSync(path('state'))).toBe(false);
	});
});
