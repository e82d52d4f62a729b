import { describe, expect, test } from 'bun:test';
import { enforcementFiles } from '../../../../../test/enforce/enforcement-files.ts';
import { shipped } from '../../../../../test/shipped-data.ts';
import { sized } from '../../../../../test/size.ts';
import { smallData } from '../../../../../test/small-data.ts';
import { readHistory } from '../../../../../tools/replay/history.ts';
import { listedUntil, supportsOn } from '../../advice/offered.ts';
import { noPolicy, policyOf } from '../../advice/policy/policy.ts';
import { assess } from '../../advice/standing/assess.ts';
import { policyTarget } from '../../advice/standing/policy-target.ts';
import { makeCatalog } from '../../catalog/make-catalog.ts';
import { listNotices } from './declaration.ts';
import { planEnforcement } from './plan.ts';

/** The versions that the update service listed on each day of two years, by identifier in lowercase. */
function listedByDay(): Map<string, Map<string, Set<string>>> {
	const days = new Map<string, Map<string, Set<string>>>();
	for (const event of readHistory()) {
		if (event.feed !== 'apple') continue;
		const day = new Date(event.time).toISOString().slice(0, 10);
		const boards = days.get(day) ?? new Map<string, Set<string>>();
		days.set(day, boards);
		const { PublicAssetSets, AssetSets } = JSON.parse(event.document);
		for (const { ProductVersion, SupportedDevices } of [PublicAssetSets, AssetSets].flatMap(
			(set) => set?.macOS ?? [],
		)) {
			const version = shipped.releases.has(ProductVersion) ? ProductVersion : `${ProductVersion}.0`;
			for (const id of SupportedDevices as string[]) {
				const versions = boards.get(id.toLowerCase()) ?? new Set<string>();
				boards.set(id.toLowerCase(), versions.add(version));
			}
		}
	}
	return days;
}

const history = listedByDay();
/** The crawl on the day of a release may have been before the release. */
const isDayOf = (version: string, day: string) => shipped.releases.get(version)!.released === day;
const listedFor = (day: string, ids: readonly string[]) => {
	const versions = ids.flatMap((id) => [...(history.get(day)!.get(id.toLowerCase()) ?? [])]);
	return versions.length > 0 ? new Set(versions) : null;
};

describe('over all days of the history', () => {
	const everyDay = [...history].filter(([, boards]) => boards.size > 0).map(([day]) => day);
	const every = Math.ceil(everyDay.length / sized(6, everyDay.length));
	const days = everyDay.filter((_, at) => at % every === 0);

	test.each([{ behind: 0 }, { behind: 1, deferDays: 30 }, { behind: 0, deferDays: 90 }])(
		'every target of %j was offered to its boards on that day',
		(terms) => {
			const wrong: string[] = [];
			let checked = 0;
			for (const day of days)
				for (const { target, boards } of planEnforcement(shipped, policyOf(day, terms, 'a policy')).groups)
					for (const { id, identifiers } of boards) {
						const listed = listedFor(day, identifiers);
						if (!listed || isDayOf(target.version, day)) continue;
						checked++;
						if (!listed.has(target.version)) wrong.push(`${day} ${id} ${target.version}`);
					}
			expect(wrong).toEqual([]);
			expect(checked).toBeGreaterThan(50 * days.length);
		},
	);

	test('a release is listed for 90 days after the next one, and no longer', () => {
		const wrong: string[] = [];
		for (const day of days)
			for (const { id, identifiers, support } of shipped.boards.values()) {
				const listed = listedFor(day, identifiers);
				if (!listed || identifiers[0] !== id) continue;
				for (const inMajor of support.values())
					for (const release of inMajor.offered) {
						const { version, released } = release;
						// Older ones were posted again in May 2024; of those released on this day, only some were
						// seen.
						if (released < '2024-07-01' || released >= day || version === '10.15.8') continue;
						const until = listedUntil(inMajor, release, day);
						if (listed.has(version) !== (until === null || day <= until))
							wrong.push(`${day} ${id} ${version} until ${until}`);
					}
			}
		expect(wrong).toEqual([]);
	});
});

test('a release stays listed until the next one comes out', () => {
	const support = shipped.boards.get('J293AP')!.support.get('26')!;
	const until = (day: string) => listedUntil(support, shipped.releases.get('26.7.1')!, day);
	expect([until('2026-10-25'), until('2026-10-26')]).toEqual([null, '2027-01-24']);
});

