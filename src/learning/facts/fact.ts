import type { ListState } from '@pointrelease/core/src/catalog/catalog.ts';
import { fold } from '@pointrelease/core/src/catalog/identifier.ts';
import type { Feed } from '../observation.ts';

/**
 * One statement that was learned. Adding a fact twice has the effect of adding it once, so that a node may crash, repeat itself or race
 * with another one. Facts that nobody confirmed, and those of a person, may be removed or replaced.
 *
 * | kind        | subject | object | value                                      |
 * |-------------|---------|--------|--------------------------------------------|
 * | `release`   | version |        | the day it came out                        |
 * | `dated`     | version |        | the day that replaces an uncertain shipped day |
 * | `disputed`  | version | day    | the feed that gives this other day         |
 * | `confirmed` | version | feed   | the day, which this feed gives, too        |
 * | `build`     | version | build  | the day it came out, or nothing            |
 * | `runs`      | version | board  |                                            |
 * | `factory`   | version | board  | the build that it came with, and its day or nothing, tab between |
 * | `not-for`   | version or build of a response | board | (only by a person: the list lost this board) |
 * | `withdrawn` | version |        | (only by a person)                         |
 * | `pulled`    | version | board  | the days or moments at which it was pulled and listed again, alternating, tabs between |
 * | `replaced`  | build   | board  | its version, and the day since which the vendor lists another build in its place, tab between |
 * | `restored`  | version, CVE or build of a response | board or CVE | (what a person removed is listed again) |
 * | `board`     | board   |        | its kind                                   |
 * | `machine`   | board   | model  | name and day of introduction, tab between  |
 * | `canonical` | major   |        | the board that answers for it              |
 * | `list`      | version | `listed`, `partial` or `none` | number of the vendor's article, or nothing |
 * | `fixes`     | version | CVE    |                                            |
 * | `not-fixed` | version | CVE    | `forgotten`, or nothing (only by a person: the list lost it) |
 * | `exploited` | CVE     |        | the day CISA added it and its due date, tab between |
 * | `not-exploited` | CVE |        | `forgotten`, or nothing (only by a person: it left the catalog) |
 * | `response`  | build   |        | `bsi` or `rsr`, version, letter, base build and day, tabs between |
 * | `patches`   | build   | board  | (a security response is for it)            |
 * | `response-fixes` | build | CVE |  number of the vendor's article, or nothing |
 * | `response-withdrawn` | build | |                                            |
 * | `forgotten` | version, board or build of a response | | (only by a person: it never existed)     |
 * | `corrected` | version | `date`, `build`, `boards` or `pulled` | (only by a person) the right value; for a shipped date also the shipped day, tab between |
 * | `revised`   | version, board, CVE or build of a response | | (facts about it were retracted or corrected) |
 */
export type FactKind =
	| 'release'
	| 'dated'
	| 'disputed'
	| 'confirmed'
	| 'build'
	| 'runs'
	| 'factory'
	| 'not-for'
	| 'withdrawn'
	| 'pulled'
	| 'replaced'
	| 'restored'
	| 'board'
	| 'machine'
	| 'canonical'
	| 'list'
	| 'fixes'
	| 'not-fixed'
	| 'exploited'
	| 'not-exploited'
	| 'response'
	| 'patches'
	| 'response-fixes'
	| 'response-withdrawn'
	| 'forgotten'
	| 'corrected'
	| 'revised';

export interface Fact {
	readonly kind: FactKind;
	readonly subject: string;
	readonly object: string;
	readonly value: string;
	/** Where it was first seen. */
	readonly feed: Feed;
	/** When: RFC 3339 in UTC, whole seconds. */
	readonly seen: string;
	/** A person accepted or stated it, so it may contradict the shipped tables. */
	readonly accepted: boolean;
}

/** Two facts with the same key are the same fact. */
export function factKey({ kind, subject, object }: Pick<Fact, 'kind' | 'subject' | 'object'>): string {
	return `${kind}\t${subject}\t${object}`;
}

/** The subject and object of a fact, for sets of facts of one kind. */
export function pairOf({ subject, object }: Pick<Fact, 'subject' | 'object'>): string {
	return `${subject}\t${object}`;
}

