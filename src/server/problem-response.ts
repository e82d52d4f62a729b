import { problemHeaders } from '../api/headers.ts';
import type { Problem } from '../api/problem.ts';

export function sendProblem({ status, body }: Problem, extra?: Record<string, string>): Response {
	return new Response(body, { status, headers: problemHeaders(extra) });
}
