import type { Catalog } from '../catalog/catalog.ts';
import type { Answer } from './answer.ts';
import { explainMiss } from './explain.ts';
import { type Operation, selectOperation } from './operation.ts';
import { operationBody } from './operation-body.ts';
import { decodeSegments } from './path.ts';
import { type Problem, problem } from './problem.ts';

export const noOperation = problem(
	'not-found',
	'no operation has this path; /openapi.json lists all of them',
);
export const badPath = problem('bad-encoding', 'the path has a % that does not start a valid UTF-8 encoding');

/** The answer of the operation that a path selects, or the problem. */
export function answerOperation(catalog: Catalog, path: string): Answer | Problem {
	const segments = decodeSegments(path);
	if (!segments) return badPath;
	const operation = selectOperation(segments);
	const body = operation ? performOperation(catalog, operation) : noOperation;
	return typeof body === 'string' ? { status: 200, body, fields: {} } : body;
}

/** Performs an operation: the body of the answer, or the problem. */
export function performOperation(catalog: Catalog, operation: Operation): string | Problem {
	const body = operationBody(catalog, operation);
	return typeof body === 'string' ? body : explainMiss(catalog, body);
}
