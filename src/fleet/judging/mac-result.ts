import { nothingKnown } from '@pointrelease/core/src/advice/exposure/exposure.ts';
import type { Lateness } from '@pointrelease/core/src/advice/lateness/claim.ts';
import type { Exception } from '../history/exception.ts';
import { type MacFacts, resultColumns, resultMembers } from './result-columns.ts';

/** What all Macs with the same cells have in common, under the names that the report prints. */
export type MacResult = {
	readonly [Member in keyof typeof resultColumns]: ReturnType<(typeof resultColumns)[Member]['of']>;
} & {
	/** What the organization accepted for the Mac, which then shares its result with no other; absent without an exception. */
	readonly exception?: Exception | null;
};

export const noFacts: MacFacts = {
	model: null,
	modelName: null,
	boardIds: [],
	foundBy: null,
	version: null,
	build: null,
	major: null,
	versionStanding: null,
	safari: null,
	doubt: null,
	assessment: null,
	headline: null,
	exposure: nothingKnown,
	lifecycle: null,
	support: null,
	hasPolicy: false,
	problemKind: null,
	problem: null,
	lateness: null,
};

export function resultOf(facts: MacFacts): MacResult {
	const values = resultMembers.map((member) => [member, resultColumns[member].of(facts)]);
	return Object.fromEntries(values) as MacResult;
}

/** The result of a Mac that misses its policy, with the reason. */
export function withLateness(result: MacResult, lateness: Lateness): MacResult {
	const facts = { ...noFacts, lateness };
	const members = (['late_reason', 'late_words', 'late_step', 'late_evidence'] as const).map(
		(member) => [member, resultColumns[member].of(facts)] as const,
	);
	return { ...result, ...Object.fromEntries(members) };
}

/** What to do, short enough for a table and a phone: without deadline and reason. */
export function whatToDo({ headline, problem_kind, board_ids, action }: MacResult): string {
	const short = headline?.split(/[,:]/)[0];
	if (short !== undefined) return action === 'update-then-replace' ? `${short}, then replace` : short;
	if (problem_kind === 'unreadable') return 'Check the row';
	return board_ids.length > 1 ? 'Find out the model' : 'Check the model';
}

/** The result for a row that the reader could not split into cells. */
export function unreadableRow(problem: string): MacResult {
	return resultOf({ ...noFacts, problemKind: 'unreadable', problem });
}
