import { fold } from '../../catalog/identifier.ts';
import { distinctFacts, type Fact, type FactKind } from './fact.ts';

const ofLearning: ReadonlySet<FactKind> = new Set(['release', 'build', 'runs']);

/**
 * When each release was learnt: version to moment. The fact of a day that was mended later is younger than the release,
 * but who runs it has been known from the beginning.
 */
export function learntMoments(facts: readonly Fact[]): Map<string, string> {
	const moments = new Map(
		facts.filter(({ kind }) => kind === 'release').map(({ subject, seen }) => [subject, seen]),
	);
	for (const { kind, subject, seen } of facts) {
		const known = moments.get(subject);
		if (known !== undefined && seen < known && ofLearning.has(kind)) moments.set(subject, seen);
	}
	return moments;
}

/** Whether a board was learnt after a moment. */
export type JoinedSince = (board: string, moment: string) => boolean;

/** Who corrected the boards of a release could not name those that were learnt since. */
export function joinedSince(facts: readonly Fact[]): JoinedSince {
	const boards = distinctFacts(facts.filter(({ kind }) => kind === 'board'));
	const learnt = new Map(boards.map(({ subject, seen }) => [fold(subject), seen]));
	return (board, moment) => (learnt.get(fold(board)) ?? '') > moment;
}
