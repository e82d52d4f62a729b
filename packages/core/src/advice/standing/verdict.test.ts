import { describe, expect, test } from 'bun:test';
import { judged, runOf, type Seen, verdict } from '../../../../../test/judged-runs.ts';
import { shipped } from '../../../../../test/shipped-data.ts';
import { parseVersion } from '../../catalog/version.ts';
import { dayNumber } from '../../text/day.ts';
import { frameworks } from '../policy/frameworks.ts';
import { Debts } from './debts.ts';
import { RuleJudge } from './verdict.ts';

describe('a release and the last day to install it', () => {
	// 15.7.5 of 2026-03-24: the 14 days end on 2026-04-07.
	const ce = (asOf: string, ...sightings: Seen[]) => verdict('cyber-essentials-3.3', asOf, ...sightings);

	test('seen with it on or before that day is in time', () => {
		expect(
			ce('2026-05-01', ['15.7.4', '2026-03-20', '2026-03-30'], ['15.7.5', '2026-04-07', '2026-05-01']),
		).toEqual(['pass', 'nothing-owed']);
	});

	test('a Mac seen without it after that day is late, even if it was updated later', () => {
		expect(
			ce('2026-05-01', ['15.7.4', '2026-04-01', '2026-04-08'], ['15.7.5', '2026-04-09', '2026-05-01']),
		).toEqual(['fail', 'late']);
	});

	test('until that day is over nothing is late', () => {
		expect(ce('2026-04-07', ['15.7.4', '2026-04-07'])).toEqual(['pass', 'nothing-owed']);
		expect(ce('2026-04-08', ['15.7.4', '2026-04-08'])).toEqual(['fail', 'late']);
	});

	test('seen without it before that day and with it after that day is unknown: it was installed in between', () => {
		expect(ce('2026-05-01', ['15.7.4', '2026-04-07'], ['15.7.5', '2026-04-08', '2026-05-01'])).toEqual([
			'unknown',
			'in-between',
		]);
		// Also a newer major has it; 26.4 came out on the same day and owes nothing.
		expect(ce('2026-04-08', ['15.7.4', '2026-04-07'], ['26.4', '2026-04-08'])).toEqual([
			'unknown',
			'in-between',
		]);
	});

	test('not seen since that day is unknown', () => {
		expect(ce('2026-05-01', ['15.7.4', '2026-04-07'])).toEqual(['unknown', 'not-seen-since']);
	});

	test('a Mac whose history begins after that day arrived without it', () => {
		const judge = new RuleJudge(shipped, frameworks.get('cyber-essentials-3.3')!.rule!, '2026-04-20');
		const arrivedWithout = (day: string) => {
			const time = { from: dayNumber(day), until: dayNumber('2026-04-20') };
			return judge.judge(shipped.boards.get('J293AP')!, [runOf(['15.7.4', day, '2026-04-20'])], time)
				.arrivedWithout;
		};
		expect(arrivedWithout('2026-04-07')).toEqual([]);
		expect(arrivedWithout('2026-04-08')).toEqual(['15.7.5']);
	});

	test('the reason names the release, its days and the sighting', () => {
		expect(judged('cyber-essentials-3.3', '2026-05-01', [['15.7.4', '2026-04-08']])[2]).toBe(
			'Seen with 15.7.4 on 2026-04-08, without 15.7.5 (released 2026-03-24, due by 2026-04-07: the 14 days of Cyber Essentials).',
		);
		expect(judged('cyber-essentials-3.3', '2026-05-01', [['15.7.5', '2026-05-01']])[2]).toBe(
			'In line with the 14 days of Cyber Essentials, as far as sightings show: nothing was due on 15.7.5, seen on 2026-05-01.',
		);
	});
});

test('a due date before the fix binds from the day of the fix on', () => {
	// CVE-2025-24085 was due on 2025-02-19; 14.7.5 fixed it on 2025-03-31.
	const kev = (asOf: string, day: string) => verdict('kev-due-date', asOf, ['14.7.4', day]);
	expect(kev('2025-04-10', '2025-03-30')).toEqual(['unknown', 'not-seen-since']);
	expect(kev('2025-04-10', '2025-03-31')).toEqual(['fail', 'late']);
});

