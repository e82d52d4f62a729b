import { createHash } from 'node:crypto';
import type { Catalog } from '../catalog/catalog.ts';
import { findBoard, findMajor, findStep, findSupport } from '../catalog/lookup.ts';
import { explain } from './explain.ts';
import { answerHeaders } from './headers.ts';
import { decodeSegments, type Operation, selectOperation } from './path.ts';
import { type Problem, problem } from './problem.ts';
import { boardRecord, compatibilityRecord, proximoRecord, versionRecord } from './records.ts';

/** A body that is ready to be sent. */
export interface Answer {
	readonly status: 200;
	readonly body: string;
	/** Strong, from the content: equal bodies have equal tags on every machine. */
	readonly etag: string;
	/** Prepared once, because making them anew costs more than everything else in a request. */
	readonly headers: Headers;
	/** When it last changed, in milliseconds, for an answer that changes more often than the data. */
	readonly changed?: number;
}

/** The answers to one state of the data. A new state is a new book: nothing in a book ever changes. */
export interface AnswerBook {
	readonly catalog: Catalog;
	/** Answers of `/items/{item}` and `/items/{version}/board_ids` by the spelling that names them exactly. */
	item(item: string): Answer | undefined;
	boardIds(version: string): Answer | undefined;
	/** The answer for any path, however it is spelt. */
	answer(path: string): Answer | Problem;
}

/** Misses are kept too, because a fleet asks the same wrong thing thousands of times; strangers bound their number. */
const mostMisses = 4096;
const longestMiss = 128;

export function createAnswerBook(catalog: Catalog): AnswerBook {
	// Rendered when first asked for, then kept: only exact spellings are, so the data bounds their number.
	const items = new Map<string, Answer>();
	const boardIds = new Map<string, Answer>();
	const misses = new Map<string, Problem>();
	const miss = (path: string, found: Problem) => {
		if (misses.size >= mostMisses) misses.clear();
		if (path.length <= longestMiss) misses.set(path, found);
		return found;
	};
	const remember = (operation: Operation, segment: string, answer: Answer) => {
		if (operation.kind === 'boards-of-version') {
			if (catalog.majors.has(segment) || isRelease(catalog, segment)) boardIds.set(segment, answer);
		} else if (isExact(catalog, operation)) items.set(segment, answer);
	};
	return {
		catalog,
		item: (item) => items.get(item),
		boardIds: (version) => boardIds.get(version),
		answer(path) {
			const known = misses.get(path);
			if (known) return known;
			const segments = decodeSegments(path);
			if (!segments)
				return problem(
					'bad-encoding',
					'the path holds a % that is not followed by the hexadecimal digits of UTF-8 text',
				);
			const operation = selectOperation(segments);
			if (!operation) return problem('not-found', 'no operation has this path; /openapi.json lists them all');
			const body = perform(catalog, operation);
			if (typeof body !== 'string') return miss(path, body);
			const etag = etagOf(body);
			const answer: Answer = { status: 200, body, etag, headers: answerHeaders(catalog, etag) };
			remember(operation, segments[1]!, answer);
			return answer;
		},
	};
}

/** One operation on the catalog: the body, or the problem that says why there is none. */
export function perform(catalog: Catalog, operation: Operation): string | Problem {
	switch (operation.kind) {
		case 'latest-of-major': {
			const major = findMajor(catalog, operation.version);
			return major.kind === 'found' ? versionRecord(major.value.canonical) : explain(major);
		}
		case 'latest-of-board': {
			const support = findSupport(catalog, operation.board, operation.version);
			return support.kind === 'found' ? versionRecord(support.value) : explain(support);
		}
		case 'next-of-board': {
			const step = findStep(catalog, operation.board, operation.version);
			return step.kind === 'step' ? proximoRecord(step, operation.version) : explain(step);
		}
		case 'majors-of-board': {
			const board = findBoard(catalog, operation.board);
			return board.kind === 'found' ? boardRecord(board.value) : explain(board);
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
	if (!('version' in operation)) return true;
	if (catalog.majors.has(operation.version)) return true;
	return isRelease(catalog, operation.version);
}

function isRelease(catalog: Catalog, version: string): boolean {
	const major = findMajor(catalog, version);
	return major.kind === 'found' && major.value.byVersion.has(version);
}

export function etagOf(body: string): string {
	return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}
