import { meantText } from '../inventory/cells/cell-text.ts';
import type { Row } from '../inventory/row.ts';
import type { PlatformCells } from './platform.ts';

/** What an inventory says about machine and system, as it is meant; empty where it says nothing. */
export interface MachineCells extends PlatformCells {
	readonly board: string;
	readonly build: string;
	/** The letter of a security response, and the build that it makes, where they have cells of their own. */
	readonly supplement: string;
	readonly supplemental_build: string;
}

/** A row that says nothing. */
export const noCells: MachineCells = {
	board: '',
	model: '',
	model_name: '',
	version: '',
	os: '',
	build: '',
	supplement: '',
	supplemental_build: '',
	platform: '',
};

/** Longer cells say nothing about a machine, and would only make messages long. */
export const longestCell = 200;

/** What a row says about machine and system. */
export function readCells(row: Row): MachineCells {
	const read = (field: keyof MachineCells) => meantText(row.text(field).slice(0, longestCell));
	return {
		board: read('board'),
		model: read('model'),
		model_name: read('model_name'),
		version: read('version'),
		os: read('os'),
		build: read('build'),
		supplement: read('supplement'),
		supplemental_build: read('supplemental_build'),
		platform: read('platform'),
	};
}
