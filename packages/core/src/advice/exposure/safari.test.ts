import { expect, test } from 'bun:test';
import { shipped } from '../../../../../test/shipped-data.ts';
import { readSafari } from '../../catalog/safari.ts';
import { cveOnMac, macExposure, runningMac } from '../standing/running-mac.ts';
import { safariState } from './safari.ts';
import { silenceOf } from './silence.ts';

const today = '2026-11-19';

function check(cve: string, version: string, safari: string | null, { asOf = today, board = 'J293AP' } = {}) {
	const mac = runningMac(
		shipped,
		shipped.boards.get(board)!,
		{ version, build: null, safari: safari === null ? null : readSafari(safari)! },
		asOf,
	)!;
	const result = cveOnMac(shipped, mac, shipped.security.cves.get(cve)!, asOf);
	const { state, fixedBecause, notStatedBecause, install, safari: has, installSafari } = result;
	return [
		state,
		fixedBecause ?? notStatedBecause,
		has?.version ?? null,
		installSafari?.version ?? null,
		install,
	];
}

test('a fix that Safari brings is decided by the Safari that the Mac reports', () => {
	// Exploited; listed for 26.2 and Safari 26.2, and for no release of 15.
	const onMac = (safari: string | null) => check('CVE-2025-43529', '15.8.2', safari);
	for (const safari of ['26.2', '26.6.1', '27', '27.9', 'Safari 26.2', '26.2 (20623.1.14.18.4, 20623)'])
		expect([safari, ...onMac(safari)]).toEqual([safari, 'fixed', 'safari', '26.2', null, null]);
	for (const safari of ['26.1', '26.0.1', '18.6'])
		expect([safari, ...onMac(safari)]).toEqual([safari, 'missing', null, '26.2', '26.2', null]);
	expect(onMac(null)).toEqual(['not-stated', 'safari-not-reported', '26.2', null, null]);
});

test('on the newest major, before a Safari is out, and where the major lists the CVE itself, Safari decides nothing', () => {
	for (const safari of ['18.0', '26.6.1', null]) {
		expect(check('CVE-2025-43529', '27.2', safari)).toEqual(['fixed', 'later-major', null, null, null]);
		expect(check('CVE-2025-43529', '26.1', safari)).toEqual(['missing', null, null, null, '26.2']);
		expect(check('CVE-2026-86897', '26.7', safari, { asOf: '2026-09-13' })[2]).toBe(null);
	}
	// 26 became a major that gets Safari when 27.0 came out.
	expect(check('CVE-2026-86897', '26.7', '26.6.2')).toEqual(['missing', null, '27.0', '27.0', null]);
});

test('Safari 15.3 and 16.3 came out twice under their numbers, and only the bundle tells the later one', () => {
	for (const [cve, version, number, later, earlier] of [
		['CVE-2022-22620', '11.6.8', '15.3', '16612.4.9.1.8', '16612.4.9.1.5'],
		['CVE-2023-23529', '12.6.9', '16.3', '17614.4.6.11.6', '17614.4.6.11.5'],
	] as const) {
		const onMac = (safari: string) => check(cve, version, safari).slice(0, 4);
		expect(onMac(number)).toEqual(['unknown', null, number, null]);
		expect(onMac(`${number} (${later})`)).toEqual(['fixed', 'safari', number, null]);
		expect(onMac(`${number} (${earlier})`)).toEqual(['missing', null, number, number]);
		expect(onMac(`${number}.1`)).toEqual(['fixed', 'safari', number, null]);
	}
	// What the earlier one brought is in both.
	expect(check('CVE-2022-22594', '11.6.8', '15.3').slice(0, 2)).toEqual(['fixed', 'safari']);
});

test('a CVE that no macOS lists is decided by Safari, is in a major that came later, and else not stated', () => {
	// Safari 18.4 of March 2025 was for 13 and 14.
	const ofSafariAlone = 'CVE-2025-24208';
	expect(check(ofSafariAlone, '14.8.9', '18.4').slice(0, 3)).toEqual(['fixed', 'safari', '18.4']);
	expect(check(ofSafariAlone, '14.8.9', '18.3').slice(0, 4)).toEqual(['missing', null, '18.4', '18.4']);
	expect(check(ofSafariAlone, '26.7', null).slice(0, 2)).toEqual(['fixed', 'later-major']);
	expect(check(ofSafariAlone, '12.7.6', null)).toEqual(['not-stated', 'safari-only', null, null, null]);
});

