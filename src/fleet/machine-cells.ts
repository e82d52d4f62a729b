import type { PlatformCells } from './inventory/platform.ts';

/** What an inventory says about machine and system, as it is meant; empty where it says nothing. */
export interface MachineCells extends PlatformCells {
	readonly board: string;
	readonly build: string;
	readonly supplement: string;
}
