import { isProblem, type Problem, type problems } from '../api/problem.ts';

/** Why a question has no answer: the code of a problem of the service, what is wrong, and what helps to ask again. */
export interface Refused {
	readonly problem: keyof typeof problems;
	readonly detail: string;
	readonly [member: string]: unknown;
}

/** The answer, or the problem as an object. */
export function answerOr<T extends object>(answer: T | Problem): Exclude<T, Problem> | Refused {
	if (!isProblem(answer)) return answer as Exclude<T, Problem>;
	const { type: _, title: __, status: ___, code, ...members } = JSON.parse(answer.body);
	return { problem: code, ...members };
}
