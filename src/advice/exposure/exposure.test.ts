import { heapStats } from 'bun:jsc';
import { describe, expect, test } from 'bun:test';
import { shipped } from '../../../test/shipped-data.ts';
import { leftToUsualRun } from '../../../test/size.ts';
import { smallData } from '../../../test/small-data.ts';
import { makeCatalog } from '../../catalog/make-catalog.ts';
import { parseVersion } from '../../catalog/version.ts';
import { countExposure, type Exposure, exposureOf } from './exposure.ts';

function exposure(version: string, asOf = '2026-11-01', board = 'J293AP'): Exposure {
	const parsed = parseVersion(version)!;
	const support = shipped.boards.get(board)!.support.get(parsed.major)!;
	return exposureOf(shipped, support, { version: parsed, response: null }, asOf);
}

const exploitedOf = ({ missing }: Exposure) =>
	missing
		.filter(({ exploited }) => exploited)
		.map(
			({ cve, fixedIn, response, fixedOn }) => `${cve.id} ${response?.label ?? fixedIn.version} ${fixedOn}`,
		);

const counts = ({ missing: _, exploitedNotStated: __, ...counts }: Exposure) => counts;

test('a CVE that only newer majors fix counts as exploited from the day on which exploitation was known', () => {
	const elsewhere = (asOf: string) => {
		const { fixedElsewhereExploitedCount, notStatedExploitedCount, exploitedNotStated } = exposure(
			'13.6.1',
			asOf,
		);
		const reasons = exploitedNotStated.map(({ cve, because }) => `${cve.id} ${because}`);
		return [fixedElsewhereExploitedCount, notStatedExploitedCount, reasons.toSorted()];
	};
	// 14.0 fixed the first one on 2023-09-26, before 13.6.1 and its list; 14.1.2 the others, after the last list of 13.
	const listedSince = 'CVE-2023-41993 released-since';
	const later = ['CVE-2023-42916 no-release-since', 'CVE-2023-42917 no-release-since'];
	expect(elsewhere('2023-12-03')).toEqual([0, 1, [listedSince]]);
	expect(elsewhere('2023-12-04')).toEqual([2, 1, [listedSince, ...later]]);
});

test('a CVE that newer majors fixed is not stated for a major as a whole, whatever its release', () => {
	const silent = (version: string) => {
		const { fixedElsewhereCount, notStatedCount } = exposure(version);
		return [fixedElsewhereCount, notStatedCount];
	};
	for (const version of ['14.0', '14.7.2', '14.8.9']) expect(silent(version)).toEqual([241, 588]);
	// Nothing is newer than 27, and what was fixed before it came out is in it.
	expect(silent('27.0')).toEqual([0, 0]);
});

