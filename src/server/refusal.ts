import { type Problem, problem } from '../api/problem.ts';
import { shapeProblem } from '../licenses/key.ts';

// A header can be wrong in a dozen ways at most, so each refusal is written only once.
const written = new Map<string, Problem>();

/** Of an address without a header: it was mistyped, renewed or revoked, or its license has ended. */
export const atomRefusal = problem(
	'key-refused',
	'this feed address is not valid, or was revoked: ask its owner for a new one',
);

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
