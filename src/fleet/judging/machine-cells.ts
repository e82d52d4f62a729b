import { meantText } from '../inventory/cells/cell-text.ts';
import { readSafari } from '../inventory/cells/safari-version.ts';
import { looks } from '../inventory/columns/known-columns.ts';
import type { Row } from '../inventory/inventory.ts';

/** The cells about machine and system. A placeholder such as `N/A` is an empty cell. */
export interface MachineCells extends PlatformCells {
	readonly build: string;
	/** The letter of a security response, and its build, if they have columns of their own. */
	readonly supplement: string;
	readonly supplemental_build: string;
	/** The version of Safari as Safari counts, and its bundle version; empty if the row has none that is one. */
	readonly safari: string;
	readonly safari_build: string;
	/** The day of enrollment of a Mac that the policy gives time because it is new; empty for all others. */
	readonly enrolled: string;
}

/** The cells of an empty row. */
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
	safari: '',
	safari_build: '',
	enrolled: '',
};

/** Longer cells are cut: they do not name a machine, and would make messages long. */
export const longestCell = 200;

/** Reads the cells of a row about machine and system. */
export function readCells(row: Row, enrolled = ''): MachineCells {
	const read = (field: keyof MachineCells) => meantText(row.text(field).slice(0, longestCell));
	const safari = readSafari(read('safari'), read('safari_build'));
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
		safari: safari.version,
		safari_build: safari.build,
		enrolled,
	};
}

/** The cells that distinguish a Mac from other devices. */
interface PlatformCells {
	readonly board: string;
	readonly platform: string;
	readonly os: string;
	readonly version: string;
	readonly model: string;
	readonly model_name: string;
}

const macSystem = anyWord('mac ?os(?: ?x)?|os ?x|appleosx|darwin|mac|macintosh');
const otherSystem = anyWord(
	'ios|ipados|ipad|iphone|ipod|tvos|apple ?tv|watchos|apple ?watch|visionos|xros|apple vision',
	'windows|win ?(?:7|8|10|11)|android|wear ?os|harmonyos|kaios|tizen|webos|chrome ?os|chromium ?os|chromebook|cros',
	'linux|ubuntu|debian|fedora|centos|rhel|red ?hat|suse|opensuse|sles|arch|kali|manjaro|raspbian|almalinux|rocky|gentoo|nixos',
	'freebsd|openbsd|netbsd|solaris|sunos|illumos|aix|hp-ux|esxi?|fortios|pan-os|junos|nx-os|proxmox|truenas',
);
/** The third number has four or five digits, which no version of Mac OS X has. */
const windowsVersion = /^(?:10\.0|6\.[1-3])\.\d{4,5}(?:\.|\b)/;
const otherModel =
	/^(?:ipad|iphone|ipod|apple ?tv|watch\d|apple watch|reality ?device|apple vision|audio ?accessory|homepod)/i;
/** Makers and product lines. None of these words is in the name of a Mac. */
const otherProduct = anyWord(
	'dell|optiplex|latitude|inspiron|vostro|xps|precision|poweredge|alienware|hp|hewlett[- ]packard|elitebook|probook|zbook',
	'elitedesk|prodesk|proliant|pavilion|laserjet|lenovo|think(?:pad|centre|station|book)|ideapad|asus|asustek|vivobook|zenbook',
	'acer|aspire|travelmate|veriton|microsoft|surface|samsung|galaxy|google|pixel|nexus|toshiba|dynabook|tecra|fujitsu|lifebook',
	'esprimo|panasonic|toughbook|sony|vaio|xperia|msi|gigabyte|huawei|matebook|xiaomi|redmi|oneplus|oppo|motorola|nokia|razer',
	'supermicro|raspberry pi|framework laptop|system76|cisco|synology|qnap',
);

/** Matches a text that contains one of these words. */
function anyWord(...words: readonly string[]): RegExp {
	return new RegExp(`(?<![a-z])(?:${words.join('|')})(?![a-z])`, 'i');
}

/**
 * Whether a row is about a Mac; null if nothing shows it. A model identifier or board ID decides first, then the name of
 * the system, then the product name of another maker.
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

/** Null if the text names no system, or both kinds, such as `Windows and Mac`. */
function systemOf(text: string): 'mac' | 'other' | null {
	const isOther = otherSystem.test(text) || windowsVersion.test(text);
	if (macSystem.test(text)) return isOther ? null : 'mac';
	return isOther ? 'other' : null;
}

/** The cells of `better`, its empty ones filled from `other`; null if `other` fills none. */
export function mergedCells(better: MachineCells, other: MachineCells): MachineCells | null {
	const cells = { ...better };
	let added = false;
	for (const field of Object.keys(better) as (keyof MachineCells)[]) {
		if (better[field] !== '' || other[field] === '') continue;
		// Never mix version, system and build of two rows: they may be from before and after an update.
		if (
			/^(?:version|os|build|supplement|supplemental_build)$/.test(field) &&
			(better.version || better.os || better.build)
		)
			continue;
		// The same holds for the version and the build of Safari.
		if (/^safari/.test(field) && (better.safari || better.safari_build)) continue;
		Object.assign(cells, { [field]: other[field] });
		added = true;
	}
	return added ? cells : null;
}