test('150 of 367 fixes that only other majors list reach 15 by Safari, 212 of 836 reach 14; of the exploited ones 2 of 3 and 7 of 11', () => {
	const counted = (name: string, safari: string | null = null) => {
		const { counts, exploited, undecidedCount, undecidedExploitedCount, missing, exploitedMissing } =
			silenceOf(shipped, shipped.majors.get(name)!, today, safari === null ? null : readSafari(safari));
		return {
			open: [counts['no-release-since'] + counts['released-since'], exploited.length],
			undecided: [undecidedCount, undecidedExploitedCount],
			missing: [missing.length, exploitedMissing.length],
		};
	};
	// Of the undecided ones 4 of 15 and 6 of 14 are listed for no macOS.
	expect(counted('15')).toEqual({ open: [367, 3], undecided: [154, 2], missing: [0, 0] });
	expect(counted('15', '27.2')).toEqual({ open: [217, 1], undecided: [0, 0], missing: [0, 0] });
	expect(counted('15', '26.1')).toMatchObject({ undecided: [0, 0], missing: [expect.any(Number), 2] });
	expect(counted('14')).toEqual({ open: [836, 11], undecided: [218, 7], missing: [0, 0] });
	expect(counted('14', '26.6.1')).toEqual({ open: [624, 4], undecided: [0, 0], missing: [0, 0] });
	expect(counted('26')).toEqual({ open: [61, 0], undecided: [7, 0], missing: [0, 0] });
	for (const safari of [null, '18.0'])
		expect(counted('27', safari)).toEqual({ open: [0, 0], undecided: [0, 0], missing: [0, 0] });
});

test('what is missing in Safari counts as missing, from the day of the Safari that the Mac can install', () => {
	const exposure = (safari: string | null) => {
		const mac = runningMac(
			shipped,
			shipped.boards.get('J293AP')!,
			{ version: '15.8.2', build: null, safari: safari === null ? null : readSafari(safari) },
			today,
		)!;
		return macExposure(shipped, mac, today);
	};
	const { knowledge, missingCount, exploitedMissingCount, exposedDays, missing } = exposure('26.1');
	expect([knowledge, missingCount, exploitedMissingCount]).toEqual(['lower-bound', missing.length, 2]);
	// Safari 26.2 came out on 2025-12-12.
	expect(exposedDays).toBe(342);
	expect(missing[0]).toMatchObject({
		cve: { id: 'CVE-2025-14174' },
		fixedIn: null,
		safari: { install: { version: '26.2' } },
		fixedOn: '2025-12-12',
		exploited: true,
	});
	// Of Safari 27.2 only a part is known.
	expect([exposure('27.2').knowledge, exposure('27.2').missingCount]).toEqual(['complete', 0]);
	expect(exposure(null)).toMatchObject({
		missingCount: 0,
		safariMissingCount: null,
		safariUndecidedCount: 154,
	});
});

test('the latest Safari of a major, the next one above its own, and whether it gets any more', () => {
	const state = (major: string, safari: string | null, asOf = today) => {
		const { latest, next, hasEnded } = safariState(shipped, major, safari ? readSafari(safari) : null, asOf);
		return [latest?.version ?? null, next?.version ?? null, hasEnded];
	};
	expect(state('15', '26.6')).toEqual(['27.2', '26.6.1', false]);
	expect(state('15', null)).toEqual(['27.2', null, false]);
	expect(state('14', '26.6.1')).toEqual(['26.6.1', null, true]);
	expect(state('14', '26.6.1', '2026-09-13')).toEqual(['26.6.1', null, false]);
	expect(state('26', '26.6.2')).toEqual(['27.2', '27.0', false]);
	expect(state('26', '26.6.2', '2026-09-13')).toEqual([null, null, false]);
	expect(state('27', '27.0')).toEqual([null, null, false]);
	// 16.3.1 was for 11 alone, and 12 got 16.4.
	expect(state('12', '16.3', '2023-02-20')).toEqual(['16.3', null, false]);
});
