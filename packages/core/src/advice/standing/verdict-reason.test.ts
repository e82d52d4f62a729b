import { describe, expect, test } from 'bun:test';
import { judged, type Seen } from '../../../../../test/judged-runs.ts';

describe('each reason cites its own rule', () => {
	const reason = (key: string, day: string, ...sightings: Seen[]) => judged(key, day, sightings)[2];

	test('level 3 asks for the latest or the previous major version, the others for a supported one', () => {
		const old = (key: string) => reason(key, '2026-11-01', ['15.8.2', '2026-11-01']);
		expect(old('essential-eight-ml3')).toBe(
			'Seen with 15.8.2 on 2026-11-01: its major version was neither the latest nor the previous one from 2026-09-14 on, and Essential Eight, maturity level 3 asks for one of them.',
		);
		const ended = (key: string) => reason(key, '2026-11-01', ['14.8.9', '2026-11-01']);
		expect(ended('essential-eight-ml2')).toBe(
			"Seen with 14.8.9 on 2026-11-01: its major version was no longer supported from 2026-09-14 on (as Apple's practice shows; it publishes no end of support), and Essential Eight, maturity level 2 asks for a supported one.",
		);
		expect(ended('pci-dss-4.0.1-6.3.3')).toEndWith(
			', which PCI DSS does not speak of, and no update is left to compare with.',
		);
	});

	test('level 3 names its 48 hours or its one month, whichever decided', () => {
		expect(reason('essential-eight-ml3', '2026-08-25', ['26.6', '2026-08-25'])).toBe(
			'Seen with 26.6 on 2026-08-25, without 26.6.1 (released 2026-08-06, due by 2026-08-20: the 48 hours of Essential Eight, maturity level 3, exploited as known since 2026-08-18).',
		);
		expect(reason('essential-eight-ml3', '2026-11-27', ['26.7.1', '2026-11-27'])).toContain(
			'due by 2026-11-26: the one month of Essential Eight, maturity level 3)',
		);
	});

	test('a due date, a ranking and a rhythm are named', () => {
		expect(reason('kev-due-date', '2026-08-22', ['26.6', '2026-08-22'])).toContain(
			'due by 2026-08-21: its due date in the CISA KEV catalog)',
		);
		expect(reason('pci-dss-4.0.1-6.3.3', '2026-11-01', ['26.6.2', '2026-11-01'])).toEndWith(
			': the one month of PCI DSS): your ranking decides whether it was critical.',
		);
		expect(reason('cis-macos-benchmark-1.1', '2026-11-01', ['27.2', '2026-11-01'])).toBe(
			'Seen with 27.2 on 2026-11-01; nothing is missing for longer than the 30 days of CIS Apple macOS Benchmark allows, but a version shows neither the other Apple software nor the last check for updates.',
		);
	});
});

test('CIS Control 7.3 names a rhythm: a month without a release breaks it, and no version proves it', () => {
	// 26.7 of 2026-09-14.
	const cis = (day: string, version: string) => judged('cis-controls-8.1-7.3', day, [[version, day]]);
	expect(cis('2026-10-14', '26.6.2').slice(0, 2)).toEqual(['unknown', 'unprovable']);
	expect(cis('2026-10-15', '26.6.2')).toEqual([
		'fail',
		'late',
		'Seen with 26.6.2 on 2026-10-15, without 26.7 (released 2026-09-14, due by 2026-10-14: the monthly rhythm of CIS Controls).',
	]);
	expect(cis('2026-11-01', '27.2')[2]).toEndWith(
		'the monthly rhythm of CIS Controls allows, but a version shows neither the rhythm nor automated patching.',
	);
});

describe('BOD 26-04', () => {
	const bod = (version: string, day: string) => judged('bod-26-04', day, [[version, day]]);
	// What 26.6.1 (2026-08-06) and 26.7.1 (2026-09-28) fix, listed on 2026-08-18 and 2026-09-29.
	const maybeLate = (): ['unknown', 'maybe-late'] => ['unknown', 'maybe-late'];

	test('fails after 3 days from the listing if every row of the table says so', () => {
		// CVE-2026-65400: automatable, total impact.
		expect(bod('26.6', '2026-08-21').slice(0, 2)).toEqual(maybeLate());
		expect(bod('26.6', '2026-08-22')).toEqual([
			'fail',
			'late',
			'Seen with 26.6 on 2026-08-22, without 26.6.1, which fixes CVE-2026-65400 (released 2026-08-06, due by 2026-08-21: table 1 of BOD 26-04, listed on 2026-08-18).',
		]);
	});

	test('is unknown while the exposure of the Mac decides, and fails after the longest time', () => {
		// CVE-2026-86950: not automatable, total impact.
		expect(bod('26.7', '2026-10-03')).toEqual([
			...maybeLate(),
			'Seen with 26.7 on 2026-10-03, without 26.7.1, which fixes CVE-2026-86950 (released 2026-09-28, due by 2026-10-02 by the strictest row and by 2026-10-13 at the latest: table 1 of BOD 26-04, listed on 2026-09-29): it depends on whether the Mac is publicly exposed, which no inventory shows.',
		]);
		expect(bod('26.7', '2026-10-13').slice(0, 2)).toEqual(maybeLate());
		expect(bod('26.7', '2026-10-14').slice(0, 2)).toEqual(['fail', 'late']);
	});

	test('says so where no assessment of the CVE was read', () => {
		expect(bod('26.2', '2026-02-20')[2]).toContain(
			"publicly exposed, which no inventory shows, and on CISA's assessment of the CVE, which was not read.",
		);
	});

	test('never fails for CVEs that the catalog does not list: nobody knows when they were detected', () => {
		expect(bod('27.1', '2027-11-16').slice(0, 2)).not.toEqual(['pass', 'nothing-owed']);
		const [state, kind, reason] = bod('26.7.1', '2026-11-16');
		expect([state, kind]).toEqual(maybeLate());
		expect(reason).toContain(
			'without 26.7.2 (released 2026-10-26, with CVEs that the KEV catalog does not list: by table 1 of BOD 26-04 due 3, 14 or 60 days after their detection or with the next upgrade',
		);
	});

	test('passes a Mac that lacks nothing; on older major versions only if nothing is unstated', () => {
		expect(bod('27.2', '2026-11-16').slice(0, 2)).toEqual(['pass', 'nothing-owed']);
		expect(bod('15.8.2', '2026-11-16').slice(0, 2)).toEqual(['unknown', 'not-stated']);
	});
});
