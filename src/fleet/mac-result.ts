import { macLifecycle } from '../advice/lifecycle/mac-lifecycle.ts';
import type { Policy } from '../advice/policy/policy.ts';
import { assess } from '../advice/standing/assess.ts';
import type { Board, Catalog } from '../catalog/catalog.ts';
import { type BoardMatch, type FoundBy, findBoards, matchBoards } from '../names/find-boards.ts';
import { type ReadVersion, readVersion } from '../names/read-version.ts';
import { isMac, type PlatformCells } from './inventory/platform.ts';

/** What an inventory says about machine and system, as it is meant; empty where it says nothing. */
export interface MachineCells extends PlatformCells {
	readonly board: string;
	readonly build: string;
	readonly supplement: string;
}

/** Why a Mac has no standing: nobody knows it, several Macs answer to the name, or the row cannot be read. */
export type ProblemKind = 'unknown' | 'ambiguous' | 'unreadable';

/** What holds for every Mac with the same cells, under the names it is printed with. */
export interface MacResult {
	readonly model: string | null;
	readonly model_name: string | null;
	/** All that the Mac may be. */
	readonly board_ids: readonly string[];
	readonly found_by: FoundBy | null;
	readonly version: string | null;
	readonly build: string | null;
	readonly major: string | null;
	readonly standing: 'current' | 'behind' | 'ended' | null;
	readonly target_version: string | null;
	readonly deadline: string | null;
	readonly days_overdue: number | null;
	/** The oldest deadline that the Mac missed. */
	readonly overdue_since: string | null;
	readonly meets_policy: boolean | null;
	readonly blocked_by: 'hardware' | null;
	readonly releases_behind: number | null;
	/** How long the next release of its major has been out. */
	readonly days_behind: number | null;
	readonly missing_count: number | null;
	readonly exploited_missing_count: number | null;
	readonly last_major: string | null;
	readonly ended_on: string | null;
	readonly estimated_end: string | null;
	readonly problem_kind: ProblemKind | null;
	readonly problem: string | null;
}

const nothing: MacResult = {
	model: null,
	model_name: null,
	board_ids: [],
	found_by: null,
	version: null,
	build: null,
	major: null,
	standing: null,
	target_version: null,
	deadline: null,
	days_overdue: null,
	overdue_since: null,
	meets_policy: null,
	blocked_by: null,
	releases_behind: null,
	days_behind: null,
	missing_count: null,
	exploited_missing_count: null,
	last_major: null,
	ended_on: null,
	estimated_end: null,
	problem_kind: null,
	problem: null,
};

/** The answer for a row that could not be taken apart. */
export function unreadableRow(problem: string): MacResult {
	return { ...nothing, problem_kind: 'unreadable', problem };
}

/** Where the Mac of the cells stands; null for what is no Mac. An unknown model comes with close ones if `guesses`. */
export function answerFor(
	catalog: Catalog,
	policy: Policy,
	cells: MachineCells,
	guesses: boolean,
): MacResult | null {
	const isOne = isMac(cells);
	if (isOne === false) return null;
	const model = cells.model || cells.model_name || cells.board || null;
	const found = findMachine(catalog, cells, guesses);
	const read = readInstalled(catalog, cells);
	const said = { ...nothing, model, version: read?.version ?? null, build: read?.build ?? null };
	if (model === null) return { ...said, problem_kind: 'unreadable', problem: 'the row names no model' };
	if (found.kind !== 'boards') return { ...said, problem_kind: 'unknown', problem: whyUnknown(found, model) };
	const { boards, foundBy } = found;
	const known = {
		...said,
		model_name: nameOf(boards),
		board_ids: boards.map(({ id }) => id),
		found_by: foundBy,
	};
	const version = read?.version ?? null;
	if (version === null) {
		const problem = whyUnreadable(cells, read);
		return { ...known, ...agreedEnd(catalog, policy, boards), problem_kind: 'unreadable', problem };
	}
	const answers = boards.map((board) => answerBoard(catalog, policy, board, version, known));
	const [first] = answers as [MacResult];
	if (answers.every((answer) => isSame(answer, first))) return first;
	return {
		...known,
		major: first.major,
		...agreedEnd(catalog, policy, boards),
		problem_kind: 'ambiguous',
		problem: `${boards.length} Macs answer to ${JSON.stringify(model)} and stand differently: ${listOf(known.board_ids)}`,
	};
}

