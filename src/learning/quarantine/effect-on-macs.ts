import { latestOffered, supportsOn } from '@pointrelease/core/src/advice/offered.ts';
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
/** Macs between two turns of waiting requests: 100 take about 10 ms. */
const macsPerTurn = 100;

/** What changes for Macs that are current now: their next release and the advice about them. The most Macs come first. */
export async function effectsOnMacs(before: Catalog, after: Catalog, asOf: string): Promise<MacEffect[]> {
	const policy = noPolicy(asOf);
	const effects = new Map<string, MacEffect & { macs: number; examples: string[] }>();
	for (const [at, board] of macsOf(before).entries()) {
		if (at % macsPerTurn === 0) await yieldTurn();
		const same = after.boards.get(board.id);
		for (const on of installedBy(board, asOf)) {
			const [was, is] = [
				standing(before, board, on, policy),
				same ? standing(after, same, on, policy) : none,
			];
			const [next, advice] = [
				{ was: was.next, is: is.next },
				{ was: was.advice, is: is.advice },
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

function standing(catalog: Catalog, board: Board, version: string, policy: Policy) {
	const assessment = assess(catalog, board, { version, build: null }, policy);
	if (assessment === null) return none;
	return { next: assessment.next?.version ?? null, advice: headlineOf(assessment, false).words };
}
