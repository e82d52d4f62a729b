import type { Board, Major, Release, Support, SupportRange } from './catalog.ts';
import type { SupportRow } from './tables/tables.ts';

/** What boards run in a major. Most run the same releases, which are worked out once and shared. */
export function supportOfMajor(major: Major): (board: Board, rows: readonly SupportRow[]) => Support {
	const scoped = major.releases.filter(({ scope }) => scope !== null);
	const shared = new Map<string, Pick<Support, 'releases' | 'first' | 'latest'>>();
	return (board, rows) => {
		let same = scoped.map(({ scope }) => (scope!.has(board.id) ? 'with' : 'without')).join();
		for (const { first, last } of rows) same += ` ${first.canonical}-${last?.canonical}`;
		let run = shared.get(same);
		if (!run) {
			const releases = rows
				.flatMap((row) => releasesInRange(major, row))
				.filter(({ scope }) => scope === null || scope.has(board.id));
			const offered = releases.filter((release) => !release.withdrawn);
			run = { releases, first: offered[0]!, latest: offered.at(-1)! };
			shared.set(same, run);
		}
		return { board, major, ranges: rows.map(rangeOf), ...run };
	};
}

/** The ends of a range are releases of the major, which is in order: what lies between needs no comparing. */
function releasesInRange({ releases, byVersion }: Major, { first, last }: SupportRow): readonly Release[] {
	const from = releases.indexOf(byVersion.get(first.canonical)!);
	const end = last ? releases.indexOf(byVersion.get(last.canonical)!) + 1 : releases.length;
	return releases.slice(from, end);
}

function rangeOf({ first, last, confidence, sources, note }: SupportRow): SupportRange {
	return { first: first.canonical, last: last?.canonical ?? null, confidence, sources, note };
}
