import type { Board, BoardKind, Catalog, Major } from '@pointrelease/core/src/catalog/catalog.ts';
import { fold, isOther, kindsOfShape } from '@pointrelease/core/src/catalog/identifier.ts';
import type { Version } from '@pointrelease/core/src/catalog/version.ts';
import type { Fact } from '../facts/fact.ts';
import { type Feed, isSettled, type Remembered } from '../observation.ts';
import { type Item, quarantined } from '../quarantine/quarantine.ts';
import { type Evidence, type Lessons, noLessons, type State } from './evidence.ts';

/** What an identifier in a feed's device list stands for. */
type Listed =
	| { readonly kind: 'known'; readonly board: Board; readonly twins: readonly Board[] }
	| { readonly kind: 'new'; readonly id: string; readonly boardKind: BoardKind }
	/** Left out on purpose, or internal to the vendor. */
	| { readonly kind: 'ignored' }
	/** It does not look like a board: a person has to decide. */
	| { readonly kind: 'shapeless'; readonly id: string };

/** Placeholders in Apple's list (`X86LEGACYAP`, `X589AMLUAP`): an identifier that begins with X is never a machine. */
const internal = /^X/i;
const longestIdentifier = 40;

/** Finds the board in any letter case: the vendor's list and the Mac itself spell some boards differently. */
export function identify(catalog: Catalog, id: string): Listed {
	const exact = catalog.boards.get(id);
	const board = exact ?? catalog.names.get(fold(id))?.find((named) => fold(named.id) === fold(id));
	if (board) {
		// What is learned about one identifier of a T2 Mac holds for all its identifiers.
		const twinIds = board.identifiers.filter((other) => other !== board.id);
		const twins = twinIds.map((twinId) => catalog.boards.get(twinId)!);
		return { kind: 'known', board, twins };
	}
	if (internal.test(id) || catalog.excluded.has(fold(id))) return { kind: 'ignored' };
	// Feeds do not list model numbers, and other things look like them.
	const [boardKind] = kindsOfShape(id).filter((kind) => kind !== 'model-number');
	if (!boardKind) return { kind: 'shapeless', id: id.slice(0, longestIdentifier) };
	// The T2 Macs are all known: a new identifier of their shape is one of Apple silicon.
	return { kind: 'new', id, boardKind };
}

/** The known boards in a list, with all identifiers of a T2 Mac if it has one of them. */
export function boardsMeant(catalog: Catalog, ids: Iterable<string>): Set<Board> {
	const named = [...ids].map((id) => identify(catalog, id)).filter((listed) => listed.kind === 'known');
	return new Set(named.flatMap(({ board, twins }) => [board, ...twins]));
}

/** The IDs of those boards. */
export function idsMeant(catalog: Catalog, ids: Iterable<string>): Set<string> {
	return new Set([...boardsMeant(catalog, ids)].map(({ id }) => id));
}

/**
 * The boards that the vendor dropped from a list and lists again, but not yet for long enough to believe it: if two of its servers differ,
 * the release would come and go for these boards.
 */
export function returning(catalog: Catalog, remembered: Remembered | undefined): Set<string> {
	const unsettled = Object.entries(remembered?.back ?? {}).filter(([, span]) => !isSettled(span));
	return idsMeant(
		catalog,
		unsettled.map(([id]) => id),
	);
}

/** The share of the boards of a release that its list may lose at once. */
const fewLost = 0.1;

/**
 * Whether the list of a release is more likely cut than changed, by how many of its boards it lost at once. Then none of them counts as pulled,
 * or is taken back, before it is missing for a day, or a person says so.
 */
export function isCut(lost: number, present: number): boolean {
	return present > 0 && lost > fewLost * (present + lost);
}

/** Whether any board of the kind runs the major: a new Intel Mac in a major without Intel Macs is a mistake. */
export function kindRuns(catalog: Catalog, kind: BoardKind, major: string): boolean {
	return catalog.majors.get(major)?.boards.some((board) => board.kind === kind) ?? false;
}

/** Items for identifiers of unknown form. A person may accept one that can be looked up. */
function ofUnknownForm(
	ids: ReadonlySet<string>,
	{ version, feed, state }: { version: string; feed: Feed; state: State },
): Item[] {
	const hold = (subject: string, detail: string, facts: readonly Fact[]) =>
		quarantined('unknown-identifier', { feed, subject, detail: `${feed} lists ${detail}`, facts });
	const items = [...ids].slice(0, mostShown).map((id) => {
		const facts = [
			state({ kind: 'board', subject: id, value: 'other', feed }),
			state({ kind: 'runs', subject: version, object: id, feed }),
		];
		return hold(id, `${JSON.stringify(id)} for ${version}: ${hintAt(id)}`, isOther(id) ? facts : []);
	});
	const more = ids.size - items.length;
	if (more > 0) items.push(hold(version, `${more} more identifiers of unknown form for ${version}`, []));
	return items;
}

