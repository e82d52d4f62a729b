import { afterAll, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findStep } from '@pointrelease/core/src/catalog/lookup.ts';
import { makeCatalog } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { printFinding } from '@pointrelease/core/src/catalog/tables/table.ts';
import { readFolder } from '../../src/data/load.ts';
import { findTestFiles, isPure } from '../../tools/test-runner/test-files.ts';
import { Workshop } from '../mutate/workshop.ts';
import { longestTest } from '../patience.ts';
import { isFull } from '../size.ts';
import { addRows } from './add-rows.ts';
import { checkLiving } from './check-living.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** What data/README.md says a maintainer adds, and the rows that it shows. */
const chapters = readFileSync(join(project, 'data/README.md'), 'utf8')
	.split(/^## /m)
	.filter((chapter) => chapter.startsWith('Add '))
	.map((chapter) => ({
		title: chapter.split('\n')[0]!,
		rows: [...chapter.matchAll(/^```csv (\S+)\n([\s\S]*?)^```/gm)].flatMap(([, file, rows]) =>
			rows!
				.trimEnd()
				.split('\n')
				.map((row) => [file!, row] as const),
		),
	}));

const before = readFolder(join(project, 'data'));
const after = chapters.map((_, place) =>
	addRows(
		before,
		chapters.slice(0, place + 1).flatMap(({ rows }) => rows),
	),
);
const added = after.at(-1)!;

describe('a maintainer who does what data/README.md says', () => {
	test('adds a release, a new Mac, a Mac of 1993 and a list of fixes', () => {
		expect(chapters.map(({ title, rows }) => [title, rows.length])).toEqual([
			['Add a release', 3],
			['Add a Mac', 3],
			['Add a 68k or PowerPC Mac', 5],
			['Add a list of fixes', 5],
		]);
		const catalog = makeCatalog(added).catalog!;
		const step = findStep(catalog, 'Mac99,1', '27.99');
		expect(step.kind === 'step' && step.support.latest.version).toBe('27.99');
		expect(catalog.releases.get('27.99')!.builds.map(({ build }) => build)).toEqual(['26Z99']);
		expect([...catalog.boards.get('M0999')!.support.keys()]).toEqual(['7.1', '7.5', '7.6']);
		expect(catalog.security.lists.get('27.99')!.fixes.map(({ cve }) => cve)).toEqual([
			'CVE-2099-1001',
			'CVE-2099-1002',
		]);
		expect(catalog.changed).toBe('2099-01-15T18:00:00Z');
	});

	test.each(chapters.map(({ title }, place) => [title, after[place]!] as const))(
		'"%s" leaves nothing to be found',
		(_, texts) => {
			expect(checkLiving(texts).map(printFinding)).toEqual([]);
		},
	);
});

describe('on a copy of the project with all these rows', () => {
	let shop: Workshop | undefined;
	afterAll(() => shop?.close());
	const copy = () => {
		if (shop) return shop.folder;
		shop = new Workshop(project);
		for (const [file, text] of added) writeFileSync(join(shop.folder, 'data', file), text);
		return shop.folder;
	};
	const quick = findTestFiles(project).filter(isPure);
	const ofData = quick.filter(({ path }) => path.startsWith('data/'));
	const others = quick.filter(({ path }) => !path.startsWith('data/'));
	const quarter = (number: number) => others.filter((_, place) => place % 4 === number);

	test.each([
		['the tests of the data', ofData],
		...(isFull
			? [0, 1, 2, 3].map(
					(number) => [`quarter ${number + 1} of the other quick tests`, quarter(number)] as const,
				)
			: []),
	] as const)('%s pass', async (_, files) => {
		expect(files.length).toBeGreaterThan(1);
		const words = ['test', '--only-failures', '--timeout', String(longestTest)];
		const child = Bun.spawn([process.execPath, ...words, ...files.map(({ path }) => `./${path}`)], {
			cwd: copy(),
			env: { ...process.env, TEST_SIZE: 'quick' },
			stdout: 'pipe',
			stderr: 'pipe',
		});
		const output = `${await child.stdout.text()}${await child.stderr.text()}`;
		const failed = output.match(/^\(fail\) .*$/gm) ?? [];
		expect([failed, await child.exited, /^ *0 fail$/m.test(output)]).toEqual([[], 0, true]);
	});
});

/** What somebody does wrong: a text of one row, and what stands in its place. */
type Mistake = readonly [file: string, from: string, to: string];
/** The row that is named, as it begins in the mistaken table, and what is said of it. */
type Named = readonly [file: string, row: string, reason: string];

const releases = 'primary/releases.csv';
const [boards, builds, changes] = ['boards.csv', 'builds.csv', 'changes.csv'];
const [support, oldSupport] = ['primary/support.csv', 'legacy/support.csv'];
const [lists, fixes, exploited] = ['security/lists.csv', 'security/fixes.csv', 'security/exploited.csv'];
const firstFix = '27.99,CVE-2099-1001,high,apple';
const changeRows = chapters.flatMap(({ rows }) =>
	rows.filter(([file]) => file === changes).map(([, row]) => row),
);
const lastChange = before.get(changes)!.trimEnd().split('\n').at(-1)!.slice(0, '2026-11-19'.length);
const [, versionBefore, dayBefore] = /^27,([\d.]+),([\d-]+),.*\n27,27\.99,/m.exec(added.get(releases)!)!;

describe('a mistake in a row is named with its table, line and reason', () => {
	test.each<[what: string, mistake: Mistake, named: Named]>([
		[
			'a day that does not exist',
			[releases, '27.99,2099-01-12', '27.99,2099-01-32'],
			[
				releases,
				'27,27.99',
				'released: "2099-01-32": expected a day that exists, written YYYY-MM-DD, from 1983 to 2099',
			],
		],
		[
			'a release that is older than the one before it',
			[releases, '27.99,2099-01-12', '27.99,2025-01-12'],
			[
				releases,
				'27,27.99',
				`released: "2025-01-12": expected a day not before ${dayBefore}, when ${versionBefore} came out`,
			],
		],
		[
			'a source that nobody knows',
			[releases, '2099-01-12,day,high,,,all,gdmf,', '2099-01-12,day,high,,,all,gmdf,'],
			[
				releases,
				'27,27.99',
				'sources: "gmdf": expected sources of sources.csv, each with or without a detail after a colon',
			],
		],
		[
			'a row without its last cell',
			[builds, '26Z99,27.99,2099-01-12,release,,all,gdmf,', '26Z99,27.99,2099-01-12,release,,all,gdmf'],
			[
				builds,
				'26Z99',
				'build: "26Z99": expected 8 cells (build, version, released, kind, name, boards, sources, note), found 7',
			],
		],
		[
			'a build of another major version',
			[builds, '26Z99,', '25Z99,'],
			[builds, '25Z99', 'build: "25Z99": expected a build that begins with 26, as others of 27'],
		],
		[
			'no line in changes.csv',
			[changes, `${changeRows.join('\n')}\n`, ''],
			[
				releases,
				'27,27.99',
				`released: "2099-01-12": expected a day not after ${lastChange}, the last one of changes.csv`,
			],
		],
		[
			'the kind of another board',
			[boards, 'J999AP,apple-silicon', 'J999AP,intel'],
			[boards, 'J999AP', 'kind: "intel": expected apple-silicon or t2, by the shape of J999AP'],
		],
		[
			'a Mac without a model identifier',
			[boards, '"Mac99,1"', ''],
			[
				boards,
				'J999AP',
				'model_identifier: "": expected something: every board of kind apple-silicon has it',
			],
		],
		[
			'a Mac that runs nothing',
			[support, 'J999AP,27,27.99,,high,gdmf,sold with 27.99\n', ''],
			[boards, 'J999AP', 'board_id: "J999AP": expected a board that the support tables give a release'],
		],
		[
			'a range that begins with no release',
			[support, 'J999AP,27,27.99', 'J999AP,27,27.98'],
			[support, 'J999AP', 'first: "27.98": expected a release of primary/releases.csv'],
		],
		[
			'a closed range of the newest major version',
			[support, 'J999AP,27,27.99,', 'J999AP,27,27.99,27.99'],
			[support, 'J999AP', 'last: "27.99": expected nothing: 27 gets more releases'],
		],
		[
			'a row in the wrong place',
			[fixes, firstFix, `27.99,CVE-2099-1003,high,apple\n${firstFix}`],
			[
				fixes,
				firstFix,
				'cve: "CVE-2099-1001": expected rows sorted by version, then cve; line BEFORE comes after this one',
			],
		],
		[
			'an old Mac of the wrong decade',
			[boards, '1993-05-03', '2003-05-03'],
			[
				boards,
				'M0999',
				'introduced: "2003-05-03": expected a day about 1992-10-19, when 7.1 came out, the first release that it runs',
			],
		],
		[
			'a range that ends before it begins',
			[oldSupport, 'M0999,7.5,7.5,7.5.5', 'M0999,7.5,7.5.5,7.5'],
			[oldSupport, 'M0999,7.5', 'last: "7.5": expected a release not before first, 7.5.5'],
		],
		[
			'a list that is there and said to be unknown',
			[lists, '27.99,listed', '27.99,unknown'],
			[
				lists,
				'27.99',
				'state: "unknown": expected listed or partial: security/fixes.csv has entries of 27.99',
			],
		],
		[
			'a CVE of a release without a list',
			[fixes, '27.99,CVE-2099-1002', '27.98,CVE-2099-1002'],
			[fixes, '27.98,CVE-2099-1002', 'version: "27.98": expected a release of security/lists.csv'],
		],
		[
			'an exploited CVE that nothing fixes',
			[exploited, 'CVE-2099-1002', 'CVE-2099-1020'],
			[
				exploited,
				'CVE-2099-1020',
				'cve: "CVE-2099-1020": expected a CVE of security/fixes.csv, security/responses.csv or security/safari-fixes.csv',
			],
		],
	])('%s', (_, [file, from, to], [named, row, reason]) => {
		const text = added.get(file)!;
		expect([from, text.split(from).length]).toEqual([from, 2]);
		const texts = new Map(added).set(
			file,
			text.replace(from, () => to),
		);
		const line =
			texts
				.get(named)!
				.split('\n')
				.findIndex((line) => line.startsWith(row)) + 1;
		expect(checkLiving(texts).map(printFinding)).toContain(
			`${named}:${line}: ${reason.replace('BEFORE', String(line - 1))}`,
		);
	});
});
