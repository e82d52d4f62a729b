import { describe, expect, test } from 'bun:test';
import { shipped } from '../../../../../test/shipped-data.ts';
import { parseBuild } from '../build-number.ts';
import { isResponse } from '../security-response.ts';

const all = [...shipped.builds.values()];
const builds = all.filter((build) => !isResponse(build));

describe('the shipped builds', () => {
	test('are 844 of AppleDB and 7 of the releases after it', () => {
		expect(builds).toHaveLength(851);
		expect(builds.filter(({ sources }) => sources.includes('appledb'))).toHaveLength(844);
	});

	test('281 are updates that left the version as it is, less one that a list has twice', () => {
		const kinds = Map.groupBy(builds, ({ kind }) => kind);
		expect(Object.fromEntries([...kinds].map(([kind, group]) => [kind, group.length]))).toEqual({
			release: 373,
			factory: 172,
			'security update': 236,
			supplemental: 44,
			server: 26,
		});
	});

	test('have the earlier day if a list has two, and say so', () => {
		expect(shipped.builds.get('18G6032')).toMatchObject({
			released: '2020-09-24',
			note: 'AppleDB lists it a second time, with 2020-10-01',
		});
		expect(shipped.builds.get('21A559')).toMatchObject({
			released: '2021-10-25',
			note: 'AppleDB lists it a second time, with 2021-11-09',
		});
	});

	test('have no day in thirty cases', () => {
		expect(builds.filter(({ released }) => released === null)).toHaveLength(30);
	});

	test('cover every release from 10.0 on except three that are known only from CVE records', () => {
		const without = [...shipped.releases.values()].filter(
			({ major, builds }) => shipped.majors.get(major)!.era !== 'classic' && builds.length === 0,
		);
		expect(without.map(({ version }) => version)).toEqual(['15.8.2', '26.7.2', '27.2']);
	});

	test.each([
		['4K78', '10.0 2001-03-24 release'],
		['19H1217', '10.15.7 2021-05-24 security update Security Update 2021-003'],
		['18G103', '10.14.6 2019-09-26 supplemental Supplemental Update'],
		['10H575', '10.6.5 2010-11-15 server Server'],
		['23H311', '14.7.2 2024-12-11 release'],
		['20B29', '11.0.1 2020-11-12 release'],
		['26A425', '27.0 2026-09-22 factory'],
		['26A434', '27.0.1 2026-09-28 release'],
	])('%s is %s', (build, expected) => {
		const { version, released, kind, name } = shipped.builds.get(build)!;
		expect([version, released, kind, name].join(' ').trim()).toBe(expected);
	});
});

test('the shipped security responses are two Background Security Improvements and three Rapid Security Responses in seven builds', () => {
	const responses = all.filter(isResponse);
	expect(
		responses.map(({ label, build, baseBuild, released, withdrawn, cves, supersededBy }) =>
			[label, build, baseBuild, released, withdrawn ? 'withdrawn' : '', cves.join(' '), supersededBy].join(
				'|',
			),
		),
	).toEqual([
		'13.3.1 (a)|22E772610a|22E261|2023-05-01||CVE-2023-28204 CVE-2023-32373|13.4',
		'13.4.1 (a)|22F770820b|22F82|2023-07-10|withdrawn|CVE-2023-37450|13.5',
		'13.4.1 (a)|22F770830b|22F2083|2023-07-10|withdrawn|CVE-2023-37450|13.5',
		'13.4.1 (c)|22F770820d|22F82|2023-07-12||CVE-2023-37450|13.5',
		'13.4.1 (c)|22F770830e|22F2083|2023-07-12||CVE-2023-37450|13.5',
		'26.3.1 (a)|25D771280a|25D2128|2026-03-17||CVE-2026-20643|26.4',
		'26.3.2 (a)|25D771400a|25D2140|2026-03-17||CVE-2026-20643|26.4',
	]);
	// Train, 77, the base number in three digits, 0, a revision: all responses have this form, which Apple does not document.
	for (const { build, baseBuild } of responses) {
		const base = parseBuild(baseBuild)!;
		expect(build).toStartWith(`${base.train}${base.letter}77${String(base.number % 1000).padStart(3, '0')}0`);
	}
});
