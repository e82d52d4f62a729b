import type { Operation } from '../api/operation.ts';
import { selectOperation } from '../api/operation.ts';
import { operationAnswer } from '../api/operation-answer.ts';
import type { Catalog, Release as CatalogRelease } from '../catalog/catalog.ts';
import { findBoard, findMajor, findStep, findSupport, type Miss as LookupMiss } from '../catalog/lookup.ts';

/** A release, and the day it came out: `YYYY-MM-DD`. */
export interface Release {
	readonly version: string;
	readonly released: string;
}

/** What comes after a release on a Mac. */
export interface Step {
	/** The next release of the major version; the latest if there is none above. */
	readonly release: Release;
	/** The latest release of the major version for this Mac. */
	readonly latest: Release;
}

/** Why there is no answer, with what helps to ask a better question. */
export type Miss =
	/** No board, model identifier or case number has this name. */
	| {
			readonly miss: 'unknown-board';
			readonly board: string;
			/** What to ask for instead, nearest first. */
			readonly close: readonly string[];
			/** Why an identifier is left out that is not a Mac; null for any other. */
			readonly excluded: string | null;
	  }
	/** The name is that of several boards: choose one of them. */
	| { readonly miss: 'ambiguous-board'; readonly board: string; readonly boards: readonly string[] }
	/** The text is not a version. */
	| {
			readonly miss: 'no-version';
			readonly version: string;
			/** The release that the text is an edition of: 7.1 for `7.1P3`. */
			readonly instead: string | null;
	  }
	/** There is no such major version. */
	| {
			readonly miss: 'unknown-major';
			readonly version: string;
			readonly major: string;
			/** The major versions of the same era. */
			readonly majors: readonly string[];
	  }
	/** The board never ran the major version. */
	| {
			readonly miss: 'unsupported-major';
			readonly board: string;
			readonly major: string;
			/** The major versions that it runs. */
			readonly majors: readonly string[];
	  }
	/** There is no such release; right before and after it the board was offered these. */
	| {
			readonly miss: 'no-such-release';
			readonly version: string;
			readonly before: Release | null;
			readonly after: Release | null;
	  }
	/** The version is above every release that is known. */
	| {
			readonly miss: 'newer-than-known';
			readonly version: string;
			readonly board: string;
			readonly latest: Release;
	  }
	/** The release was not made for the board. */
	| {
			readonly miss: 'release-not-for-board';
			readonly version: string;
			readonly board: string;
			readonly major: string;
			/** The releases of the major version that were. */
			readonly releases: readonly string[];
	  }
	/** The text is no item, such as `14`, `J293AP`, `J293AP:14`, `J293AP:14.7.2` or `14/board_ids`. */
	| { readonly miss: 'no-item'; readonly item: string };

/** Every Mac and the releases that it runs. A board is given by its identifier, model identifier or case number. */
export interface Macs {
	/** Changes whenever a fact changes, and is the same for the same facts everywhere. */
	readonly dataVersion: string;
	/** The moment the data last changed, RFC 3339 in UTC. */
	readonly changed: string;
	/** The data behind the answers, for the other entries of this package. Its members may change with any version. */
	readonly catalog: Catalog;
	/** What comes after a release on a Mac: `next('J293AP', '14.7.2')`. */
	next(board: string, version: string): Step | Miss;
	/** The latest release of a major version for a Mac: `latest('J293AP', '14')`. */
	latest(board: string, major: string): Release | Miss;
	/** The latest release of a major version: `latestOf('14')`. */
	latestOf(major: string): Release | Miss;
	/** The major versions that a Mac runs, oldest first: `majors('J293AP')`. */
	majors(board: string): readonly string[] | Miss;
	/** The boards that run a major version: `boards('26')`. */
	boards(major: string): readonly string[] | Miss;
	/** The body of the answer of a service to `GET /items/…`, byte for byte: `item('J293AP:14.7.2')`. */
	item(item: string): string | Miss;
}

/** What to ask for in place of an unknown name; null to use the closest spelling. */
export type FindClose = (catalog: Catalog, name: string) => readonly string[] | null;

/** Whether a lookup found nothing. */
export function isMiss(answer: unknown): answer is Miss {
	return typeof answer === 'object' && answer !== null && 'miss' in answer;
}

/** The lookups of a catalog. */
export function macsIn(catalog: Catalog, findClose: FindClose | null = null): Macs {
	const explain = (miss: LookupMiss) => missOf(catalog, miss, findClose);
	return {
		dataVersion: catalog.dataVersion,
		changed: catalog.changed,
		catalog,
		next(board, version) {
			const step = findStep(catalog, asText(board), asText(version));
			if (step.kind !== 'step') return explain(step);
			return { release: releaseOf(step.next), latest: releaseOf(step.support.latest) };
		},
		latest(board, major) {
			const support = findSupport(catalog, asText(board), asText(major));
			return support.kind === 'found' ? releaseOf(support.value.latest) : explain(support);
		},
		latestOf(name) {
			const major = findMajor(catalog, asText(name));
			return major.kind === 'found' ? releaseOf(major.value.canonical.latest) : explain(major);
		},
		majors(name) {
			const board = findBoard(catalog, asText(name));
			return board.kind === 'found' ? [...board.value.support.keys()] : explain(board);
		},
		boards(name) {
			const major = findMajor(catalog, asText(name));
			return major.kind === 'found' ? major.value.boards.map(({ id }) => id) : explain(major);
		},
		item(given) {
			const item = asText(given);
			const operation: Operation | null = selectOperation(['items', ...item.split('/')]);
			if (!operation) return { miss: 'no-item', item };
			const answer = operationAnswer(catalog, operation);
			return 'kind' in answer ? explain(answer) : answer.body;
		},
	};
}

/**
 * JavaScript may pass null, or a number as a version. Neither names anything: the number 10.10 would be 10.1. In brackets,
 * which no name has, the kind of value gets the miss of an unknown text.
 */
function asText(given: unknown): string {
	if (typeof given === 'string') return given;
	return `(${given === null ? 'null' : typeof given})`;
}

function releaseOf({ version, released }: CatalogRelease): Release {
	return { version, released };
}

function missOf(catalog: Catalog, miss: LookupMiss, findClose: FindClose | null): Miss {
	switch (miss.kind) {
		case 'unknown-board': {
			const { text, excluded } = miss;
			const close = (excluded === null && findClose?.(catalog, text)) || miss.close;
			return { miss: miss.kind, board: text, close, excluded };
		}
		case 'ambiguous-board':
			return { miss: miss.kind, board: miss.text, boards: miss.candidates.map(({ id }) => id) };
		case 'no-version':
			return { miss: miss.kind, version: miss.text, instead: miss.instead };
		case 'unknown-major': {
			const majors = miss.majors.map(({ name }) => name);
			return { miss: miss.kind, version: miss.text, major: miss.major, majors };
		}
		case 'unsupported-major': {
			const { board, major } = miss;
			return { miss: miss.kind, board: board.id, major: major.name, majors: [...board.support.keys()] };
		}
		case 'no-such-release': {
			const { text, before, after } = miss;
			return {
				miss: miss.kind,
				version: text,
				before: before && releaseOf(before),
				after: after && releaseOf(after),
			};
		}
		case 'newer-than-known': {
			const { board, latest } = miss.support;
			return { miss: miss.kind, version: miss.text, board: board.id, latest: releaseOf(latest) };
		}
		case 'release-not-for-board': {
			const { board, major, releases } = miss.support;
			return {
				miss: miss.kind,
				version: miss.text,
				board: board.id,
				major: major.name,
				releases: releases.map(({ version }) => version),
			};
		}
	}
}
