import { type Problem, problem } from '../api/problem.ts';
import { shapeProblem } from '../licenses/key.ts';

// A header can be wrong in a dozen ways at most, so each refusal is written only once.
const written = new Map<string, Problem>();

/** Why the header was refused: by its shape alone, never by what is known about keys. */
export function refusalOf(authorization: string | null): Problem {
	const detail = shapeProblem(authorization) ?? 'the license key is not valid';
	let refusal = written.get(detail);
	if (!refusal) {
		refusal = problem('key-refused', detail);
		written.set(detail, refusal);
	}
	return refusal;
}
