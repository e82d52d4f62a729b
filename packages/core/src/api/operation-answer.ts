import type { Catalog } from '../catalog/catalog.ts';
import { findBoard, findMajor, findStep, findSupport, type Miss } from '../catalog/lookup.ts';
import type { Operation } from './operation.ts';
import { boardRecord, compatibilityRecord, nextLink, proximoRecord, versionRecord } from './records.ts';

/** What an operation answers. */
export interface OperationAnswer {
	readonly body: string;
	/** The header `Link` to the next release; null if the answer names none. */
	readonly link: string | null;
}

/** The answer to an operation, or why there is none. */
export function operationAnswer(catalog: Catalog, operation: Operation): OperationAnswer | Miss {
	switch (operation.name) {
		case 'latest-of-major': {
			const major = findMajor(catalog, operation.version);
			return major.kind === 'found' ? unlinked(versionRecord(major.value.canonical)) : major;
		}
		case 'latest-of-board': {
			const support = findSupport(catalog, operation.board, operation.version);
			return support.kind === 'found' ? unlinked(versionRecord(support.value)) : support;
		}
		case 'next-of-board': {
			const step = findStep(catalog, operation.board, operation.version);
			if (step.kind !== 'step') return step;
			return { body: proximoRecord(step, operation.version), link: nextLink(step) };
		}
		case 'majors-of-board': {
			const board = findBoard(catalog, operation.board);
			return board.kind === 'found' ? unlinked(boardRecord(board.value)) : board;
		}
		case 'boards-of-version': {
			const major = findMajor(catalog, operation.version);
			return major.kind === 'found' ? unlinked(compatibilityRecord(major.value, operation.version)) : major;
		}
	}
}

function unlinked(body: string): OperationAnswer {
	return { body, link: null };
}