describe('what a Mac on 15.3.1 must install by the KEV catalog', () => {
	// 15.3.2 of 2025-03-11 fixes CVE-2025-24201 alone, which was listed on 2025-03-13.
	const debts = (key: string, asOf: string) =>
		new Debts(shipped, frameworks.get(key)!.rule!, asOf)
			.of(shipped.boards.get('J293AP')!.support.get('15')!, parseVersion('15.3.1')!)
			.map(({ release, cve }) => [release.version, cve]);

	test('counts from the day on which a vulnerability is listed', () => {
		expect(debts('kev-due-date', '2025-03-12')).toEqual([]);
		expect(debts('kev-due-date', '2025-03-13')).toEqual([['15.3.2', 'CVE-2025-24201']]);
	});

	test('has a release apart from its entries only while it fixes something that is not listed', () => {
		expect(debts('bod-26-04', '2025-03-12')).toEqual([['15.3.2', null]]);
		expect(debts('bod-26-04', '2025-03-13')).toEqual([['15.3.2', 'CVE-2025-24201']]);
	});
});

describe('which releases count', () => {
	test('only those of the major in use, and after an upgrade those of the new major with their own days', () => {
		// 26.1 of 2025-11-03 was nothing that a Mac on 15 owed; on 26.0 it was due on 2025-11-17.
		expect(verdict('cyber-essentials-3.3', '2025-12-01', ['15.7.2', '2025-11-10', '2025-12-01'])[0]).toBe(
			'pass',
		);
		expect(
			verdict('cyber-essentials-3.3', '2025-12-01', ['15.7.2', '2025-11-10'], ['26.0.1', '2025-12-01']),
		).toEqual(['fail', 'late']);
	});

	test('a release without CVE entries counts for the STIG and not for Cyber Essentials', () => {
		// 15.0.1 of 2024-10-03 fixes nothing; 15.1 came on 2024-10-28.
		expect(shipped.security.lists.get('15.0.1')!.state).toBe('none');
		const on = (key: string, day: string) => verdict(key, day, ['15.0', day])[0];
		expect([on('disa-stig-macos', '2024-11-01'), on('disa-stig-macos', '2024-11-02')]).toEqual([
			'pass',
			'fail',
		]);
		expect([on('cyber-essentials-3.3', '2024-11-11'), on('cyber-essentials-3.3', '2024-11-12')]).toEqual([
			'pass',
			'fail',
		]);
	});

	test('a release that the Mac cannot run never does', () => {
		// J700AP came with 26.3.1: 26.3.2 was made for it, and nothing before.
		expect(judged('disa-stig-macos', '2026-03-20', [['26.3.1', '2026-03-20']], 'J700AP')[0]).toBe('pass');
	});
});

describe('a major that is no longer supported', () => {
	// 14 ended with 27.0 on 2026-09-14.
	test('fails if it is seen after its end, and is unknown if the Mac left it around that day', () => {
		const ce = (asOf: string, ...sightings: Seen[]) => verdict('cyber-essentials-3.3', asOf, ...sightings);
		expect(ce('2026-09-13', ['14.8.9', '2026-09-13'])).toEqual(['pass', 'nothing-owed']);
		expect(ce('2026-09-14', ['14.8.9', '2026-09-14'])).toEqual(['fail', 'old-major']);
		expect(ce('2026-09-20', ['14.8.9', '2026-09-13'])).toEqual(['unknown', 'old-major-since']);
		expect(ce('2026-09-20', ['14.8.9', '2026-09-13'], ['27.0', '2026-09-20'])).toEqual([
			'unknown',
			'old-major-in-between',
		]);
		// The day of the end counts.
		expect(ce('2026-09-14', ['14.8.9', '2026-09-13'])).toEqual(['unknown', 'old-major-since']);
		expect(ce('2026-09-14', ['14.8.9', '2026-09-13'], ['27.0', '2026-09-14'])).toEqual([
			'unknown',
			'old-major-in-between',
		]);
	});

	test('is unknown for PCI DSS and, by its age alone, no matter for KEV due dates', () => {
		expect(verdict('pci-dss-4.0.1-6.3.3', '2026-09-20', ['14.8.9', '2026-09-20'])).toEqual([
			'unknown',
			'old-major',
		]);
		// What newer majors fixed and 14 does not list decides, not that 14 is unsupported.
		for (const day of ['2026-09-13', '2026-09-20'])
			expect(verdict('kev-due-date', day, ['14.8.9', day])).toEqual(['unknown', 'not-stated']);
	});

	test('ends when enough newer majors are out, whatever their numbers', () => {
		// 10.0 came out on 2001-03-24, 9.2 on 2001-07-18.
		const ml3 = (day: string) => judged('essential-eight-ml3', day, [['9.1', day]], 'M1596').slice(0, 2);
		expect(ml3('2001-07-17')).toEqual(['pass', 'nothing-owed']);
		expect(ml3('2001-07-18')).toEqual(['fail', 'old-major']);
	});

	test('level 3 asks for the latest or the previous one', () => {
		const ml3 = (version: string) => verdict('essential-eight-ml3', '2026-11-01', [version, '2026-11-01']);
		expect(ml3('26.7.2')).toEqual(['pass', 'nothing-owed']);
		expect(ml3('15.8.2')).toEqual(['fail', 'old-major']);
		expect(verdict('essential-eight-ml2', '2026-11-01', ['15.8.2', '2026-11-01'])).toEqual([
			'pass',
			'nothing-owed',
		]);
	});
});

