import type { Catalog } from '../catalog/catalog.ts';
import type { Answer } from './answer.ts';
import { explainMiss } from './explain.ts';
import { type Operation, selectOperation } from './operation.ts';
import { type OperationAnswer, operationAnswer } from './operation-answer.ts';
import { decodeSegments } from './path.ts';
import { isProblem, type Problem, problem } from './problem.ts';

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
	const outcome = operation ? performOperation(catalog, operation) : noOperation;
	if (isProblem(outcome)) return outcome;
	const { body, link } = outcome;
	return { status: 200, body, fields: link === null ? {} : { Link: link } };
}

/** Performs an operation. */
export function performOperation(catalog: Catalog, operation: Operation): OperationAnswer | Problem {
	const outcome = operationAnswer(catalog, operation);
	return 'kind' in outcome ? explainMiss(catalog, outcome) : outcome;
}
