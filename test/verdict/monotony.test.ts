import { expect, test } from 'bun:test';
import { exposureOf } from '@pointrelease/core/src/advice/exposure/exposure.ts';
import { assess } from '@pointrelease/core/src/advice/standing/assess.ts';
import type { Board, Catalog, Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { shuffle } from '../seeded-random.ts';
import { shipped } from '../shipped-data.ts';
import { isFull, sized } from '../size.ts';
import { days, macsOn, policyFor, terms } from './macs.ts';
import { Oracle } from './oracle.ts';
import { isAbove } from './oracle-majors.ts';
import { withRows } from './with-rows.ts';

/** One day for each policy in a usual run, all days in a full run. */
const pairs = Object.keys(terms).flatMap((policy, place) =>
	days
		.filter((_, at) => isFull || at === (place * 2 + 1) % days.length)
		.map((asOf) => [policy, asOf] as const),
);

/** Some boards; all of them in a full run. */
function boardsOn(catalog: Catalog, asOf: string): Board[] {
	const boards = [...new Set(macsOn(asOf, catalog).map(({ board }) => board))];
	return shuffle(boards, Number(asOf.slice(-2))).slice(0, sized(4, boards.length));
}

function meets(catalog: Catalog, board: Board, { version }: Release, policy: string, asOf: string) {
	return assess(catalog, board, { version, build: null }, policyFor(policy, asOf))!.meetsPolicy;
}

/** The faults of the verdicts on one day. */
function faultsOf(catalog: Catalog, policy: string, asOf: string): string[] {
	const oracle = new Oracle(catalog);
	const faults: string[] = [];
	for (const board of boardsOn(catalog, asOf)) {
		for (const { major } of board.support.values()) {
			const offered = oracle.offered(board, major.name, asOf);
			let before: Release | null = null;
			for (const release of major.era === 'modern' ? offered : []) {
				const verdict = meets(catalog, board, release, policy, asOf);
				if (before && verdict === false)
					faults.push(
						`${board.id}: ${before.version} meets ${policy} on ${asOf}, ${release.version} does not`,
					);
				if (verdict) before = release;
			}
		}
		for (const major of oracle.allowed(board, terms[policy]!, asOf)) {
			const latest = oracle.offered(board, major, asOf).at(-1);
			if (latest && meets(catalog, board, latest, policy, asOf) !== true)
				faults.push(`${board.id}: ${latest.version} of an allowed major does not meet ${policy} on ${asOf}`);
		}
	}
	return faults;
}

test.each(pairs)(
	'under %s on %s a newer offered release never turns a pass into a failure, and the latest of an allowed major passes',
	(policy, asOf) => {
		expect(faultsOf(shipped, policy, asOf)).toEqual([]);
	},
);

test('the same holds while a release is pulled, for all Macs or for some, and after it is listed again', () => {
	const catalog = withRows({
		'primary/releases.csv': ['27,27.3,2026-12-01,day,high,,,all,appledb,'],
		'pulled.csv': ['27.2,2026-11-10,,J413AP,appledb,', '27.3,2026-12-02,2026-12-10,all,appledb,'],
	});
	for (const policy of Object.keys(terms))
		for (const asOf of ['2026-12-05', '2026-11-20', '2026-12-31'].slice(0, sized(1, 3)))
			expect(faultsOf(catalog, policy, asOf)).toEqual([]);
});

test.each(pairs)(
	'under %s on %s no Mac passes while a release that is its target fixes something it lacks',
	(policy, asOf) => {
		const cases = shuffle(macsOn(asOf), 3).slice(0, sized(60, 20_000));
		for (const { board, release } of cases) {
			const advice = assess(
				shipped,
				board,
				{ version: release.version, build: null },
				policyFor(policy, asOf),
			)!;
			if (!advice.meetsPolicy || !advice.target || advice.target.major !== release.major) continue;
			const { missing } = exposureOf(
				shipped,
				board.support.get(release.major)!,
				{ version: release.parsed, response: null },
				asOf,
			);
			const fixed = missing.filter(
				({ fixedIn, response }) => response === null && !isAbove(fixedIn!.version, advice.target!.version),
			);
			if (fixed.length > 0) expect([board.id, release.version, fixed[0]!.cve.id]).toEqual([]);
		}
	},
);
