import { describe, expect, test } from 'bun:test';
import { shipped } from '../../../../test/shipped-data.ts';
import { compareBuilds } from '../catalog/build-number.ts';
import { boardsOfBuild, findBuild, isMadeFor, isUpdate, lastPatched, laterUpdates } from './builds.ts';
import { installedOf } from './installed.ts';

const builds = [...shipped.builds.values()].filter(({ kind }) => kind !== 'server');

test.each([
	['24B84', true, '24B83', '24B91'],
	['25d99', true, '25C2058', '25D125'],
	// Responses have numbers above all builds of their train: they do not count as neighbors.
	['25D771300a', true, '25D2150', '25E246'],
	['1A1', true, null, '4K78'],
	['zz', false, null, null],
] as const)(
	'%s is not a known build; written as one: %p, between %p and %p',
	(text, shaped, before, after) => {
		const build = findBuild(shipped, text);
		if (build.kind === 'found') throw new Error(`${text} is a build`);
		expect([build.shaped, build.before?.build ?? null, build.after?.build ?? null]).toEqual([
			shaped,
			before,
			after,
		]);
		expect(build.server).toBeNull();
	},
);

test('a build is found in any letter case; a build of the server edition is not found, but named as such', () => {
	const numberOf = (text: string) => {
		const build = findBuild(shipped, text);
		return build.kind === 'found' ? build.build.build : build.server?.build;
	};
	expect([' 24b83 ', '6C115A', '11a511S'].map(numberOf)).toEqual(['24B83', '6C115a', '11A511s']);
	const server = [...shipped.builds.values()].find(({ kind }) => kind === 'server')!;
	expect(findBuild(shipped, server.build)).toMatchObject({ kind: 'unknown-build', server });
});

/** `17G2208 17G2307`: the updates of the version after a build, for one board if it is given. */
function after(build: string, board?: string): string {
	const updates = laterUpdates(
		shipped,
		shipped.builds.get(build)!,
		board ? shipped.boards.get(board)! : null,
	);
	return updates.map((update) => update.build).join(' ');
}

describe('the updates after a build', () => {
	test('19H1217 is followed by ten', () => {
		expect(after('19H1217')).toBe(
			'19H1323 19H1417 19H1419 19H1519 19H1615 19H1713 19H1715 19H1824 19H1922 19H2026',
		);
	});

	test('the last update of a version is followed by none', () => {
		expect(after('19H2026')).toBe('');
	});

	test('the first build of a release that was patched for two years is followed by all its updates', () => {
		const updates = laterUpdates(shipped, shipped.builds.get('18G84')!);
		expect(updates).toHaveLength(17);
		expect(updates.at(-1)).toMatchObject({ build: '18G9323', released: '2021-07-21' });
	});

	test('a PowerPC build of 10.4.11 is followed by those for PowerPC, an Intel build by those for Intel', () => {
		expect(after('8S504')).toBe('8S512 8S525');
		expect(after('8S2504')).toBe('8S2512 8S2525');
	});

	test('an update for some Macs follows the builds that these Macs came with, and no others', () => {
		expect(after('17G2112')).toStartWith('17G2208 17G2307 17G3025 17G4015');
		expect(after('17G66')).toStartWith('17G3025 17G4015');
	});

	test('the number decides if a list has a day of 2013 for an update of 2012', () => {
		expect(shipped.builds.get('10K1082')).toMatchObject({ name: 'Security Update 2012-004' });
		expect(after('10K1103')).not.toContain('10K1082');
		expect(after('10K549')).toContain('10K1082');
	});

	test('between two lines of builds the day decides', () => {
		expect(after('5W14')).toBe('5V107');
		expect(after('5V107')).toBe('');
	});

	test('are in the order of their days, also if a corrected day left the builds of the release in another order', () => {
		const release = shipped.releases.get('10.15.7')!;
		const reversed = { ...release, builds: release.builds.toReversed() };
		const catalog = { ...shipped, releases: new Map([['10.15.7', reversed]]) };
		const build = shipped.builds.get('19H1217')!;
		expect(laterUpdates(catalog, build)).toEqual(laterUpdates(shipped, build));
	});

	test('with a board only its updates count', () => {
		expect(after('8S2167', 'Mac-F4208AC8')).toBe(after('8S2167'));
		expect(after('8S2504', 'Mac-F4208AC8')).toBe('8S2512 8S2525');
	});

	test('are of the same version, in order, once each, and no build follows itself in a circle', () => {
		for (const build of builds) {
			const updates = laterUpdates(shipped, build);
			expect(new Set(updates).size).toBe(updates.length);
			for (const [index, update] of updates.entries()) {
				expect(update.version).toBe(build.version);
				expect(isUpdate(update)).toBe(true);
				expect((updates[index - 1]?.released ?? '') <= update.released!).toBe(true);
				expect(laterUpdates(shipped, update)).not.toContain(build);
			}
		}
	});
});

