import { type Advice, advise } from '../../catalog/advice.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { findBoard, findMajor, type Miss } from '../../catalog/lookup.ts';
import type { Answer } from '../answer.ts';
import { explain } from '../explain.ts';
import { decodeSegments, pathOf, queryOf, type Read, selectRead } from '../path.ts';
import type { Problem } from '../problem.ts';
import { prefersText } from './accept.ts';
import { adviceLines, adviceRecord } from './advice.ts';
import { boardDetails } from './board.ts';
import { boardList } from './board-list.ts';
import { majorList } from './major-list.ts';
import { readParameters, readPolicy, readSearch } from './query.ts';
import { jsonAnswer, variedAnswer } from './read-answer.ts';
import { releasesOfMajor, releasesOfOneBoard } from './releases.ts';
import { searchResults } from './search.ts';

/** What a request says beside its path, and the day it comes on: the catalog has no clock. */
interface Wish {
	readonly query: string;
	readonly accept: string | null;
	/** In UTC, YYYY-MM-DD. */
	readonly today: string;
}

/** The answer of one of the richer reads, the problem that says why there is none, or null for any other path. */
export function answerRead(catalog: Catalog, request: Request, today: () => string): Answer | Problem | null {
	const segments = decodeSegments(pathOf(request.url));
	const read = segments && selectRead(segments);
	if (!read) return null;
	return performRead(catalog, read, {
		query: queryOf(request.url),
		accept: request.headers.get('accept'),
		today: today(),
	});
}

function performRead(catalog: Catalog, read: Read, wish: Wish): Answer | Problem {
	switch (read.kind) {
		case 'boards':
			return jsonAnswer(catalog, boardList(catalog));
		case 'board': {
			const board = findBoard(catalog, read.board);
			return board.kind === 'found' ? jsonAnswer(catalog, boardDetails(board.value)) : explain(board);
		}
		case 'releases-of-board': {
			const board = findBoard(catalog, read.board);
			return board.kind === 'found'
				? jsonAnswer(catalog, releasesOfOneBoard(catalog, board.value))
				: explain(board);
		}
		case 'majors':
			return jsonAnswer(catalog, majorList(catalog));
		case 'releases-of-major': {
			const major = findMajor(catalog, read.version);
			return major.kind === 'found'
				? jsonAnswer(catalog, releasesOfMajor(catalog, major.value))
				: explain(major);
		}
		case 'search': {
			const query = readParameters(wish.query);
			const search = 'code' in query ? query : readSearch(query);
			return 'code' in search
				? search
				: jsonAnswer(catalog, searchResults(catalog, search.text, search.limit));
		}
		case 'advice':
			return answerAdvice(catalog, read.board, read.version, wish);
	}
}

function answerAdvice(catalog: Catalog, board: string, version: string, wish: Wish): Answer | Problem {
	const query = readParameters(wish.query);
	if ('code' in query) return query;
	const policy = readPolicy(query, wish.today);
	if ('code' in policy) return policy;
	const advice: Advice | Miss = advise(catalog, board, version, policy);
	if (advice.kind !== 'advice') return explain(advice);
	const text = prefersText(wish.accept);
	const dayGiven = query.has('as_of');
	const body = text ? adviceLines(advice, policy) : JSON.stringify(adviceRecord(advice, policy, dayGiven));
	const type = text ? 'text/plain; charset=utf-8' : 'application/json';
	return variedAnswer(catalog, body, type, dayGiven ? null : wish.today);
}