describe('other clocks', () => {
	test('48 hours if a vulnerability is exploited: the verdict on the second day is unknown', () => {
		// 26.6.1 of 2026-08-06 fixes CVE-2026-65400, listed on 2026-08-18; the vendor does not say that it is exploited.
		const ml3 = (day: string) => verdict('essential-eight-ml3', day, ['26.6', day]);
		expect(ml3('2026-08-19')).toEqual(['pass', 'nothing-owed']);
		expect(ml3('2026-08-20')).toEqual(['unknown', 'maybe-late']);
		expect(ml3('2026-08-21')).toEqual(['fail', 'late']);
		expect(verdict('essential-eight-ml3', '2026-08-20', ['26.6', '2026-08-19'])).toEqual([
			'unknown',
			'not-seen-since',
		]);
	});

	test('48 hours if Apple confirms exploitation without a day: unknown between the hours of the release and of the listing', () => {
		// 26.7.1 of 2026-09-28 fixes CVE-2026-86950, listed on 2026-09-29.
		const { since, vendorSays } = shipped.security.cves.get('CVE-2026-86950')!.exploitation!;
		expect([since, vendorSays]).toEqual(['2026-09-29', 'yes']);
		const ml3 = (day: string) => judged('essential-eight-ml3', day, [['26.7', day]]);
		expect(ml3('2026-09-29').slice(0, 2)).toEqual(['pass', 'nothing-owed']);
		expect(ml3('2026-09-30')).toEqual([
			'unknown',
			'maybe-late',
			'Seen with 26.7 on 2026-09-30, without 26.7.1 (released 2026-09-28, due by 2026-10-01: the 48 hours of Essential Eight, maturity level 3, exploited as known since 2026-09-29): nobody knows whether its hours were over by then.',
		]);
		expect(ml3('2026-10-01').slice(0, 2)).toEqual(['unknown', 'maybe-late']);
		expect(ml3('2026-10-02').slice(0, 2)).toEqual(['fail', 'late']);
		const updatedOn = (day: string) =>
			verdict('essential-eight-ml3', '2026-10-10', ['26.7', '2026-09-28'], ['26.7.1', day, '2026-10-10']);
		expect(updatedOn('2026-09-29')).toEqual(['pass', 'nothing-owed']);
		expect(updatedOn('2026-09-30')).toEqual(['unknown', 'in-between']);
	});

	test('a due date counts from the listing, and may lie before the fix', () => {
		// CVE-2024-23296: due on 2024-03-27, and 13.6.7 fixed it in 13 on 2024-05-13.
		const kev = (day: string) => verdict('kev-due-date', day, ['13.6.6', day]);
		expect(kev('2024-05-12')[1]).not.toBe('late');
		expect(kev('2024-05-13')).toEqual(['fail', 'late']);
		// CVE-2026-65400: fixed in 26.6.1 on 2026-08-06, listed on 2026-08-18, due on 2026-08-21.
		const listed = (day: string) => verdict('kev-due-date', day, ['26.6', day])[0];
		expect(['2026-08-17', '2026-08-21', '2026-08-22'].map(listed)).toEqual(['pass', 'pass', 'fail']);
	});

	test('a CVE that only newer majors fix is unknown once it is due, with and without later updates of the older major', () => {
		// 14.0 fixed CVE-2023-41993 on 2023-09-26, due on 2023-10-16; 13.6.1 came on 2023-10-25 and does not list it.
		const kev = (asOf: string, version: string) => judged('kev-due-date', asOf, [[version, asOf]]);
		expect(kev('2023-10-16', '13.6')[0]).toBe('pass');
		expect(kev('2023-10-17', '13.6')).toEqual([
			'unknown',
			'not-stated',
			'Seen with 13.6 on 2023-10-17: CVE-2023-41993, due on 2023-10-16, is fixed in Safari 17.0 for this major version, and the inventory does not say which Safari the Mac has.',
		]);
		expect(kev('2023-10-26', '13.6.1')).toEqual([
			'unknown',
			'not-stated',
			'Seen with 13.6.1 on 2023-10-26: CVE-2023-41993, due on 2023-10-16, is fixed in Safari 17.0 for this major version, and the inventory does not say which Safari the Mac has.',
		]);
		// 15.4.1 fixed CVE-2025-31200 on 2025-04-16, due on 2025-05-08; 14.7.6 came on 2025-05-12. No Safari lists it.
		const day = '2025-05-12';
		expect(judged('kev-due-date', day, [['14.7.6', day, day, '18.4']])[2]).toBe(
			'Seen with 14.7.6 on 2025-05-12: CVE-2025-31200, due on 2025-05-08, is fixed only in newer major versions; updates of this one since then do not list it, which does not prove that it is not affected.',
		);
	});

	test('a CVE that Safari fixes is in time, late or open by the Safari that was reported', () => {
		// Safari 17.0 for 13 came out on 2023-09-26, with the fix of CVE-2023-41993: due on 2023-10-16.
		const kev = (safari: string, day: string) => judged('kev-due-date', day, [['13.6', day, day, safari]]);
		expect(kev('17.0', '2023-10-17').slice(0, 2)).toEqual(['pass', 'nothing-owed']);
		expect(kev('16.6', '2023-10-16').slice(0, 2)).toEqual(['pass', 'nothing-owed']);
		expect(kev('16.6', '2023-10-17')).toEqual([
			'fail',
			'late',
			'Seen with Safari 16.6 on 2023-10-17, without Safari 17.0, which fixes CVE-2023-41993 (released 2023-09-26, due by 2023-10-16: its due date in the CISA KEV catalog).',
		]);
	});

	test('a missing update of Safari is a missing update; which Safari a Mac on the newest major has makes no difference', () => {
		const essentials = (version: string, day: string, safari: string) =>
			judged('cyber-essentials-3.3', day, [[version, day, day, safari]]);
		// Safari 26.6.1 came out on 2026-08-18, and 15.7.9 on 2026-08-06 has no later release by then.
		expect(essentials('15.7.9', '2026-09-01', '26.6')[0]).toBe('pass');
		expect(essentials('15.7.9', '2026-09-02', '26.6')).toEqual([
			'fail',
			'late',
			'Seen with Safari 26.6 on 2026-09-02, without Safari 26.6.1 (released 2026-08-18, due by 2026-09-01: the 14 days of Cyber Essentials).',
		]);
		expect(essentials('15.7.9', '2026-09-02', '26.6.1')[0]).toBe('pass');
		expect(essentials('26.6.2', '2026-09-02', '18.0')[0]).toBe('pass');
		// Safari 26.3.1 of 2026-03-18 came without a list, 26.4 of 2026-03-24 with one.
		const stig = (day: string, safari: string) =>
			judged('disa-stig-macos', day, [['15.7.5', day, day, safari]])[2];
		expect(essentials('15.7.5', '2026-04-07', '26.3')[0]).toBe('pass');
		expect(stig('2026-04-17', '26.3')).toContain('without Safari 26.3.1 (released 2026-03-18');
		expect(stig('2026-04-23', '26.3.1')).toContain('without Safari 26.4 (released 2026-03-24');
		expect(stig('2026-04-23', '26.4')).toContain('nothing was due');
	});

	test('a Safari that was updated between two sightings is in time, or nobody knows', () => {
		const over = (from: string, to: string) =>
			judged('cyber-essentials-3.3', to, [
				['15.7.9', from, from, '26.6'],
				['15.7.9', to, to, '26.6.1'],
			]);
		expect(over('2026-08-19', '2026-09-01')[0]).toBe('pass');
		expect(over('2026-08-19', '2026-09-03')).toEqual([
			'unknown',
			'in-between',
			'Seen with Safari 26.6 on 2026-08-19 and with Safari 26.6.1 on 2026-09-03: it was updated in between, maybe after Safari 26.6.1 (released 2026-08-18, due by 2026-09-01: the 14 days of Cyber Essentials).',
		]);
		expect(over('2026-09-02', '2026-09-03')[0]).toBe('fail');
	});

	test('a later release that does not list it proves nothing', () => {
		// 13.6.1 came out a month after 14.0 fixed CVE-2023-41993.
		const kev = (version: string) => verdict('kev-due-date', '2023-10-26', [version, '2023-10-26']);
		expect(kev('13.6.1')).toEqual(['unknown', 'not-stated']);
		expect(kev('14.1')).toEqual(['pass', 'nothing-owed']);
	});

	test('only on the newest major does a list without the CVE pass', () => {
		// CVE-2025-14174 is fixed in 26.2, on the day of 15.7.3, which does not list it.
		const kev = (version: string) => verdict('kev-due-date', '2026-11-16', [version, '2026-11-16']);
		expect(kev('15.8.2')).toEqual(['unknown', 'not-stated']);
		expect(kev('27.2')).toEqual(['pass', 'nothing-owed']);
	});

	test('a beta, a bare major and a number that no release has prove nothing', () => {
		const kev = (text: string, build: string | null = null) => {
			const judge = new RuleJudge(shipped, frameworks.get('kev-due-date')!.rule!, '2026-11-16');
			const run = { ...runOf([text, '2026-11-16']), build };
			return judge.judge(shipped.boards.get('J293AP')!, [run]).because.kind;
		};
		expect(['27', '27.1', '27.70', '27.9'].map((text) => kev(text))).toEqual(
			Array(4).fill('unknown-version'),
		);
		expect([kev('27.2', '26B5101f'), kev('27.2', '26B83')]).toEqual(['unknown-version', 'nothing-owed']);
	});

	test('a CVE that only newer majors fix does not matter for a Mac that was seen on one of them by the due date', () => {
		// CVE-2023-41993: fixed in 14.0 and not in 13, due on 2023-10-16.
		const kev = (day: string) =>
			verdict('kev-due-date', '2023-10-26', ['13.6', '2023-09-27'], ['14.1', day, '2023-10-26']);
		expect(kev('2023-10-16')).toEqual(['pass', 'nothing-owed']);
		expect(kev('2023-10-17')).toEqual(['unknown', 'not-stated']);
	});

	test('the CIS Benchmark can be broken and never proven by a version', () => {
		const cis = (day: string, version: string) => verdict('cis-macos-benchmark-1.1', day, [version, day]);
		expect(cis('2026-11-01', '27.2')).toEqual(['unknown', 'unprovable']);
		expect(cis('2026-10-28', '27.0')).toEqual(['unknown', 'unprovable']);
		expect(cis('2026-10-29', '27.0')).toEqual(['fail', 'late']);
	});

	test('PCI DSS leaves late updates to the ranking of the organization', () => {
		expect(verdict('pci-dss-4.0.1-6.3.3', '2026-11-01', ['26.6.2', '2026-11-01'])).toEqual([
			'unknown',
			'late',
		]);
		expect(verdict('pci-dss-4.0.1-6.3.3', '2026-11-01', ['26.7.2', '2026-11-01'])).toEqual([
			'pass',
			'nothing-owed',
		]);
	});
});