describe('a release that is only preinstalled on new Macs', () => {
	const advice = (board: string, version: string, asOf: string) =>
		assess(shipped, shipped.boards.get(board)!, { version, build: null }, noPolicy(asOf))!;

	test('runs on the Mac, and is neither its next release nor its latest nor a target', () => {
		const { next, latest, newest, target, isCurrent } = advice('J714cAP', '26.3.1', '2026-03-12');
		expect([next, latest?.version, newest?.version, target?.version, isCurrent]).toEqual([
			null,
			'26.3.1',
			'26.3.1',
			'26.3.1',
			true,
		]);
		// The MacBook Neo was offered it.
		expect(advice('J700AP', '26.3.1', '2026-03-12').next?.version).toBe('26.3.2');
		expect(advice('J713AP', '15.2', '2025-03-20').next?.version).toBe('15.3.2');
	});

	test('a Mac that has it is recognized, and current until a newer release is offered', () => {
		const on = (version: string, asOf: string) => {
			const { versionStanding, standing, next } = advice('J714cAP', version, asOf);
			return [versionStanding, standing, next?.version ?? null];
		};
		expect(on('26.3.2', '2026-03-12')).toEqual(['known', 'current', null]);
		expect(on('26.3.2', '2026-03-25')).toEqual(['known', 'behind', '26.4']);
		// Until a release is offered to it, it has no latest one.
		const { standing, latest, target } = advice('J775cAP', '27.0', '2026-09-23');
		expect([standing, latest, target]).toEqual(['current', null, null]);
	});

	test('no board is asked for such a release', () => {
		const targets = [...shipped.boards.values()].flatMap((board) =>
			['2025-03-20', '2026-03-12', '2026-09-23', '2026-11-16'].flatMap((day) =>
				supportsOn(board, day).flatMap(({ major }) => {
					const policy = policyOf(day, { behind: 1 }, null);
					const { release } = policyTarget(shipped, board, major.name, policy);
					return release ? [{ board, release }] : [];
				}),
			),
		);
		for (const { board, release } of targets)
			expect(board.support.get(release.major)!.offered.includes(release)).toBe(true);
	});
});

test('a target that the update service no longer lists has a warning, because enforcing it has no effect', () => {
	const warnings = (deferDays: number) =>
		listNotices(planEnforcement(shipped, policyOf('2026-11-16', { deferDays, graceDays: 14 }, 'slow')));
	expect(warnings(90)).toEqual([]);
	expect(warnings(150)[0]).toBe(
		"macos-26: Apple's update service has not listed 26.5.1 since 2026-09-27, so enforcing it does nothing. Defer releases by 90 days at most.",
	);
});

test('a group with such a target has no declaration, with the reason; other groups have theirs', () => {
	const slow = policyOf('2026-11-16', { deferDays: 100, graceDays: 14 }, 'slow');
	const [list, ...files] = enforcementFiles(shipped, slow, 'ddm');
	const groups = JSON.parse(list.body).groups as {
		name: string;
		file: string | null;
		no_declaration_because: string | null;
	}[];
	const unlisted = groups.find(({ name }) => name === 'macos-26')!;
	expect([unlisted.file, unlisted.no_declaration_because]).toEqual([
		null,
		"Apple's update service has not listed 26.6.1 since 2026-11-15",
	]);
	expect(files.map(({ name }) => name).filter((name) => name.startsWith('macos-26'))).toEqual([]);
	expect(groups.filter(({ file }) => file !== null).map(({ name }) => name)).toEqual([
		'macos-15',
		'macos-14',
	]);
	const [fleet] = enforcementFiles(shipped, slow, 'fleet');
	expect(fleet.body).toContain(
		"# not enforced, Apple's update service has not listed 26.6.1 since 2026-11-15: macos-26\n",
	);
	expect(fleet.body).not.toContain('./macos-26.json');
});

test.each(['J293AP', 'Mac-E1008331FDC96864'])(
	'the group of %s comes last: its target was pulled and returned',
	(pulled) => {
		// 11.1 of 2020-12-14 was listed again on 2020-12-16.
		const { catalog } = makeCatalog(smallData(['pulled.csv', 'J293AP', pulled]));
		const { groups } = planEnforcement(catalog!, policyOf('2020-12-20', { graceDays: 14 }));
		expect(groups.map(({ boards, deadline }) => [boards[0]!.id === pulled, deadline])).toEqual([
			[false, '2020-12-28'],
			[true, '2020-12-30'],
		]);
	},
);
