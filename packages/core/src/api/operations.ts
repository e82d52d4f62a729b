import type { Catalog } from '../catalog/catalog.ts';
import { findBoard, findMajor, findStep, findSupport } from '../catalog/lookup.ts';
import type { Answer } from './answer.ts';
import { explain, explainMiss } from './explain.ts';
import { decodeSegments } from './path.ts';
import { type Problem, problem } from './problem.ts';
import { boardRecord, compatibilityRecord, proximoRecord, versionRecord } from './records.ts';
import { type Operation, selectOperation } from './routes.ts';

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
	switch (operation.name) {
		case 'latest-of-major': {
			const major = findMajor(catalog, operation.version);
			return major.kind === 'found' ? versionRecord(major.value.canonical) : explain(major);
		}
		case 'latest-of-board': {
			const support = findSupport(catalog, operation.board, operation.version);
			return support.kind === 'found' ? versionRecord(support.value) : explainMiss(catalog, support);
		}
		case 'next-of-board': {
			const step = findStep(catalog, operation.board, operation.version);
			return step.kind === 'step' ? proximoRecord(step, operation.version) : explainMiss(catalog, step);
		}
		case 'majors-of-board': {
			const board = findBoard(catalog, operation.board);
			return board.kind === 'found' ? boardRecord(board.value) : explainMiss(catalog, board);
		}
		case 'boards-of-version': {
			const major = findMajor(catalog, operation.version);
			return major.kind === 'found' ? compatibilityRecord(major.value, operation.version) : explain(major);
		}
	}
}
