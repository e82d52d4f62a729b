import { meantText } from '../inventory/cells/cell-text.ts';
import { looks } from '../inventory/columns/known-columns.ts';
import type { Row } from '../inventory/inventory.ts';

/** What an inventory says about machine and system, as it is meant; empty where it says nothing. */
export interface MachineCells extends PlatformCells {
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
	readonly board: string;
	readonly platform: string;
	readonly os: string;
	readonly version: string;
	readonly model: string;
	readonly model_name: string;
}

const macSystem = saying('mac ?os(?: ?x)?|os ?x|appleosx|darwin|mac|macintosh');
const otherSystem = saying(
	'ios|ipados|ipad|iphone|ipod|tvos|apple ?tv|watchos|apple ?watch|visionos|xros|apple vision',
	'windows|win ?(?:7|8|10|11)|android|wear ?os|harmonyos|kaios|tizen|webos|chrome ?os|chromium ?os|chromebook|cros',
	'linux|ubuntu|debian|fedora|centos|rhel|red ?hat|suse|opensuse|sles|arch|kali|manjaro|raspbian|almalinux|rocky|gentoo|nixos',
	'freebsd|openbsd|netbsd|solaris|sunos|illumos|aix|hp-ux|esxi?|fortios|pan-os|junos|nx-os|proxmox|truenas',
);
/** Mac OS X 10.0 had no number like these. */
const windowsVersion = /^(?:10\.0|6\.[1-3])\.\d{4,5}(?:\.|\b)/;
const otherModel =
	/^(?:ipad|iphone|ipod|apple ?tv|watch\d|apple watch|reality ?device|apple vision|audio ?accessory|homepod)/i;
/** Makers and lines of products; no Mac has one of these words in its name. */
const otherProduct = saying(
	'dell|optiplex|latitude|inspiron|vostro|xps|precision|poweredge|alienware|hp|hewlett[- ]packard|elitebook|probook|zbook',
	'elitedesk|prodesk|proliant|pavilion|laserjet|lenovo|think(?:pad|centre|station|book)|ideapad|asus|asustek|vivobook|zenbook',
	'acer|aspire|travelmate|veriton|microsoft|surface|samsung|galaxy|google|pixel|nexus|toshiba|dynabook|tecra|fujitsu|lifebook',
	'esprimo|panasonic|toughbook|sony|vaio|xperia|msi|gigabyte|huawei|matebook|xiaomi|redmi|oneplus|oppo|motorola|nokia|razer',
	'supermicro|raspberry pi|framework laptop|system76|cisco|synology|qnap',
);

/** Matches a text with one of these words. */
function saying(...words: readonly string[]): RegExp {
	return new RegExp(`(?<![a-z])(?:${words.join('|')})(?![a-z])`, 'i');
}

/**
 * Whether a row is about a Mac; null when it says neither. The identifier of a machine knows best, then what the system is
 * called, then a product of another maker.
 */
export function isMac({ board, platform, os, version, model, model_name }: PlatformCells): boolean | null {
	const models = [model, model_name];
	if (models.some((text) => otherModel.test(text))) return false;
	if (models.some((text) => looks.model!.test(text)) || looks.board!.test(board)) return true;
	const systems = [platform, os, version].map(systemOf);
	if (systems.includes('other')) return false;
	if (systems.includes('mac')) return true;
	return models.some((text) => systemOf(text) === 'other' || otherProduct.test(text)) ? false : null;
}

/** A text that names both, such as `Windows and Mac`, says nothing of one device. */
function systemOf(text: string): 'mac' | 'other' | null {
	const isOther = otherSystem.test(text) || windowsVersion.test(text);
	if (macSystem.test(text)) return isOther ? null : 'mac';
	return isOther ? 'other' : null;
}

/** The cells of both, those of the better first; null when they add nothing to each other. */
export function mergedCells(better: MachineCells, other: MachineCells): MachineCells | null {
	const cells = { ...better };
	let added = false;
	for (const field of Object.keys(better) as (keyof MachineCells)[]) {
		if (better[field] !== '' || other[field] === '') continue;
		// Version, words and build of a system belong together.
		if (
			/^(?:version|os|build|supplement|supplemental_build)$/.test(field) &&
			(better.version || better.os || better.build)
		)
			continue;
		Object.assign(cells, { [field]: other[field] });
		added = true;
	}
	return added ? cells : null;
}
