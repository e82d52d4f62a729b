import { expect, test } from 'bun:test';
import { shipped as catalog } from '../../../../../test/shipped-data.ts';
import { majorList, newestMacs, recentChanges } from './majors.ts';

test('the changes of 31 days come newest first: releases, exploited CVEs, ends of support, new Macs', () => {
	const lines = recentChanges(catalog, '2026-10-01').map(
		({ day, kind, version, major, board_id: board, cve_id: cve }) =>
			`${day} ${kind} ${version ?? cve ?? board ?? major}`,
	);
	expect(lines).toContain('2026-09-29 exploited CVE-2026-86950');
	expect(lines).toContain('2026-09-22 mac J873gAP');
	expect(lines.indexOf('2026-09-14 release 27.0')).toBeLessThan(lines.indexOf('2026-09-14 end 14'));
	const days = lines.map((line) => line.slice(0, 10));
	expect(days).toEqual(days.toSorted().reverse());
	expect(lines.every((line) => line >= '2026-08-31' && line < '2026-10-02')).toBe(true);
});

test('an update that does not change the version is a separate change', () => {
	const updates = recentChanges(catalog, '2021-08-01').filter(({ kind }) => kind === 'update');
	expect(updates.map(({ version, name }) => `${version} ${name}`)).toContain(
		'10.14.6 Security Update 2021-005',
	);
});

test('the newest Macs depend on the day', () => {
	expect(newestMacs(catalog, '2020-12-01').map(({ board_id: board }) => board)).toEqual(
		expect.arrayContaining(['J274AP', 'J293AP', 'J313AP']),
	);
	expect(newestMacs(catalog, '2026-11-16')).toHaveLength(8);
});

test('a major says what its latest release fixes, and which releases came after its end of support', () => {
	const { majors } = majorList(catalog, '2026-11-16');
	const of = (name: string) => majors.find(({ major }) => major === name)!;
	expect(of('27')).toMatchObject({
		latest_cve_count: 9,
		latest_exploited_count: 0,
		latest_security_article: 'https://support.apple.com/149521',
		exploited_closed: 1,
		late_releases: [],
	});
	expect(of('11').late_releases).toEqual([{ version: '11.7.11', released: '2026-02-02' }]);
	expect(of('8.1')).toMatchObject({ latest_cve_count: null, exploited_closed: null, late_releases: [] });
});
