import { expect, test } from 'bun:test';
import { shipped } from '../../../../../test/shipped-data.ts';

const list = (version: string) => shipped.security.lists.get(version)!;
const cvesOf = (version: string) => list(version).fixes.map(({ cve }) => cve);

test.each([
	['14.8.7', 'listed', 44],
	['14.8.8', 'listed', 137],
	['15.7.7', 'listed', 46],
	['15.7.8', 'listed', 148],
	['15.8', 'listed', 154],
	['15.8.2', 'partial', 7],
	['26.5', 'listed', 87],
	['26.6', 'listed', 170],
	['26.6.2', 'listed', 34],
	['26.7', 'listed', 153],
	['26.7.2', 'partial', 9],
	['27.0', 'partial', 212],
	['27.2', 'partial', 9],
] as const)('the list of %s is %s and has %i CVEs', (version, state, count) => {
	expect([list(version).state, cvesOf(version).length]).toEqual([state, count]);
});

test('records and lists that were read late are in the lists of all their releases', () => {
	const releasesOf = (cve: string) => shipped.security.cves.get(cve)!.fixedIn.map(({ version }) => version);
	expect(releasesOf('CVE-2026-64714')).toEqual(['14.8.8', '15.7.8', '27.0']);
	expect(releasesOf('CVE-2026-65360')).toEqual(['15.8', '26.7', '27.0']);
	expect(releasesOf('CVE-2026-84539')).toEqual(['26.7.2', '27.0']);
	expect(releasesOf('CVE-2026-112478')).toEqual(['26.7.2', '27.2']);
	expect(releasesOf('CVE-2026-112497')).toEqual(['15.8.2', '26.7.2', '27.2']);
	expect(releasesOf('CVE-2026-113897')).toEqual(['27.2']);
});

test('a CVE that only a public list shows for 15.7.7 is not among its fixes, and a feed that says so is not believed', () => {
	expect(cvesOf('15.7.7')).not.toContain('CVE-2026-64732');
	expect(shipped.security.slips.get('15.7.7')).toEqual(new Set(['CVE-2026-64732']));
});

test("every CVE of Apple in CISA's catalog is either fixed by a release from 11 on, or has its row", () => {
	const { elsewhere } = shipped.security;
	expect(elsewhere.size).toBe(28);
	const of = (id: string) => {
		const { systems, fixedBefore11, exploitation } = elsewhere.get(id)!;
		return [systems.join(' '), fixedBefore11.join('; '), exploitation!.kevAdded, exploitation!.kevDue];
	};
	expect(of('CVE-2015-1130')).toEqual(['macOS', '10.10.3', '2022-02-10', '2022-08-10']);
	expect(of('CVE-2016-4657')).toEqual(['macOS', 'Safari 9.1.3', '2022-05-24', '2022-06-14']);
	expect(of('CVE-2025-24200')).toEqual(['iOS iPadOS', '', '2025-02-12', '2025-03-05']);
	expect([...elsewhere.values()].filter(({ systems }) => systems.includes('macOS'))).toHaveLength(14);
});
