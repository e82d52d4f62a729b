import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { RuleJudge, type Run } from '@pointrelease/core/src/advice/standing/verdict.ts';
import { verdictReason } from '@pointrelease/core/src/advice/standing/verdict-reason.ts';
import { readSafari } from '@pointrelease/core/src/catalog/safari.ts';
import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { dayNumber } from '@pointrelease/core/src/text/day.ts';
import { shipped } from './shipped-data.ts';

/** A version that a Mac was seen with, from a day to a day, and its Safari. */
export type Seen = readonly [version: string, first: string, last?: string, safari?: string];

export function runOf([text, first, last = first, safari]: Seen): Run {
	const [number = '', letter] = text.split(' ');
	const responses = shipped.releases.get(number)?.responses ?? [];
	return {
		text,
		version: parseVersion(number),
		build: null,
		response: responses.find((response) => `(${response.letter})` === letter) ?? null,
		safari: safari === undefined ? null : readSafari(safari),
		first: dayNumber(first),
		last: dayNumber(last),
	};
}

export function judged(key: string, asOf: string, seen: readonly Seen[], board = 'J293AP') {
	const framework = frameworks.get(key)!;
	const [first, ...rest] = seen.map(runOf);
	const judge = new RuleJudge(shipped, framework.rule!, asOf);
	const judgement = judge.judge(shipped.boards.get(board)!, [first!, ...rest]);
	return [judgement.verdict, judgement.because.kind, verdictReason(framework, judgement)] as const;
}

export const verdict = (key: string, asOf: string, ...seen: Seen[]) => judged(key, asOf, seen).slice(0, 2);
