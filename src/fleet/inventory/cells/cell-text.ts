/** What exports write where they know nothing. */
const blanks: ReadonlySet<string> = new Set([
	'-',
	'-1',
	'n/a',
	'na',
	'none',
	'null',
	'nil',
	'undefined',
	'unknown',
	'not available',
	'not reported',
	'unavailable',
	// Tanium.
	'[no results]',
	'[current result unavailable]',
]);

/** Words of letters, digits and signs with one blank between them, as they are shown. */
const plain = /^(?!')[!-~]+(?: [!-~]+)*$/;

/** A cell without what cannot be seen and without the apostrophe that keeps a spreadsheet from calculating. */
export function shownText(text: string): string {
	// Nearly every cell is plain, and a million of them are read.
	if (plain.test(text)) return text;
	const seen = text
		.replace(/[\p{Cc}\p{Cf}\uFFFD]+/gu, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return /^'[-=+@\d]/.test(seen) ? seen.slice(1) : seen;
}

/** The text of a cell as it is meant: empty where it says that nothing is known. */
export function meantText(text: string): string {
	const shown = shownText(text);
	return blanks.has(shown.toLowerCase()) ? '' : shown;
}

/** Words for a number that is not there; no serial number of a Mac is a word. */
const words =
	/UNKNOWN|UNBEKANNT|INCONNU|DESCONOCID|SERIAL|DEFAULT|AVAILABLE|APPLICABLE|SPECIFIED|REPORTED|FILLED|ASSIGNED/;
/** What a spreadsheet makes of a long number: many become the same. */
const rounded = /^\d+(?:[.,]\d+)?E\+\d+$/;
/** What is hidden, or asked for. */
const masked = /[*?…#]/;
/** A number without a digit is rare, and has no vowel. */
const consonants = /^[B-DF-HJ-NP-TV-Z]{8,}$/;
/** Those of virtual machines have 60 characters; what is longer is another text, and may be cut. */
const longestSerial = 100;
const countedUp = '01234567890123456789';

/**
 * Whether a serial number tells one Mac from all others. Many exports write something where they know none, and two
 * Macs that were taken for one for it would hide each other: what is uncertain tells nothing.
 */
export function isTelling(serial: string): boolean {
	if (serial.length > longestSerial) return false;
	const text = meantText(serial.normalize('NFKC')).toUpperCase();
	if (rounded.test(text) || masked.test(text)) return false;
	const letters = text.replace(/[^\p{L}\p{N}]+/gu, '');
	if (new Set(letters).size < 2 || words.test(letters)) return false;
	if (!/\d/.test(letters)) return consonants.test(text);
	return !(letters.length > 2 && countedUp.includes(letters));
}