describe('the day a release was last patched', () => {
	test.each([
		['10.14.6', '2021-07-21'],
		['10.15.7', '2022-07-20'],
		['10.6.8', '2016-01-27'],
		// Its only build is called a security update: nothing came after it.
		['10.15.8', null],
		['14.7.2', null],
		['9.2.2', null],
	])('of %s is %p', (version, day) => {
		expect(lastPatched(shipped.releases.get(version)!)).toBe(day);
	});

	test('is not the day of the release, which stays as it is', () => {
		expect(shipped.releases.get('10.14.6')?.released).toBe('2019-07-22');
	});

	test('for a board counts only updates for that board', () => {
		const release = shipped.releases.get('10.13.3')!;
		expect(lastPatched(release)).toBe('2018-03-01');
		expect(lastPatched(release, shipped.boards.get('Mac-F221BEC8')!)).toBe('2018-02-19');
	});
});

describe('the boards of a build', () => {
	const boardsOf = (build: string) =>
		boardsOfBuild(shipped, shipped.builds.get(build)!)?.map(({ id }) => id) ?? null;

	test('are the boards that came with it from the factory', () => {
		expect(boardsOf('20A2411')).toEqual(['J274AP', 'J293AP', 'J313AP']);
		expect(boardsOf('25D2150')).toHaveLength(7);
		expect(boardsOf('21D2048')).toEqual(['J375cAP', 'J375dAP']);
		// The table names only the second identifier of this T2 Mac.
		expect(boardsOf('18A2063')).toEqual(['J174AP', 'Mac-7BA5B2DFE22DDD8C']);
	});

	test('are all boards of the release if it is the only build', () => {
		expect(boardsOf('23H311')).toContain('J293AP');
		expect(boardsOf('23H311')).toHaveLength(
			shipped.majors
				.get('14')!
				.boards.filter((board) => board.support.get('14')!.releases.includes(shipped.releases.get('14.7.2')!))
				.length,
		);
	});

	test('are of one kind if the release has a build for each of two kinds', () => {
		const kinds = boardsOf('8S165')!.map((id) => shipped.boards.get(id)!.kind);
		expect(new Set(kinds)).toEqual(new Set(['model-number']));
		expect(boardsOf('8S2167')).toContain('Mac-F4208AC8');
	});

	test('are not known if the release has builds without a list of boards', () => {
		expect(boardsOf('18F2058')).toBeNull();
		expect(boardsOf('18F132')).toBeNull();
	});

	test('all run its release', () => {
		for (const { build, scope } of builds) {
			const ids = boardsOf(build) ?? [];
			for (const id of ids) expect(isMadeFor(shipped.builds.get(build)!, shipped.boards.get(id)!)).toBe(true);
			if (typeof scope !== 'string') expect([...scope].filter((id) => !ids.includes(id))).toEqual([]);
		}
	});
});

test('builds are ordered by number, not by text', () => {
	expect(['19H1030', '19H512', '18G9323', '19A583', '9A3115A'].toSorted(compareBuilds)).toEqual([
		'9A3115A',
		'18G9323',
		'19A583',
		'19H512',
		'19H1030',
	]);
	// A text that is not a build has no number.
	expect([compareBuilds('19H512', '10.15'), compareBuilds('10.15', '19H512')]).toEqual([1, -1]);
});

describe('version and build', () => {
	test.each([
		['27.2', '24G999', 'Builds that begin with 24 are of macOS 15.'],
		['26.7.1', '26B5101f', 'Builds that begin with 26 are of macOS 27.'],
		['27.2', '24G6001k', 'Builds that begin with 24 are of macOS 15.'],
		['99.9', '24G999', 'Builds that begin with 24 are of macOS 15.'],
		['14.1', '4K99', 'Builds that begin with 4 are of macOS 10.0.'],
	])('version %s and the unknown build %s contradict each other', (version, build, why) => {
		expect(installedOf(shipped, { version, build })).toEqual({
			version,
			build,
			supplement: null,
			hasNoResponse: false,
			isUnsure: true,
			doubt: `Version ${version} and build ${build} contradict each other. ${why}`,
		});
	});

	test.each([
		['27.2', '26Z999'],
		['27.2', null],
		['27.2', '99A1'],
		['27.2', 'build'],
		['10.0', '4Z1'],
	])('version %s and build %s do not contradict each other', (version, build) => {
		expect(installedOf(shipped, { version, build })).toMatchObject({ version, doubt: null, isUnsure: false });
	});

	test('a release never contradicts a later build of its major, and always contradicts builds of other majors', () => {
		const trains = Map.groupBy(builds, ({ build }) => Number.parseInt(build, 10));
		const versions = [...shipped.releases.values()].filter(({ builds }) => builds.length > 0);
		for (const { version, major } of versions)
			for (const [train, [first]] of trains) {
				const isOwn = shipped.releases.get(first!.version)!.major === major;
				const { doubt } = installedOf(shipped, { version, build: `${train}Z9999` })!;
				expect([version, train, doubt === null]).toEqual([version, train, isOwn]);
			}
	});
});
