import { type Operation, selectOperation } from '@pointrelease/core/src/api/operation.ts';
import { badPath, noOperation, performOperation } from '@pointrelease/core/src/api/operations.ts';
import { decodeSegments, isPlain } from '@pointrelease/core/src/api/path.ts';
import { isProblem, type Problem } from '@pointrelease/core/src/api/problem.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { findMajor } from '@pointrelease/core/src/catalog/lookup.ts';
import { boundedBodies } from './answer-cache.ts';
import { answerHeaders, etagOf, type ReadyAnswer } from './ready-answer.ts';

/** The answers from one state of the data. New data gets a new book: an answer in a book never changes. */
export interface AnswerBook {
	readonly catalog: Catalog;
	/** The answer for `/items/{item}` and `/items/{version}/board_ids` by the decoded segment, if it is plain text. */
	item(item: string): ReadyAnswer | Problem | undefined;
	boardIds(version: string): ReadyAnswer | Problem | undefined;
	/** The answer for any path, however it is spelled. */
	answer(path: string): ReadyAnswer | Problem;
}

/**
 * Stored answers, by the segment of the path. Answers are stored only for the spelling of the data, so their number is
 * limited by the data. Misses are stored, too, because a fleet asks the same wrong thing thousands of times; they need a
 * limit, because clients choose the text. Making an answer takes up to 19 µs of processor time, and the suggestions for an
 * unknown board 280 µs; finding either takes 0.1 µs.
 */
function createSegments(mostOfMisses: number) {
	const answers = new Map<string, ReadyAnswer>();
	const misses = boundedBodies<Problem>(mostOfMisses);
	const find = (segment: string) => answers.get(segment) ?? misses.get(segment);
	return { answers, misses, find };
}

/** `mostOfMisses` is a number of characters: by default room for about 5,000 misses of each of the two shapes. */
export function createAnswerBook(catalog: Catalog, mostOfMisses = 1_000_000): AnswerBook {
	const items = createSegments(mostOfMisses);
	const boardIds = createSegments(mostOfMisses);
	const [headers, linked] = [answerHeaders(catalog), answerHeaders(catalog)];
	const answerTo = (segments: string[]): ReadyAnswer | Problem => {
		const operation = selectOperation(segments);
		if (!operation) return noOperation;
		const shelf = operation.name === 'boards-of-version' ? boardIds : items;
		const segment = segments[1]!;
		const stored = shelf.find(segment);
		if (stored) return stored;
		const outcome = performOperation(catalog, operation);
		if (isProblem(outcome)) return isPlain(segment) ? shelf.misses.set(segment, outcome) : outcome;
		const { body, link } = outcome;
		const etag = etagOf(body);
		const answer: ReadyAnswer =
			link === null
				? { status: 200, body, etag, headers }
				: { status: 200, body, etag, headers: linked, link };
		if (isExact(catalog, operation)) shelf.answers.set(segment, answer);
		return answer;
	};
	return {
		catalog,
		item: (item) => items.find(item) ?? (isPlain(item) ? answerTo(['items', item]) : undefined),
		boardIds: (version) =>
			boardIds.find(version) ?? (isPlain(version) ? answerTo(['items', version, 'board_ids']) : undefined),
		answer(path) {
			const segments = decodeSegments(path);
			return segments ? answerTo(segments) : badPath;
		},
	};
}

/** Whether the path spells board and version as the data does, so that the answer may be stored. */
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
