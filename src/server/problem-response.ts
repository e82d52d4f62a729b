import { problemHeaders } from '../api/headers.ts';
import type { Problem } from '../api/problem.ts';
import type { Catalog } from '../catalog/catalog.ts';

export type SendProblem = (problem: Problem, extra?: Record<string, string>) => Response;

/** Sends problems; of a catalog those that tell, or may tell, something about that state of the data. */
export function problemSender(catalog: Catalog | null): SendProblem {
	// Shared by all that add nothing: making them anew costs half as much as the whole answer.
	const plain = problemHeaders(catalog);
	return ({ status, body }, extra) =>
		new Response(body, { status, headers: extra ? problemHeaders(catalog, extra) : plain });
}

/** Of a problem that the data had no part in. */
export const sendProblem = problemSender(null);
