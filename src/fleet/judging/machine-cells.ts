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