test('a version that is not a release of the Mac is unknown', () => {
	for (const version of ['26.7.9', '99.1', '10.15.7'])
		expect([version, ...verdict('cyber-essentials-3.3', '2026-11-01', [version, '2026-11-01'])]).toEqual([
			version,
			'unknown',
			'unknown-version',
		]);
	expect(judged('cyber-essentials-3.3', '2026-11-01', [['26.7.9', '2026-11-01']])[2]).toBe(
		'26.7.9 is not a known release for this Mac (seen on 2026-11-01).',
	);
});

test('the next sighting proves nothing if it is below the release, or not a version', () => {
	for (const next of ['10.15.7', 'beta'])
		expect(
			verdict('cyber-essentials-3.3', '2026-05-01', ['15.7.4', '2026-04-07'], [next, '2026-05-01']),
		).toEqual(['unknown', 'unknown-version']);
});

describe('a security response', () => {
	test('does not count if it is missing: most inventories leave it out', () => {
		// 26.3.1 (a) of 2026-03-17; 26.4 of 2026-03-24 is due by 2026-04-07.
		const sighting: Seen = ['26.3.1', '2026-04-05'];
		expect(verdict('cyber-essentials-3.3', '2026-04-05', sighting)).toEqual(['pass', 'nothing-owed']);
		expect(verdict('disa-stig-macos', '2026-04-05', sighting)).toEqual(['pass', 'nothing-owed']);
	});

	test('that was reported has the fixes of its CVEs', () => {
		// CVE-2023-37450 was due on 2023-08-03; 13.5 of 2023-07-24 and 13.4.1 (c) fix it.
		const kev = (...sightings: Seen[]) => verdict('kev-due-date', '2023-08-10', ...sightings);
		const missing = judged('kev-due-date', '2023-08-10', [['13.4.1', '2023-08-05']]);
		expect([missing[0], missing[1]]).toEqual(['fail', 'late']);
		expect(missing[2]).toContain('CVE-2023-37450');
		const has = judged('kev-due-date', '2023-08-10', [['13.4.1 (c)', '2023-08-05']]);
		expect(has[2]).not.toContain('CVE-2023-37450');
		expect(kev(['13.4.1', '2023-08-01'], ['13.4.1 (c)', '2023-08-05'])).toEqual(['unknown', 'in-between']);
	});
});
