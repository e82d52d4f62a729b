import type { Catalog } from '../catalog/catalog.ts';
import { findBoard, findMajor, findStep, findSupport } from '../catalog/lookup.ts';
import { type Answer, etagOf } from './answer.ts';
import { explain } from './explain.ts';
import { explainMiss } from './explain-unknown.ts';
import { leanHeaders } from './headers.ts';
import { type Operation, selectOperation } from './operation.ts';
import { decodeSegments } from './path.ts';
import { type Problem, problem } from './problem.ts';
import { boardRecord, compatibilityRecord, proximoRecord, versionRecord } from './records.ts';
import { createSegmentCache, isPlain } from './segment-cache.ts';

/** The answers to one state of the data. A new state is a new book: nothing in a book ever changes. */
export interface AnswerBook {
	readonly catalog: Catalog;
	/** The answer for `/items/{item}` and `/items/{version}/board_ids` by the decoded segment, if it is plain text. */
	item(item: string): Answer | Problem | undefined;
	boardIds(version: string): Answer | Problem | undefined;
	/** The answer for any path, however it is spelt. */
	answer(path: string): Answer | Problem;
}

export function createAnswerBook(catalog: Catalog): AnswerBook {
	const items = createSegmentCache();
	const boardIds = createSegmentCache();
	const headers = leanHeaders(catalog);
	const answerTo = (segments: string[]): Answer | Problem => {
		const operation = selectOperation(segments);
		if (!operation)
			return problem('not-found', 'no operation has this path; /openapi.json lists all of them');
		const cache = operation.name === 'boards-of-version' ? boardIds : items;
		const segment = segments[1]!;
		const known = cache.find(segment);
		if (known) return known;
		const body = performOperation(catalog, operation);
		if (typeof body !== 'string') return cache.storeMiss(segment, body);
		const etag = etagOf(body);
		const answer: Answer = { status: 200, body, etag, headers };
		return isExact(catalog, operation) ? cache.store(segment, answer) : answer;
	};
	return {
		catalog,
		item: (item) => items.find(item) ?? (isPlain(item) ? answerTo(['items', item]) : undefined),
		boardIds: (version) =>
			boardIds.find(version) ?? (isPlain(version) ? answerTo(['items', version, 'board_ids']) : undefined),
		answer(path) {
			const segments = decodeSegments(path);
			if (segments) return answerTo(segments);
			return problem('bad-encoding', 'the path has a % that does not start a valid UTF-8 encoding');
		},
	};
}

/** One operation on the catalog: the body, or the problem that says why there is none. */
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

/** Whether the path spells board and version as the data does, so that the answer may be kept. */
function isExact(catalog: Catalog, operation: Operation): boolean {
	if ('board' in operation && !catalog.boards.has(operation.board)) return false;
	return !('version' in operation) || namesVersion(catalog, operation.version);
}

/** A major, a release, or a release of two components with the zero that operation 3 needs: `14.0.0`. */
function namesVersion(catalog: Catalog, version: string): boolean {
	if (catalog.majors.has(version)) return true;
	const major = findMajor(catalog, version);
	if (major.kind !== 'found') return false;
	const { byVersion } = major.value;
	return byVersion.has(version) || (/^\d+\.\d+\.0$/.test(version) && byVersion.has(version.slice(0, -2)));
}
