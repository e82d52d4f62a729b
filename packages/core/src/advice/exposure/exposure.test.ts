import { heapStats } from 'bun:jsc';
import { describe, expect, test } from 'bun:test';
import { shipped } from '../../../../../test/shipped-data.ts';
import { leftToUsualRun } from '../../../../../test/size.ts';
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
			({ cve, fixedIn, response, fixedOn }) => `${cve.id} ${response?.label ?? fixedIn!.version} ${fixedOn}`,
		);

/** Without what is said of Safari, which `safari.test.ts` tests. */
const counts = ({
	missing: _,
	exploitedNotStated: __,
	safariMissingCount: ___,
	safariMissingExploitedCount: ____,
	safariUndecidedCount: _____,
	safariUndecidedExploitedCount: ______,
	...counts
}: Exposure) => counts;

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
	for (const version of ['14.0', '14.7.2', '14.8.9']) expect(silent(version)).toEqual([243, 593]);
	// Nothing is newer than 27, and what was fixed before it came out is in it.
	expect(silent('27.0')).toEqual([0, 0]);
});

describe('worked out by hand from the tables, on 2026-11-01', () => {
	test('14.7.2 misses 652 fixes, six of them exploited, the first for 643 days', () => {
		expect(counts(exposure('14.7.2'))).toEqual({
			knowledge: 'complete',
			missingCount: 652,
			exploitedMissingCount: 6,
			exposedDays: 643,
			// 243 since 2026-08-06, the day of the last list of 14 while it was supported.
			fixedElsewhereCount: 243,
			fixedElsewhereExploitedCount: 1,
			notStatedCount: 593,
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

	test('15.3 misses at least 909 fixes: of 15.8.2 only a part is known', () => {
		expect(counts(exposure('15.3'))).toEqual({
			knowledge: 'lower-bound',
			missingCount: 909,
			exploitedMissingCount: 11,
			exposedDays: 629,
			fixedElsewhereCount: 2,
			fixedElsewhereExploitedCount: 0,
			notStatedCount: 365,
			notStatedExploitedCount: 3,
			maybeFixedCount: 0,
		});
	});

	test('13.7.8 misses nothing inside 13, but much is fixed only in newer majors', () => {
		expect(counts(exposure('13.7.8'))).toEqual({
			knowledge: 'complete',
			missingCount: 0,
			exploitedMissingCount: 0,
			exposedDays: 0,
			fixedElsewhereCount: 963,
			fixedElsewhereExploitedCount: 7,
			notStatedCount: 604,
			notStatedExploitedCount: 10,
			maybeFixedCount: 0,
		});
	});

	test('12.7.6 is the same, a year longer', () => {
		expect(counts(exposure('12.7.6'))).toMatchObject({
			missingCount: 0,
			fixedElsewhereCount: 1619,
			fixedElsewhereExploitedCount: 17,
			notStatedCount: 585,
			notStatedExploitedCount: 15,
		});
	});

	test('26.6.2 does not miss CVE-2026-65400, which 26.6.1 fixed and 26.7 names again', () => {
		const exposed = exposure('26.6.2');
		expect(counts(exposed)).toMatchObject({ knowledge: 'lower-bound', missingCount: 155, exposedDays: 48 });
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
			missingCount: 569,
			exploitedMissingCount: 2,
			// Since 26.3.1 (a), a week before 26.4.
			exposedDays: 229,
		});
	});
});

test('exploited fixes come first, then the oldest, then by number', () => {
	const { missing } = exposure('14.7.2');
	const sorted = missing.map(({ exploited, fixedIn }) => `${exploited ? 0 : 1} ${fixedIn!.released}`);
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
	expect(exposed.missing.every(({ fixedIn }) => fixedIn!.released <= '2025-09-01')).toBe(true);
	// Fixed on 2025-08-20, in the catalog a day later.
	expect(exposure('14.7.7', '2025-08-20').exploitedMissingCount).toBe(0);
	expect(exposure('14.7.7', '2025-08-21').exploitedMissingCount).toBe(1);
	// Fixed in 14.8 on 2025-09-15 and never in 13: before that day no newer major had it.
	expect(exposure('13.7.8', '2025-09-14').fixedElsewhereCount).toBe(0);
	expect(exposure('13.7.8', '2025-09-15').fixedElsewhereCount).toBe(98);
});

test('a partial list matters only if its release is above the version', () => {
	expect(counts(exposure('15.8.1'))).toMatchObject({ knowledge: 'lower-bound', missingCount: 7 });
	expect(counts(exposure('15.8.2'))).toMatchObject({ knowledge: 'complete', missingCount: 0 });
	expect(counts(exposure('15.7.9', '2026-09-13'))).toMatchObject({ knowledge: 'complete', missingCount: 0 });
	expect(counts(exposure('15.7.9', '2026-09-14'))).toMatchObject({
		knowledge: 'complete',
		missingCount: 152,
	});
	expect(counts(exposure('26.7.1'))).toMatchObject({ knowledge: 'lower-bound', missingCount: 9 });
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
	expect(waiting.missing.map(({ cve, fixedIn, isOffered }) => [cve.id, fixedIn!.version, isOffered])).toEqual(
		[['CVE-2025-43200', '15.3.1', false]],
	);
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
		knowledge: 'unknown',
		missingCount: null,
		exploitedMissingCount: null,
		exposedDays: null,
		fixedElsewhereCount: null,
		fixedElsewhereExploitedCount: null,
		notStatedCount: null,
		notStatedExploitedCount: null,
		safariMissingCount: null,
		safariMissingExploitedCount: null,
		safariUndecidedCount: null,
		safariUndecidedExploitedCount: null,
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
	const few = objectsAfter('2026-08-01', 2);
	// The cache is dropped as a whole when it is full, and has some 10,000 objects before that; 8 days would make 45,000.
	expect(objectsAfter('2026-09-01', 8) - few).toBeLessThan(20_000);
});
