import { describe, expect, test } from 'bun:test';
import {
	boardsOf,
	boardsRunning,
	latestOf,
	latestOfMajor,
	majorsOf,
	releasesOf,
	stepFrom,
} from '../../../../../test/ask.ts';
import { shipped } from '../../../../../test/shipped-data.ts';

describe('canonical answers of the Modern era', () => {
	test.each([
		['11', 'J293AP 11.7.11 2026-02-02'],
		['12', 'J293AP 12.7.6 2024-07-29'],
		['13', 'J293AP 13.7.8 2025-08-20'],
	])('the latest of %s is %s', (major, answer) => {
		expect(latestOfMajor(major)).toBe(answer);
	});

	// Major versions that still get releases: these steps stay true when the next release is added.
	test.each([
		['14.8.8', '14.8.8 2026-07-27, then 14.8.9 2026-08-06'],
		['15.8.1', '15.8.1 2026-09-28, then 15.8.2 2026-10-26'],
		['26.7.1', '26.7.1 2026-09-28, then 26.7.2 2026-10-26'],
		['27.0', '27.0 2026-09-14, then 27.0.1 2026-09-28'],
	])('%s: %s', (version, step) => {
		expect(stepFrom('J293AP', version)).toBe(step);
	});

	test('one board answers for every Modern major', () => {
		const modern = [...shipped.majors.values()].filter(({ era }) => era === 'modern');
		expect(new Set(modern.map(({ canonical }) => canonical.board.id))).toEqual(new Set(['J293AP']));
	});

	test('a point release asks for its major', () => {
		expect(latestOfMajor('13.6.2')).toBe('J293AP 13.7.8 2025-08-20');
	});
});

describe('releases made for some boards only', () => {
	test('26.3.2 belongs to the Macs of March 2026, the MacBook Neo first', () => {
		expect(boardsRunning('26.3.2')).toBe('J700AP J714cAP J714sAP J716cAP J716sAP J813AP J815AP');
	});

	test('the MacBook Neo steps from 26.3.1 to 26.3.2', () => {
		expect(stepFrom('J700AP', '26.3.1')).toBe('26.3.1 2026-03-04, then 26.3.2 2026-03-10');
	});

	test('an older Mac steps from 26.3.1 to 26.4', () => {
		expect(stepFrom('J293AP', '26.3.1')).toBe('26.3.1 2026-03-04, then 26.4 2026-03-24');
	});

	test('26.3.2 was not made for an older Mac', () => {
		expect(stepFrom('J293AP', '26.3.2')).toBe('release-not-for-board');
	});

	test('11.0 came only from the factory, on the first three M1 Macs', () => {
		expect(boardsRunning('11.0')).toBe('J274AP J293AP J313AP');
	});

	test('11.0 is followed by 11.0.1, although that is older by date', () => {
		expect(stepFrom('J313AP', '11.0')).toBe('11.0 2020-11-17, then 11.0.1 2020-11-12');
	});

	test('an Intel Mac of 2019 begins 11 with 11.0.1', () => {
		expect(stepFrom('Mac-E1008331FDC96864', '11.0')).toBe('release-not-for-board');
	});

	test('12.0 came only from the factory, on the MacBook Pro of 2021', () => {
		expect(boardsRunning('12.0')).toBe('J314cAP J314sAP J316cAP J316sAP');
	});

	test('12.0 is followed by 12.0.1, although that is older by date', () => {
		expect(stepFrom('J316cAP', '12.0')).toBe('12.0 2021-10-26, then 12.0.1 2021-10-25');
	});

	test('13.6.2 is for the 14- and 16-inch MacBook Pro and the first M3 Macs', () => {
		expect(boardsRunning('13.6.2')).toBe(
			'J314cAP J314sAP J316cAP J316sAP J414cAP J414sAP J416cAP J416sAP J433AP J434AP J504AP',
		);
	});

	test('a Mac without 13.6.2 steps from 13.6.1 to 13.6.3', () => {
		expect(stepFrom('J293AP', '13.6.1')).toBe('13.6.1 2023-10-25, then 13.6.3 2023-12-11');
	});
});