describe('worked out by hand from the tables, on 2026-11-01', () => {
	test('14.7.2 misses 645 fixes, six of them exploited, the first for 643 days', () => {
		expect(counts(exposure('14.7.2'))).toEqual({
			known: 'complete',
			missingCount: 645,
			exploitedMissingCount: 6,
			exposedDays: 643,
			// 241 since 2026-08-06, the day of the last list of 14 while it was supported.
			fixedElsewhereCount: 241,
			fixedElsewhereExploitedCount: 1,
			notStatedCount: 588,
			notStatedExploitedCount: 10,
			maybeFixedCount: 0,
		});
		expect(exploitedOf(exposure('14.7.2'))).toEqual([
			'CVE-2025-43200 14.7.4 2025-02-10',
			'CVE-2025-24085 14.7.5 2025-03-31',
			'CVE-2025-43300 14.7.8 2025-08-20',
			'CVE-2025-43510 14.8.2 2025-11-03',
			'CVE-2025-43520 14.8.2 2025-11-03',
			'CVE-2026-65400 14.8.9 2026-08-06',
		]);
	});

	test('15.3 misses at least 900 fixes: of 15.8.2 only a part is known', () => {
		expect(counts(exposure('15.3'))).toEqual({
			known: 'lower-bound',
			missingCount: 900,
			exploitedMissingCount: 11,
			exposedDays: 629,
			fixedElsewhereCount: 0,
			fixedElsewhereExploitedCount: 0,
			notStatedCount: 362,
			notStatedExploitedCount: 3,
			maybeFixedCount: 0,
		});
	});

	test('13.7.8 misses nothing inside 13, but much is fixed only in newer majors', () => {
		expect(counts(exposure('13.7.8'))).toEqual({
			known: 'complete',
			missingCount: 0,
			exploitedMissingCount: 0,
			exposedDays: 0,
			fixedElsewhereCount: 949,
			fixedElsewhereExploitedCount: 7,
			notStatedCount: 604,
			notStatedExploitedCount: 10,
			maybeFixedCount: 0,
		});
	});

	test('12.7.6 is the same, a year longer', () => {
		expect(counts(exposure('12.7.6'))).toMatchObject({
			missingCount: 0,
			fixedElsewhereCount: 1605,
			fixedElsewhereExploitedCount: 17,
			notStatedCount: 585,
			notStatedExploitedCount: 15,
		});
	});

	test('26.6.2 does not miss CVE-2026-65400, which 26.6.1 fixed and 26.7 names again', () => {
		const exposed = exposure('26.6.2');
		expect(counts(exposed)).toMatchObject({ known: 'lower-bound', missingCount: 150, exposedDays: 48 });
		expect(exploitedOf(exposed)).toEqual(['CVE-2026-86950 26.7.1 2026-09-28']);
		expect(exposed.missing.map(({ cve }) => cve.id)).not.toContain('CVE-2026-65400');
		expect(exploitedOf(exposure('26.6'))).toContain('CVE-2026-65400 26.6.1 2026-08-06');
	});

	test('26.3 fixes neither CVE-2025-14174 nor CVE-2025-43529: 26.2 did', () => {
		for (const id of ['CVE-2025-14174', 'CVE-2025-43529']) {
			const fixed = shipped.security.cves.get(id)!.fixedIn.map(({ version }) => version);
			expect(fixed.filter((version) => version.startsWith('26'))).toEqual(['26.2']);
			expect(exposure('26.1').missing.some(({ cve }) => cve.id === id)).toBe(true);
			expect(exposure('26.2').missing.some(({ cve }) => cve.id === id)).toBe(false);
		}
		expect(counts(exposure('26.3'))).toMatchObject({
			missingCount: 549,
			exploitedMissingCount: 2,
			// Since 26.3.1 (a), a week before 26.4.
			exposedDays: 229,
		});
	});
});

test('exploited fixes come first, then the oldest, then by number', () => {
	const { missing } = exposure('14.7.2');
	const sorted = missing.map(({ exploited, fixedIn }) => `${exploited ? 0 : 1} ${fixedIn.released}`);
	expect(sorted).toEqual(sorted.toSorted());
	expect(missing.slice(6, 9).map(({ cve }) => cve.id)).toEqual([
		'CVE-2024-44172',
		'CVE-2024-44243',
		'CVE-2024-54497',
	]);
});

test('an answer for a day in the past has neither later fixes nor later entries of the KEV catalog', () => {
	const exposed = exposure('14.7.2', '2025-09-01');
	expect(counts(exposed)).toMatchObject({ missingCount: 248, exploitedMissingCount: 3, exposedDays: 217 });
	expect(exposed.missing.every(({ fixedIn }) => fixedIn.released <= '2025-09-01')).toBe(true);
	// Fixed on 2025-08-20, in the catalog a day later.
	expect(exposure('14.7.7', '2025-08-20').exploitedMissingCount).toBe(0);
	expect(exposure('14.7.7', '2025-08-21').exploitedMissingCount).toBe(1);
	// Fixed in 14.8 on 2025-09-15 and never in 13: before that day no newer major had it.
	expect(exposure('13.7.8', '2025-09-14').fixedElsewhereCount).toBe(0);
	expect(exposure('13.7.8', '2025-09-15').fixedElsewhereCount).toBe(98);
});

test('a partial list matters only if its release is above the version', () => {
	expect(counts(exposure('15.8.1'))).toMatchObject({ known: 'lower-bound', missingCount: 6 });
	expect(counts(exposure('15.8.2'))).toMatchObject({ known: 'complete', missingCount: 0 });
	expect(counts(exposure('15.7.9', '2026-09-13'))).toMatchObject({ known: 'complete', missingCount: 0 });
	expect(counts(exposure('15.7.9', '2026-09-14'))).toMatchObject({ known: 'lower-bound', missingCount: 149 });
});

