import type { ListState } from '@pointrelease/core/src/catalog/catalog.ts';
import { fold } from '@pointrelease/core/src/catalog/identifier.ts';
import type { Feed } from '../observation.ts';
import type { Aspect, Corrections, Fact, FactKind, FactOf } from './fact-kinds.ts';

export type { Aspect, Fact, FactKind, FactOf };

/** The facts of one kind. */
export function factsOf<Kind extends FactKind>(facts: readonly Fact[], kind: Kind): FactOf<Kind>[] {
	return facts.filter((fact) => fact.kind === kind) as unknown as FactOf<Kind>[];
}

/** Whether two facts say the same about what they are about. */
export function saysSame(a: Pick<Fact, 'value'> | undefined, b: Pick<Fact, 'value'> | undefined): boolean {
	return a !== undefined && b !== undefined && JSON.stringify(a.value) === JSON.stringify(b.value);
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
const tokens: Record<Feed, string> = {
	apple: 'gdmf',
	sofa: 'sofa',
	appledb: 'appledb',
	kev: 'kev',
	cve: 'cve',
	safari: 'sofa',
};

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

/** The part of a release that each kind of fact is about: a correction of that part overrides the fact. */
export const aspectOf: Readonly<Partial<Record<FactKind, Aspect>>> = {
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

/** The right value that a correction has, if it is one of that part of a release. */
export function rightOf<Name extends Aspect>(
	{ object, value }: FactOf<'corrected'>,
	aspect: Name,
): Corrections[Name] | null {
	return object === aspect ? (value as Corrections[Name]) : null;
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
export function isOverlay(fact: Fact, shipped: ShippedRelease | undefined): boolean {
	if (fact.kind !== 'corrected' || !shipped) return false;
	const date = rightOf(fact, 'date');
	return date ? date.shipped === shipped.released : fact.object === 'build' && !shipped.hasBuilds;
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