describe('releases that never came', () => {
	test('14.8.6 is not a release', () => {
		expect(stepFrom('J293AP', '14.8.6')).toBe('no-such-release');
	});

	test('14.8.5 is followed by 14.8.7', () => {
		expect(stepFrom('J293AP', '14.8.5')).toBe('14.8.5 2026-03-24, then 14.8.7 2026-05-11');
	});

	test('15.7.6 is not a release', () => {
		expect(stepFrom('J293AP', '15.7.6')).toBe('no-such-release');
	});

	test('15.7.5 is followed by 15.7.7', () => {
		expect(stepFrom('J293AP', '15.7.5')).toBe('15.7.5 2026-03-24, then 15.7.7 2026-05-11');
	});

	test('27.1 is not a release: 27.0.1 is followed by 27.2', () => {
		expect(stepFrom('J293AP', '27.1')).toBe('no-such-release');
		expect(stepFrom('J293AP', '27.0.1')).toBe('27.0.1 2026-09-28, then 27.2 2026-10-26');
	});

	test('there is no major between 15 and 26', () => {
		expect(latestOfMajor('16')).toBe('unknown-major');
		expect(latestOfMajor('25')).toBe('unknown-major');
	});
});

describe('boards that skip releases of a major version', () => {
	test('the M4 MacBook Air of 2025 has no 15.0, and no 15.3.1 between its factory and update releases', () => {
		expect(releasesOf('J713AP', '15').split(' ').slice(0, 4)).toEqual(['15.2', '15.3', '15.3.2', '15.4']);
	});

	test('15.0 was not made for a Mac of 2025', () => {
		expect(stepFrom('J713AP', '15.0')).toBe('release-not-for-board');
	});

	test('the step from 15.3 skips to 15.3.2', () => {
		expect(stepFrom('J713AP', '15.3')).toBe('15.3 2025-01-27, then 15.3.2 2025-03-11');
	});

	test('a skipped release was not offered to the board', () => {
		expect(stepFrom('J713AP', '15.3.1')).toBe('release-not-for-board');
	});

	test('the M2 Max MacBook Pro goes from the factory 13.0 straight to 13.2', () => {
		expect(stepFrom('J414cAP', '13.0')).toBe('13.0 2022-10-24, then 13.2 2023-01-23');
	});

	test('the first M3 iMac goes from the factory 13.5 straight to 13.6.2', () => {
		expect(stepFrom('J433AP', '13.5')).toBe('13.5 2023-07-24, then 13.6.2 2023-11-07');
	});

	test('the same iMac begins 14 with 14.1', () => {
		expect(releasesOf('J433AP', '14').split(' ')[0]).toBe('14.1');
	});

	test('the M4 MacBook Pro had 15.0 from the factory and was then offered 15.1', () => {
		expect(stepFrom('J604AP', '15.0')).toBe('15.0 2024-09-16, then 15.1 2024-10-28');
	});
});

describe('what each Mac runs', () => {
	test.each([
		['J274AP', '11 12 13 14 15 26 27'],
		['J413AP', '12 13 14 15 26 27'],
		['J713AP', '15 26 27'],
		['J700AP', '26 27'],
		['J775cAP', '27'],
		['Mac-F60DEB81FF30ACF6', '10.9 10.10 10.11 10.12 10.13 10.14 10.15 11 12'],
		['Mac-E1008331FDC96864', '10.15 11 12 13 14 15 26'],
	])('%s runs %s', (board, majors) => {
		expect(majorsOf(board)).toStartWith(majors);
	});

	test('27 runs on no Intel Mac, no T2 identifier and no Intel virtual machine', () => {
		expect(boardsOf('27').filter((id) => !/^J|^VMA2MACOSAP$/.test(id))).toEqual([]);
		expect(boardsOf('27')).not.toContain('J152FAP');
		expect(boardsOf('27').length).toBeGreaterThanOrEqual(60);
	});

	test('the last Intel Macs run 26 to its end and nothing after it', () => {
		expect(latestOf('Mac-E1008331FDC96864', '26')).toBe(latestOf('J293AP', '26'));
		expect(majorsOf('Mac-E1008331FDC96864')).toEndWith(' 26');
		expect(latestOf('Mac-E1008331FDC96864', '27')).toBe('unsupported-major');
	});

	test('the latest release is its own next release', () => {
		expect(stepFrom('J413AP', '13.7.8')).toBe('13.7.8 2025-08-20, then 13.7.8 2025-08-20');
	});
});
