import { verdictWords } from '@pointrelease/core/src/advice/verdict-words.ts';
import type { Mac } from '../fleet.ts';
import { exceptionText } from '../history/exception.ts';
import type { MacResult } from '../judging/mac-result.ts';
import type { Judgment } from '../judging/memo.ts';
import { countedKinds } from './mac-kinds.ts';
import { type Urgency, urgencyOf, worstFirst } from './worst-first.ts';

/** Counts the Macs that miss the policy or could not be judged, and lists the worst. */
export class WorstMacs {
	readonly #most: number;
	readonly #byResult = new Map<Judgment, Mac[]>();
	#count = 0;

	/** Lists at most `most` Macs. */
	constructor(most: number) {
		this.#most = most;
	}

	get count(): number {
		return this.#count;
	}

	add(mac: Mac): void {
		if (mac.judgment.answer!.meets_policy === true) return;
		this.#count++;
		const similar = this.#byResult.get(mac.judgment);
		if (!similar) this.#byResult.set(mac.judgment, [mac]);
		else if (similar.length < this.#most) similar.push(mac);
	}

	/** The worst first; equal Macs are in the order of the file. */
	list(): readonly Mac[] {
		const compare = worstFirst(true);
		const kinds = [...this.#byResult].toSorted(([a], [b]) => compare(a.answer!, b.answer!));
		return kinds.flatMap(([, macs]) => macs).slice(0, this.#most);
	}
}

/** What is wrong with a Mac, in a few words. */
export function whyWords(result: MacResult, hasPolicy: boolean): string {
	const urgency = urgencyOf(result, hasPolicy);
	const { problem, exception = null } = result;
	return [
		urgencyWords(urgency, result),
		urgency !== 'overdue' && countedKinds.overdue.has(result) ? verdictWords.overdue : '',
		result.blocked_by === 'hardware' ? 'cannot run an allowed version' : '',
		urgency === 'not-judged' && problem !== null ? problem : '',
		exception === null ? '' : `exception: ${exceptionText(exception)}`,
	]
		.filter((part) => part !== '')
		.join(', ');
}

function urgencyWords(urgency: Urgency, result: MacResult): string {
	const { ended, exploited, exploited_elsewhere } = countedKinds;
	switch (urgency) {
		case 'exploited':
			return exploited.label;
		case 'unsupported':
			return ended.label;
		case 'exploited-later':
			return (exploited.has(result) ? exploited : exploited_elsewhere).label;
		case 'not-judged':
			return verdictWords.notJudged;
		case 'fine':
			return '';
		default:
			return verdictWords[urgency];
	}
}