/** The first fact of each key, in order. */
export function distinctFacts(facts: readonly Fact[]): Fact[] {
	const firstFacts = new Map<string, Fact>();
	for (const fact of facts) if (!firstFacts.has(factKey(fact))) firstFacts.set(factKey(fact), fact);
	return [...firstFacts.values()];
}

/** The name of each feed in the `sources` column of the tables. */
const tokens: Record<Feed, string> = { apple: 'gdmf', sofa: 'sofa', appledb: 'appledb', kev: 'kev' };

/** `gdmf:2026-11-20`: the source as the tables name it, with the day it was first seen there. */
export function sourceOf({ feed, seen }: Pick<Fact, 'feed' | 'seen'>): string {
	return `${tokens[feed]}:${seen.slice(0, 10)}`;
}

/** How much is known of a list of fixes in each state. */
export const listRank: Record<ListState, number> = { unknown: 0, none: 1, partial: 2, listed: 3 };

/** Whether a fact is about a board itself, not about a release. */
export function isOfBoard({ kind }: Fact): boolean {
	return kind === 'board' || kind === 'machine';
}

/** Facts that are removed together with their release. */
export const kindsOfRelease: ReadonlySet<Fact['kind']> = new Set([
	'release',
	'disputed',
	'confirmed',
	'build',
	'runs',
	'factory',
	'pulled',
]);

const ofLearning: ReadonlySet<FactKind> = new Set(['release', 'build', 'runs']);

/**
 * When each release was learned: version to moment. That is the moment of its oldest fact, because a corrected date replaces the fact
 * of the release with a newer one.
 */
export function learntMoments(facts: readonly Fact[]): Map<string, string> {
	const moments = new Map(
		facts.filter(({ kind }) => kind === 'release').map(({ subject, seen }) => [subject, seen]),
	);
	for (const { kind, subject, seen } of facts) {
		const earliest = moments.get(subject);
		if (earliest !== undefined && seen < earliest && ofLearning.has(kind)) moments.set(subject, seen);
	}
	return moments;
}

/** The parts of a release that a person may correct. */
export const aspects = ['date', 'build', 'boards', 'pulled'] as const;

/** The part of a release that each kind of fact is about: a correction of that part overrides the fact. */
export const aspectOf: Readonly<Partial<Record<FactKind, (typeof aspects)[number]>>> = {
	release: 'date',
	dated: 'date',
	disputed: 'date',
	confirmed: 'date',
	build: 'build',
	runs: 'boards',
	pulled: 'pulled',
};

/** Whether a person corrects if a release was pulled. This applies to shipped releases, too. */
export function isAboutPulls({ kind, object }: Fact): boolean {
	return kind === 'corrected' && object === 'pulled';
}

/** What the shipped tables say about a release. */
export interface ShippedRelease {
	readonly released: string;
	readonly hasBuilds: boolean;
}

/**
 * Whether a person's correction of a shipped release still applies: of a day while the tables give the day that was corrected, of builds
 * while the tables have none. Newer tables make all other corrections of shipped releases obsolete.
 */
export function isOverlay({ kind, object, value }: Fact, shipped: ShippedRelease | undefined): boolean {
	if (kind !== 'corrected' || !shipped) return false;
	return object === 'date'
		? value.split('\t')[1] === shipped.released
		: object === 'build' && !shipped.hasBuilds;
}

/** Whether a board was learned after a moment. */
export type JoinedSince = (board: string, moment: string) => boolean;

/** For corrections of the boards of a release: the person could not name boards that were learned later. */
export function joinedSince(facts: readonly Fact[]): JoinedSince {
	const boards = distinctFacts(facts.filter(({ kind }) => kind === 'board'));
	const learnt = new Map(boards.map(({ subject, seen }) => [fold(subject), seen]));
	return (board, moment) => (learnt.get(fold(board)) ?? '') > moment;
}

/** Milliseconds by which the clocks of two nodes may differ. A moment further ahead comes from a wrong clock. */
export const farthestClock = 10 * 60 * 1000;

/**
 * The moment of a change that is made now, in whole seconds, and later than every earlier change. If two changes had the same moment,
 * clients that ask by time would never see the second.
 */
export function momentOfChange(now: Date, changed: string): string {
	const time = Math.floor(now.getTime() / 1000) * 1000;
	const next = Date.parse(changed) + 1000;
	const moment = next > time && next <= time + farthestClock ? next : time;
	return `${new Date(moment).toISOString().slice(0, 19)}Z`;
}
