import { catalogOf } from '../src/catalog/build.ts';
import type { Shipped } from '../src/catalog/load.ts';
import { printFinding } from '../src/catalog/table.ts';
import type { ReleaseRow, SupportRow, Tables } from '../src/catalog/tables.ts';
import { rangeContains } from '../src/catalog/version.ts';

/**
 * The data set as it would have been shipped on a day: the tables without everything that came later. Derived, so
 * that whatever is corrected in the tables is corrected here too.
 */
export function dataAsOf(tables: Tables, day: string): Shipped {
	const cut = { ...tables };
	cut.primaryReleases = tables.primaryReleases.filter(({ released }) => released <= day);
	cut.primarySupport = tables.primarySupport.flatMap((row) => supportAsOf(row, cut.primaryReleases));
	const supported = new Set([...cut.primarySupport, ...cut.legacySupport].map((row) => row.board_id));
	cut.boards = tables.boards
		.filter((row) => supported.has(row.board_id))
		.map((row) => ({ ...row, update_id: supported.has(row.update_id) ? row.update_id : '' }));
	cut.aliases = tables.aliases.filter((row) => supported.has(row.board_id));
	const majors = new Set([...cut.primaryReleases, ...cut.legacyReleases].map(({ major }) => major.canonical));
	cut.canonical = tables.canonical.filter(({ major }) => majors.has(major.canonical));
	cut.changes = [{ line: 0, changed: `${day}T00:00:00Z`, what: `The data set of ${day}` }];
	const built = catalogOf(cut);
	if (built.catalog) return built;
	throw new Error(
		`the data set of ${day} is not sound: ${built.findings.slice(0, 3).map(printFinding).join('; ')}`,
	);
}

/** The range as far as it went by then: open where its end was still to come. */
function supportAsOf(row: SupportRow, releases: readonly ReleaseRow[]): SupportRow[] {
	const inRange = releases.filter(
		({ version, scope }) =>
			version.major === row.major.canonical &&
			rangeContains(row.first, row.last, version) &&
			(scope[0] === 'all' || scope.includes(row.board_id)),
	);
	const [first] = inRange;
	if (!first) return [];
	const ended = row.last !== null && inRange.some(({ version }) => version.canonical === row.last!.canonical);
	return [{ ...row, first: first.version, last: ended ? row.last : null }];
}
