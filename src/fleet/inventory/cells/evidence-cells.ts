import { cleanFailure } from '@pointrelease/core/src/advice/lateness/failure-text.ts';
import type { EvidenceField } from '../columns/field.ts';
import { foldColumn } from '../columns/known-columns.ts';
import { meantText, shownText } from './cell-text.ts';
import { isDay } from './seen-day.ts';

/** The states of `softwareupdate.install-state` in Apple's schema and its description. */
const knownStates: ReadonlySet<string> = new Set([
	'none',
	'waiting',
	'downloading',
	'prepared',
	'installing',
	'failed',
]);

const [yes, no] = [/^(?:yes|true|1|y|on|enabled)\b/i, /^(?:no|false|0|n|off|disabled|not)\b/i];

/** Reads `Yes`, `true`, `1`, `Enabled` and their opposites; undefined for anything else. */
export function readFlag(cell: string): boolean | undefined {
	const text = meantText(cell);
	return yes.test(text) ? true : no.test(text) ? false : undefined;
}

/** Whether the processor is Apple's. Intune numbers architectures: 9 is x64, 12 is ARM64. */
export function readAppleSilicon(cell: string): boolean | undefined {
	const text = meantText(cell);
	if (/^(?:arm|apple|aarch64|12$)/i.test(text)) return true;
	if (/^(?:x86|x64|i386|intel|9$)/i.test(text)) return false;
	return readFlag(text);
}

/** Whether the service has the bootstrap token of a Mac; `not-supported` says nothing about the Mac. */
export type BootstrapToken = 'escrowed' | 'not-escrowed' | 'not-supported';

export function readToken(cell: string): BootstrapToken | undefined {
	const text = foldColumn(meantText(cell));
	if (/^(?:not|un)supported$/.test(text)) return 'not-supported';
	if (/^(?:not|un)escrowed$/.test(text)) return 'not-escrowed';
	if (text === 'escrowed') return 'escrowed';
	const flag = readFlag(cell);
	return flag === undefined ? undefined : flag ? 'escrowed' : 'not-escrowed';
}

/** In characters. */
const longestState = 40;

/** The state of the update: one of Apple's six in lower case, or another text as it is. */
export function readUpdateState(cell: string): string | undefined {
	const text = shownText(cell);
	if (knownStates.has(text.toLowerCase())) return text.toLowerCase();
	return meantText(text.slice(0, longestState)) || undefined;
}

/** In characters: more than a text of macOS about a failure has. */
const longestReason = 4000;

/** The text of a failure: cut, without control characters and without home folders, whose names are those of persons. */
export function readFailureReason(cell: string): string | undefined {
	return cleanFailure(meantText(cell.slice(0, longestReason))) || undefined;
}

/** A whole number, as a text of digits. */
export function readCount(cell: string): number | undefined {
	const text = meantText(cell);
	return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

/** The version of a pending update, with the letter of a security response: `26.3.1` or `26.3.1 (a)`. */
export function readPendingVersion(cell: string): string | undefined {
	const [, version, letter] =
		/^(?:macOS\s+)?(\d{2}(?:\.\d{1,2}){0,2})\s*(\([a-z]\))?(?:\s*\(\w{4,9}\))?$/i.exec(meantText(cell)) ?? [];
	return version && (letter ? `${version} ${letter.toLowerCase()}` : version);
}

/** Bytes. Storage is counted in decimal units here, as Apple does. */
const unitBytes: Readonly<Record<string, number>> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 };

/**
 * The bytes of one unit in a column of free space, by its name; undefined if the name says no unit. Jamf Pro and Intune
 * export megabytes, Fleet and SimpleMDM state gigabytes, Microsoft Graph bytes.
 */
export function spaceUnitOf(column: string): number | undefined {
	const name = foldColumn(column);
	if (/gigabytes?$|gb$|^gigs|availabledevicecapacity$|gigsdiskspaceavailable$/.test(name))
		return unitBytes.gb;
	if (/megabytes?$|mb$|^freestorage$/.test(name)) return unitBytes.mb;
	return /bytes?$/.test(name) ? 1 : undefined;
}

/**
 * The free bytes of a Mac. Zero is unknown: Intune and Fleet write it for a Mac that has not reported. So is a number
 * without a unit, and one whose dot or comma may separate thousands or decimals.
 */
export function readFreeBytes(cell: string, unitOfColumn: number | undefined): number | undefined {
	const [, number, word] =
		/^(\d+(?:[.,]\d+)*)\s*(bytes?|[kmgt]?i?b)?$/i.exec(meantText(cell).replace(/(\d)\s(?=\d{3})/g, '$1')) ??
		[];
	if (number === undefined) return undefined;
	const unit = word === undefined ? unitOfColumn : unitBytes[word.toLowerCase().replace(/i|ytes?/g, '')];
	if (unit === undefined) return undefined;
	const plain = plainNumber(number, unit);
	return plain === undefined || !(plain > 0) ? undefined : Math.round(plain * unit);
}

function plainNumber(number: string, unit: number): number | undefined {
	const [mark] = /[.,]/.exec(number) ?? [];
	if (mark === undefined) return Number(number);
	const parts = number.split(/[.,]/);
	const isGrouped = parts.slice(1).every((part) => part.length === 3) && parts[0]!.length <= 3;
	if (parts.length === 2 && !isGrouped) return Number(parts.join('.'));
	// `12.345 GB` has decimals: no Mac has twelve thousand free gigabytes. In smaller units nobody writes three.
	if (parts.length === 2 && unit >= 1e9 && mark === '.') return Number(number);
	if (isGrouped && unit < 1e6) return Number(parts.join(''));
	return isGrouped && mark === ',' && unit === 1e6 && number.replace(/[^,]/g, '').length === parts.length - 1
		? Number(parts.join(''))
		: undefined;
}

const isFlag = (cell: string) => readFlag(cell) !== undefined;

/** Whether a cell can be what its field says, for the columns whose names others use as well. */
const fitting: Readonly<Record<EvidenceField, (cell: string) => boolean>> = {
	enrolled: isDay,
	newest_contact: isDay,
	mdm_contact: isDay,
	managed: isFlag,
	mdm_expires: isDay,
	supervised: isFlag,
	user_approved: isFlag,
	ddm_enabled: isFlag,
	bootstrap_token: (cell) => readToken(cell) !== undefined,
	apple_silicon: (cell) => readAppleSilicon(cell) !== undefined,
	free_space: (cell) => /^\d/.test(meantText(cell)),
	update_state: (cell) => knownStates.has(shownText(cell).toLowerCase()),
	failure_reason: (cell) => meantText(cell) !== '',
	failure_count: (cell) => readCount(cell) !== undefined,
	last_failure: isDay,
	pending_version: (cell) => readPendingVersion(cell) !== undefined,
	pending_date: isDay,
	declarations: (cell) => readCount(cell) !== undefined,
	deferral_days: (cell) => readCount(cell) !== undefined,
	told: (cell) => cell.startsWith('{'),
};

/** Names that say nothing of updates: all their cells have to be states, and one has to be more than `none`. */
const commonNames = /^(?:state|status)$/;

/** Whether the filled cells of a column fit the field. A column without any fits: later rows may have some. */
export function isPlausibleEvidence(
	field: EvidenceField,
	column: string,
	values: readonly string[],
): boolean {
	const fits = fitting[field];
	if (field === 'update_state' && commonNames.test(foldColumn(column.split('.').at(-1)!)))
		return values.every(fits) && values.some((cell) => fits(cell) && !/^none$/i.test(cell));
	return values.length === 0 || values.some(fits);
}
