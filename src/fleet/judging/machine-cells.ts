import { meantText } from '../inventory/cells/cell-text.ts';
import { looks } from '../inventory/columns/known-columns.ts';
import type { Row } from '../inventory/inventory.ts';

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

/** The cells that tell a Mac from other devices. */
export interface PlatformCells {
	readonly platform: string;
	readonly os: string;
	readonly version: string;
	readonly model: string;
	readonly model_name: string;
}

const macSystem = /^(?:apple )?(?:mac|macos|mac os|mac os x|os x|osx|appleosx|darwin|macintosh)(?![a-z])/i;
const otherSystem =
	/^(?:ios|ipados|ipad|iphone|ipod|tvos|apple ?tv|watchos|apple ?watch|visionos|apple vision|windows|win\d|android|linux|ubuntu|debian|fedora|centos|rhel|red hat|suse|arch|chrome)/i;
const otherModel =
	/^(?:ipad|iphone|ipod|apple ?tv|watch\d|apple watch|reality ?device|apple vision|audio ?accessory|homepod)/i;

/** Whether a row is about a Mac; null when it says neither. The model knows best, then the platform, then the system. */
export function isMac({ platform, os, version, model, model_name }: PlatformCells): boolean | null {
	if (otherModel.test(model) || otherModel.test(model_name)) return false;
	if (looks.model!.test(model) || looks.model!.test(model_name)) return true;
	for (const text of [platform, os, version]) {
		if (macSystem.test(text)) return true;
		if (otherSystem.test(text)) return false;
	}
	return null;
}
