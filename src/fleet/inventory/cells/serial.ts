import { meantText } from './cell-text.ts';

/** Words for a number that is not there; no serial number of a Mac is a word. */
const words =
	/UNKNOWN|UNBEKANNT|INCONNU|DESCONOCID|SERIAL|DEFAULT|AVAILABLE|APPLICABLE|SPECIFIED|REPORTED|FILLED|ASSIGNED/;
/** What a spreadsheet makes of a long number: many become the same. */
const rounded = /^\d+(?:[.,]\d+)?E\+\d+$/;
/** What is hidden, or asked for. */
const masked = /[*?…#]/;
/** A number without a digit is rare, and has no vowel. */
const consonants = /^[B-DF-HJ-NP-TV-Z]{8,}$/;
const countedUp = '01234567890123456789';

/**
 * Whether a serial number tells one Mac from all others. Many exports write something where they know none, and two
 * Macs that were taken for one for it would hide each other: what is doubtful tells nothing.
 */
export function isTelling(serial: string): boolean {
	const text = meantText(serial.normalize('NFKC')).toUpperCase();
	if (rounded.test(text) || masked.test(text)) return false;
	const letters = text.replace(/[^\p{L}\p{N}]+/gu, '');
	if (new Set(letters).size < 2 || words.test(letters)) return false;
	if (!/\d/.test(letters)) return consonants.test(text);
	return !(letters.length > 2 && countedUp.includes(letters));
}
