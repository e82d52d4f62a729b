import type { Catalog } from '../catalog/catalog.ts';
import { findBoard, findMajor, findStep, findSupport, type Miss } from '../catalog/lookup.ts';
import type { Operation } from './operation.ts';
import { boardRecord, compatibilityRecord, proximoRecord, versionRecord } from './records.ts';

/** The body of the answer to an operation, or why there is none. */
export function operationBody(catalog: Catalog, operation: Operation): string | Miss {
	switch (operation.name) {
		case 'latest-of-major': {
			const major = findMajor(catalog, operation.version);
			return major.kind === 'found' ? versionRecord(major.value.canonical) : major;
		}
		case 'latest-of-board': {
			const support = findSupport(catalog, operation.board, operation.version);
			return support.kind === 'found' ? versionRecord(support.value) : support;
		}
		case 'next-of-board': {
			const step = findStep(catalog, operation.board, operation.version);
			return step.kind === 'step' ? proximoRecord(step, operation.version) : step;
		}
		case 'majors-of-board': {
			const board = findBoard(catalog, operation.board);
			return board.kind === 'found' ? boardRecord(board.value) : board;
		}
		case 'boards-of-version': {
			const major = findMajor(catalog, operation.version);
			return major.kind === 'found' ? compatibilityRecord(major.value, operation.version) : major;
		}
	}
}