test('the next release of a Mac has the fixes of releases for other Macs', () => {
	// J713AP came with 15.2 or 15.3 and was offered 15.3.2 first; 15.3.1 closed CVE-2025-43200.
	expect(exploitedOf(exposure('15.3', '2026-11-01', 'J713AP')).slice(0, 2)).toEqual([
		'CVE-2025-24201 15.3.2 2025-03-11',
		'CVE-2025-43200 15.3.2 2025-03-11',
	]);
	// Until then it was missing, and no release that this Mac was offered fixed it.
	const waiting = exposure('15.3', '2025-03-10', 'J713AP');
	expect(exploitedOf(waiting)).toEqual([]);
	expect(waiting.missing.map(({ cve, fixedIn, isOffered }) => [cve.id, fixedIn.version, isOffered])).toEqual([
		['CVE-2025-43200', '15.3.1', false],
	]);
	expect(exposure('15.3.1', '2025-03-10', 'J713AP').missingCount).toBe(0);
	// A Mac on 15.3.1, between the two, has its fixes.
	const { missing } = exposure('15.3.1', '2026-11-01', 'J713AP');
	expect(missing.some(({ cve }) => cve.id === 'CVE-2025-43200')).toBe(false);
});

test('exposure before 11 is not known', () => {
	const board = shipped.boards.get('Mac-E1008331FDC96864')!;
	expect(
		exposureOf(
			shipped,
			board.support.get('10.15')!,
			{ version: parseVersion('10.15.7')!, response: null },
			'2026-11-01',
		),
	).toEqual({
		known: 'unknown',
		missingCount: null,
		exploitedMissingCount: null,
		exposedDays: null,
		fixedElsewhereCount: null,
		fixedElsewhereExploitedCount: null,
		notStatedCount: null,
		notStatedExploitedCount: null,
		maybeFixedCount: null,
		missing: [],
		exploitedNotStated: [],
	});
});

test.skipIf(leftToUsualRun)('the cache of days is bounded over all boards', () => {
	// Boards with the same releases share their entries of the cache.
	const supports = [...shipped.boards.values()].flatMap(({ support }) => [...support.values()]);
	const different = new Map(supports.map((support) => [support.releases, support])).values();
	const modern = [...different].filter(({ major }) => major.era === 'modern');
	/** Objects in use after every version was asked about on each of so many days. */
	const objectsAfter = (firstDay: string, days: number): number => {
		for (let day = 0; day < days; day++) {
			const asOf = new Date(Date.parse(firstDay) + day * 86_400_000).toISOString().slice(0, 10);
			for (const support of modern)
				for (const { parsed } of support.releases)
					countExposure(shipped, support, { version: parsed, response: null }, asOf);
		}
		Bun.gc(true);
		return heapStats().objectCount;
	};
	const few = objectsAfter('2026-08-01', 4);
	// The cache is dropped as a whole when it is full, and has some 10,000 objects before that; 16 days would make 90,000.
	expect(objectsAfter('2026-09-01', 16) - few).toBeLessThan(20_000);
});

describe('security responses, on 2026-03-18 and later', () => {
	const cve = 'CVE-2026-20643';
	const on = (board: string, version: string, letter: string | null, asOf: string) => {
		const release = shipped.releases.get(version)!;
		const support = shipped.boards.get(board)!.support.get(release.major)!;
		const response = release.responses.find((other) => other.letter === letter) ?? null;
		const exposed = exposureOf(shipped, support, { version: release.parsed, response }, asOf);
		const missing = exposed.missing.find((fix) => fix.cve.id === cve);
		return [
			missing ? (missing.response?.label ?? missing.fixedIn.version) : 'fixed',
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
			const response = release.responses.find((other) => other.letter === letter) ?? null;
			return exploitedOf(exposureOf(shipped, support, { version: release.parsed, response }, asOf));
		};
		expect(missing(null, '2023-07-14')).toEqual(['CVE-2023-37450 13.4.1 (c) 2023-07-12']);
		expect(missing('a', '2023-07-14')).toEqual([]);
		expect(missing('c', '2023-07-14')).toEqual([]);
		expect(missing(null, '2023-07-11')).toEqual([]);
	});

	test('a fix in a release counts for the release, not for a response of the same day', () => {
		const row = '20B29,rsr,2020-11-20,all,VMM-x86_64,CVE-2020-29620';
		const both = '20B29,rsr,2020-11-12,all,VMM-x86_64,CVE-2020-9849;CVE-2020-29620';
		const catalog = makeCatalog(smallData(['security/responses.csv', row, both])).catalog!;
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

	test('a response changes its own CVEs and nothing else', () => {
		const ids = (letter: string | null) => {
			const release = shipped.releases.get('26.3.1')!;
			const support = shipped.boards.get('J293AP')!.support.get('26')!;
			const response = release.responses.find((other) => other.letter === letter) ?? null;
			const { missing } = exposureOf(shipped, support, { version: release.parsed, response }, '2026-11-01');
			return missing.map((fix) => fix.cve.id).toSorted();
		};
		expect(ids(null).filter((id) => id !== cve)).toEqual(ids('a'));
	});
});
