import { describe, expect, test } from 'bun:test';
import { shipped } from '../../../../../test/shipped-data.ts';
import { smallData } from '../../../../../test/small-data.ts';
import { makeCatalog } from '../../catalog/make-catalog.ts';
import { parseVersion } from '../../catalog/version.ts';
import { exposureOf } from './exposure.ts';

describe('security responses, on 2026-03-18 and later', () => {
	const cve = 'CVE-2026-20643';
	const on = (board: string, version: string, letter: string | null, asOf: string) => {
		const release = shipped.releases.get(version)!;
		const support = shipped.boards.get(board)!.support.get(release.major)!;
		const response = release.responses.find((candidate) => candidate.letter === letter) ?? null;
		const exposed = exposureOf(shipped, support, { version: release.parsed, response }, asOf);
		const missing = exposed.missing.find((fix) => fix.cve.id === cve);
		return [
			missing ? (missing.response?.label ?? missing.fixedIn!.version) : 'fixed',
			missing?.fixedOn ?? null,
			exposed.maybeFixedCount,
		];
	};

	test.each([
		// 26.3.1 misses it from the day of the response on; with the letter it does not, also when 26.4 is out.
		['J293AP', '26.3.1', null, '2026-03-16', ['fixed', null, 0]],
		['J293AP', '26.3.1', null, '2026-03-17', ['26.3.1 (a)', '2026-03-17', 1]],
		['J293AP', '26.3.1', null, '2026-03-18', ['26.3.1 (a)', '2026-03-17', 1]],
		['J293AP', '26.3.1', null, '2026-11-01', ['26.3.1 (a)', '2026-03-17', 1]],
		['J293AP', '26.3.1', 'a', '2026-03-18', ['fixed', null, 0]],
		['J293AP', '26.3.1', 'a', '2026-11-01', ['fixed', null, 0]],
		['J293AP', '26.4', null, '2026-11-01', ['fixed', null, 0]],
		// A Mac on a lower version could have the fix by way of 26.3.1; its own version has no response that may be unreported.
		['J293AP', '26.3', null, '2026-03-18', ['26.3.1 (a)', '2026-03-17', 0]],
		// 26.3.2 has the higher number, came out a week earlier and lacks the fix.
		['J700AP', '26.3.2', null, '2026-03-16', ['fixed', null, 0]],
		['J700AP', '26.3.2', null, '2026-03-18', ['26.3.2 (a)', '2026-03-17', 1]],
		['J700AP', '26.3.2', 'a', '2026-11-01', ['fixed', null, 0]],
		// 26.3.1 (a) was not offered to this Mac, nor 26.3.2 (a) to the others that have 26.3.2 from the factory.
		['J700AP', '26.3.1', null, '2026-03-18', ['26.3.2 (a)', '2026-03-17', 0]],
		['J714cAP', '26.3.2', null, '2026-03-18', ['26.3.2 (a)', '2026-03-17', 0]],
		['J714cAP', '26.3.2', null, '2026-03-25', ['26.4', '2026-03-24', 0]],
	] as const)('%s on %s (%s) as of %s', (board, version, letter, asOf, expected) => {
		expect(on(board, version, letter, asOf)).toEqual([...expected]);
	});

	test('a withdrawn response is not missing, and a Mac that still has it has its fix', () => {
		const missing = (letter: string | null, asOf: string) => {
			const release = shipped.releases.get('13.4.1')!;
			const support = shipped.boards.get('J293AP')!.support.get('13')!;
			const response = release.responses.find((candidate) => candidate.letter === letter) ?? null;
			const exposure = exposureOf(shipped, support, { version: release.parsed, response }, asOf);
			return exposure.missing
				.filter(({ exploited }) => exploited)
				.map((fix) => `${fix.cve.id} ${fix.response?.label} ${fix.fixedOn}`);
		};
		expect(missing(null, '2023-07-14')).toEqual(['CVE-2023-37450 13.4.1 (c) 2023-07-12']);
		expect(missing('a', '2023-07-14')).toEqual([]);
		expect(missing('c', '2023-07-14')).toEqual([]);
		expect(missing(null, '2023-07-11')).toEqual([]);
	});

	test('a fix in a release counts for the release, not for a response of the same day', () => {
		const row = '20B29,rsr,2020-11-20,all,VMM-x86_64,CVE-2020-29620';
		const earlierRow = '20B29,rsr,2020-11-12,all,VMM-x86_64,CVE-2020-9849;CVE-2020-29620';
		const catalog = makeCatalog(smallData(['security/responses.csv', row, earlierRow])).catalog!;
		const support = catalog.boards.get('J152FAP')!.support.get('11')!;
		const missing = (version: string) => {
			const running = { version: parseVersion(version)!, response: null };
			return exposureOf(catalog, support, running, '2020-11-12').missing.map(
				({ cve, response }) => `${cve.id} ${response?.label ?? ''}`,
			);
		};
		expect(missing('11.0.1')).toEqual(['CVE-2020-29620 11.0.1 (a)']);
		expect(missing('11.0')).toEqual(['CVE-2020-9849 ', 'CVE-2020-27930 ', 'CVE-2020-29620 11.0.1 (a)']);
	});

	test('each of two responses of a release has its own fixes, also if one was withdrawn', () => {
		const row = '11.0.1,a,20B770290a,20B29,rsr,2020-11-20,all,VMM-x86_64,CVE-2020-29620,,11.1,,high,list,\n';
		const withdrawn = row
			.replace('1,a,20B770290a', '1,b,20B770290b')
			.replace('29620,,11.1,,', '29620;CVE-2020-29621,,,yes,');
		const catalog = makeCatalog(
			smallData(
				['security/responses.csv', row, row + withdrawn],
				[
					'security/fixes.csv',
					'11.1,CVE-2020-29620,high,list\n',
					'11.1,CVE-2020-29620,high,list\n11.1,CVE-2020-29621,high,list\n',
				],
			),
		).catalog!;
		const { responses, parsed } = catalog.releases.get('11.0.1')!;
		const support = catalog.boards.get('J152FAP')!.support.get('11')!;
		const missing = responses.map((response) =>
			exposureOf(catalog, support, { version: parsed, response }, '2021-01-01').missing.map(
				({ cve }) => cve.id,
			),
		);
		expect(missing).toEqual([['CVE-2020-29621'], []]);
	});

	test('a response changes its own CVEs and nothing else', () => {
		const ids = (letter: string | null) => {
			const release = shipped.releases.get('26.3.1')!;
			const support = shipped.boards.get('J293AP')!.support.get('26')!;
			const response = release.responses.find((candidate) => candidate.letter === letter) ?? null;
			const { missing } = exposureOf(shipped, support, { version: release.parsed, response }, '2026-11-01');
			return missing.map((fix) => fix.cve.id).toSorted();
		};
		expect(ids(null).filter((id) => id !== cve)).toEqual(ids('a'));
	});
});