function hintAt(id: string): string {
	if (!isOther(id)) return 'it does not have the form of an identifier';
	if (/^VM/i.test(id)) return 'it may be a new kind of virtual machine';
	return /^[A-Z]\d{2,4}[A-Za-z]?AP$/.test(id)
		? 'it may be a new kind of Mac; those with Apple silicon begin with J so far'
		: 'it may be internal to Apple';
}

/** Most new boards of one release. A busy year brings ten. */
const mostBoards = 40;
const mostShown = 10;

/**
 * The boards that a feed lists for a release, with the facts that they run it. A known board may run it only if it runs `predecessor`; if
 * the shipped tables lack that major version, the one before it is enough.
 */
export function boardsFor(
	{ catalog, shipped }: Pick<Evidence, 'catalog' | 'shipped'>,
	{
		version,
		predecessor,
		listed,
		feed,
		state,
		mayAdd,
	}: {
		version: Version;
		predecessor: Major;
		listed: Iterable<string>;
		feed: Feed;
		state: State;
		mayAdd: boolean;
	},
): { lessons: Lessons; boards: Set<string> } {
	const lessons = noLessons();
	const boards = new Set<string>();
	const spelling = new Map<string, string>();
	const { canonical } = version;
	const runs = (board: string) => {
		if (boards.has(board)) return;
		boards.add(board);
		lessons.facts.push(state({ kind: 'runs', subject: canonical, object: board, feed }));
	};
	const majors = [...catalog.majors.values()];
	const older = shipped.majors.has(predecessor.name) ? undefined : majors[majors.indexOf(predecessor) - 1];
	const mayRun = ({ support }: Board) =>
		support.has(predecessor.name) || (mayAdd && older !== undefined && support.has(older.name));
	const entries = [...listed].map((id) => identify(catalog, id));
	const fresh = new Set(entries.map((entry) => (entry.kind === 'new' ? fold(entry.id) : '')).filter(Boolean));
	const shapeless = entries.filter((entry) => entry.kind === 'shapeless').map(({ id }) => id);
	if (mayAdd) lessons.items.push(...ofUnknownForm(new Set(shapeless), { version: canonical, feed, state }));
	if (mayAdd && fresh.size > mostBoards) {
		const detail = `${feed} lists ${canonical} for ${fresh.size} boards that are not known`;
		lessons.items.push(quarantined('too-many', { feed, subject: canonical, detail, facts: [] }));
	}
	for (const entry of entries) {
		if (entry.kind === 'known') {
			if (mayRun(entry.board)) {
				runs(entry.board.id);
				for (const twin of entry.twins) if (mayRun(twin)) runs(twin.id);
			} else if (feed === 'apple') {
				const facts = [entry.board, ...entry.twins].map(({ id }) =>
					state({ kind: 'runs', subject: canonical, object: id, feed }),
				);
				const detail = `${feed} lists ${canonical} for ${entry.board.id}, which has never run ${predecessor.name}`;
				lessons.items.push(
					quarantined('wrong-major', { feed, subject: `${canonical} ${entry.board.id}`, detail, facts }),
				);
			}
		} else if (entry.kind === 'new' && mayAdd && fresh.size <= mostBoards) {
			// Two spellings of a new identifier are one board.
			const board = spelling.get(fold(entry.id)) ?? entry.id;
			spelling.set(fold(board), board);
			const facts = [
				state({ kind: 'board', subject: board, value: entry.boardKind, feed }),
				state({ kind: 'runs', subject: canonical, object: board, feed }),
			];
			if (kindRuns(catalog, entry.boardKind, predecessor.name)) {
				if (!boards.has(board)) lessons.facts.push(...facts);
				boards.add(board);
			} else {
				const detail = `${feed} lists ${canonical} for ${board}, but no ${entry.boardKind} board runs ${predecessor.name}`;
				lessons.items.push(
					quarantined('wrong-major', { feed, subject: `${canonical} ${board}`, detail, facts }),
				);
			}
		}
	}
	return { lessons, boards };
}
