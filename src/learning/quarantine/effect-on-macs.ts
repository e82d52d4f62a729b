import { majorLifecycle } from '@pointrelease/core/src/advice/lifecycle.ts';
import { latestOffered, offeredOn, supportsOn } from '@pointrelease/core/src/advice/offered.ts';
import { noPolicy, type Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { assess } from '@pointrelease/core/src/advice/standing/assess.ts';
import { headlineOf } from '@pointrelease/core/src/advice/standing/headline.ts';
import type { Board, Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { macsOf } from '@pointrelease/core/src/catalog/lookup.ts';
import { yieldTurn } from '../../process/yield-turn.ts';

/** Something about a Mac before and after; null if there is none. */
interface WasAndIs {
	readonly was: string | null;
	readonly is: string | null;
}

/** What a change of the data means for all Macs on which it has the same effect. */
export interface MacEffect {
	/** The release that these Macs have: the latest of its major version so far. */
	readonly on: string;
	readonly macs: number;
	/** Some of their names. */
	readonly examples: readonly string[];
	readonly next: WasAndIs;
	/** The first line of the advice. */
	readonly advice: WasAndIs;
}

const mostExamples = 3;
/** Macs between two turns of waiting requests: one takes up to 5 ms. */
const macsPerTurn = 10;

/** What changes for Macs that are current now: their next release and the advice about them. The most Macs come first. */
export async function effectsOnMacs(before: Catalog, after: Catalog, asOf: string): Promise<MacEffect[]> {
	const policy = noPolicy(asOf);
	const effects = new Map<string, MacEffect & { macs: number; examples: string[] }>();
	const [was, is] = [standingsIn(before, policy), standingsIn(after, policy)];
	for (const [at, board] of macsOf(before).entries()) {
		if (at % macsPerTurn === 0) await yieldTurn();
		const same = after.boards.get(board.id);
		if (same && was.factsOf(board) === is.factsOf(same)) continue;
		for (const on of installedBy(board, asOf)) {
			const [old, fresh] = [was.of(board, on), same ? is.of(same, on) : none];
			const [next, advice] = [
				{ was: old.next, is: fresh.next },
				{ was: old.advice, is: fresh.advice },
			];
			if (next.was === next.is && advice.was === advice.is) continue;
			const key = JSON.stringify([on, next, advice]);
			const effect = effects.get(key) ?? { on, macs: 0, examples: [], next, advice };
			effect.macs++;
			if (effect.examples.length < mostExamples) effect.examples.push(board.machines[0]?.name || board.id);
			effects.set(key, effect);
		}
	}
	return [...effects.values()].toSorted((a, b) => b.macs - a.macs);
}

/** The latest release of each of the two newest major versions that a Mac is offered: most Macs that report have one of them. */
function installedBy(board: Board, asOf: string): string[] {
	return supportsOn(board, asOf)
		.slice(-2)
		.flatMap((support) => latestOffered(support, asOf)?.version ?? []);
}

const none = { next: null, advice: null };

/**
 * How Macs stand, each once for all that are offered the same releases of majors that are supported alike: assessing all
 * 300 Macs would take a second.
 */
function standingsIn(catalog: Catalog, policy: Policy) {
	const { asOf } = policy;
	const known = new Map<string, ReturnType<typeof standing>>();
	const factsOf = (board: Board) =>
		JSON.stringify(
			supportsOn(board, asOf).map((support) => [
				offeredOn(support, asOf).map((release) => release.version),
				majorLifecycle(catalog, support.major.name, asOf),
			]),
		);
	return {
		factsOf,
		of(board: Board, version: string) {
			const key = `${version} ${factsOf(board)}`;
			const found = known.get(key) ?? standing(catalog, board, version, policy);
			known.set(key, found);
			return found;
		},
	};
}

function standing(catalog: Catalog, board: Board, version: string, policy: Policy) {
	const assessment = assess(catalog, board, { version, build: null }, policy);
	if (assessment === null) return none;
	return { next: assessment.next?.version ?? null, advice: headlineOf(assessment, false).words };
}