function answerBoard(
	catalog: Catalog,
	policy: Policy,
	board: Board,
	version: string,
	known: MacResult,
): MacResult {
	const found = assess(catalog, board, { version, build: known.build }, policy);
	const end = endOf(catalog, policy, board);
	if (!found) return { ...known, ...end, problem_kind: 'unreadable', problem: `${version} is no version` };
	return {
		...known,
		version: found.version,
		major: found.major,
		standing: found.standing,
		target_version: found.target?.version ?? null,
		deadline: found.deadline,
		days_overdue: found.daysOverdue,
		overdue_since: found.overdueSince,
		meets_policy: found.meetsPolicy,
		blocked_by: found.blockedBy,
		releases_behind: found.releasesBehind,
		days_behind: found.daysBehind,
		missing_count: found.exposure?.missingCount ?? null,
		exploited_missing_count: found.exposure?.exploitedMissingCount ?? null,
		...end,
		problem_kind: found.standing === null ? 'unknown' : null,
		problem: found.standing === null ? `this Mac runs no release of ${found.major}` : null,
	};
}

function endOf(catalog: Catalog, { asOf }: Policy, board: Board) {
	const { lastMajor, endedOn, estimatedEnd } = macLifecycle(catalog, board, asOf);
	return { last_major: lastMajor, ended_on: endedOn, estimated_end: estimatedEnd };
}

/** When the Mac ends, where all that it may be end together. */
function agreedEnd(catalog: Catalog, policy: Policy, boards: readonly Board[]) {
	const ends = boards.map((board) => endOf(catalog, policy, board));
	const [first] = ends as [ReturnType<typeof endOf>];
	return ends.every((end) => JSON.stringify(end) === JSON.stringify(first)) ? first : {};
}

/** Whether two answers say the same, whichever board they are of. */
function isSame(a: MacResult, b: MacResult): boolean {
	return (Object.keys(a) as (keyof MacResult)[]).every((member) => a[member] === b[member]);
}

/** The board of the update service is surest, then the identifier, then the name; where several fit, all must. */
function findMachine(
	catalog: Catalog,
	{ board, model, model_name }: MachineCells,
	guesses: boolean,
): BoardMatch {
	const texts = [board, model, model_name].filter((text) => text !== '');
	const matches = texts.flatMap((text) => matchBoards(catalog, text) ?? []);
	const found = matches.filter((match) => match.kind === 'boards');
	const [first, ...others] = found;
	if (!first) {
		const asked = texts[0] ?? '';
		const none: BoardMatch = { kind: 'unknown-board', asked, close: [], excluded: null };
		return matches[0] ?? (guesses && asked !== '' ? findBoards(catalog, asked) : none);
	}
	let { boards } = first;
	for (const other of others) {
		const both = boards.flatMap((one) => {
			const same = other.boards.find(({ id }) => id === one.id);
			// A number that several machines share, beside the name of one of them, means that one.
			return same ? [same.machines.length < one.machines.length ? same : one] : [];
		});
		if (both.length > 0) boards = both;
	}
	return { ...first, boards };
}

/** The version from its own column, else from the words of the system, else from the build alone. */
function readInstalled(
	catalog: Catalog,
	{ version, os, build, supplement }: MachineCells,
): ReadVersion | null {
	const letter = /^\(?([a-z])\)?$/.exec(supplement)?.[1];
	const builtAs = build === '' ? null : readVersion(catalog, build);
	for (const text of [version, os]) {
		const read = text === '' ? null : readVersion(catalog, letter ? `${text} (${letter})` : text);
		if (read?.version) return { ...read, build: read.build ?? builtAs?.build ?? null };
	}
	return builtAs;
}

function whyUnreadable({ version, os, build }: MachineCells, read: ReadVersion | null): string {
	if (read?.build) return `the build ${read.build} is not known`;
	const said = version || os || build;
	return said === '' ? 'the row names no version' : `${JSON.stringify(said)} is no version of a Mac`;
}

function whyUnknown(found: Exclude<BoardMatch, { kind: 'boards' }>, model: string): string {
	if (found.kind === 'numberless')
		return `the ${found.machine.name} is known, but the number on its case is not`;
	if (found.excluded) return `${JSON.stringify(model)} is left out: ${found.excluded}`;
	const close = found.close.length > 0 ? `; close to it: ${listOf(found.close)}` : '';
	return `no Mac is known as ${JSON.stringify(model)}${close}`;
}

function listOf(names: readonly string[]): string {
	return names.length > 8 ? `${names.slice(0, 8).join(', ')} and ${names.length - 8} more` : names.join(', ');
}

/** What the Mac is called, where all that it may be are called the same. */
function nameOf(boards: readonly Board[]): string | null {
	const names = new Set(boards.map(({ machines }) => machines[0]?.name ?? ''));
	const [name] = names;
	return names.size === 1 && name ? name : null;
}
