import type { Confidence } from '../../catalog/catalog.ts';
import { type ReleaseRow, type SupportRow, shapes } from '../../catalog/tables/tables.ts';
import { rangeContains } from '../../catalog/version.ts';

/** The releases of one major that one board runs, as far as they were learnt. */
export interface Runs {
	readonly board: string;
	readonly major: SupportRow['major'];
	readonly versions: ReadonlySet<string>;
	readonly sources: readonly string[];
	readonly confidence: Confidence;
}

/** Whether a row's range holds the release, whatever its scope. */
export function covers({ major, first, last }: SupportRow, { version }: ReleaseRow): boolean {
	return version.major === major.canonical && rangeContains(first, last, version);
}

/**
 * The rows to add for a board so that its ranges hold what was learnt, and nothing else. Most ranges are open
 * and hold a new release already; rows are needed for new boards, new majors, and after a closed range.
 */
export function rowsFor(
	{ board, major, versions, sources, confidence }: Runs,
	known: readonly SupportRow[],
	releases: readonly ReleaseRow[],
): SupportRow[] {
	const ofMajor = releases.filter((release) => release.major.canonical === major.canonical);
	const isKnown = (release: ReleaseRow) => known.some((row) => covers(row, release));
	const rows: SupportRow[] = [];
	let open: { first: ReleaseRow; last: ReleaseRow } | null = null;
	const close = (end: boolean) => {
		if (open) {
			const first = open.first.version;
			// A range that reaches the end of the major stays open, like those of the shipped tables.
			const last = end ? null : open.last.version;
			rows.push({ line: 0, board_id: board, major, first, last, confidence, sources, note: '' });
		}
		open = null;
	};
	for (const release of ofMajor) {
		const missing = versions.has(release.version.canonical) && !isKnown(release);
		if (missing) open = { first: open ? (open as { first: ReleaseRow }).first : release, last: release };
		else if (isKnown(release) || madeFor(release, board)) close(false);
	}
	close(true);
	return rows.sort(shapes.primarySupport.order);
}

function madeFor({ scope }: ReleaseRow, board: string): boolean {
	return scope[0] === 'all' || scope.includes(board);
}
