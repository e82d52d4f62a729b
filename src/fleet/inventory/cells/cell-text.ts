/** Placeholders for an unknown value. */
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

/** Printable ASCII with single blanks, which `shownText` would not change. */
const plain = /^(?!')[!-~]+(?: [!-~]+)*$/;

/** A cell without invisible characters, and without the apostrophe that marks a text in a spreadsheet. */
export function shownText(text: string): string {
	// Nearly every cell is plain. Without this test a million cells take 0.2 s more.
	if (plain.test(text)) return text;
	const visible = text
		.replace(/[\p{Cc}\p{Cf}\uFFFD]+/gu, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return /^'[-=+@\d]/.test(visible) ? visible.slice(1) : visible;
}

/** The text of a cell; empty for a placeholder such as `N/A`. */
export function meantText(text: string): string {
	const shown = shownText(text);
	return blanks.has(shown.toLowerCase()) ? '' : shown;
}

/** Words in placeholders for a serial number. No serial number of a Mac contains one. */
const placeholderWords =
	/UNKNOWN|UNBEKANNT|INCONNU|DESCONOCID|SERIAL|DEFAULT|AVAILABLE|APPLICABLE|SPECIFIED|REPORTED|FILLED|ASSIGNED/;
/** A number that a spreadsheet rounded, such as `1.2E+15`: several serial numbers become the same. */
const rounded = /^\d+(?:[.,]\d+)?E\+\d+$/;
/** Serial numbers that are hidden or unknown, such as `C02****`. */
const masked = /[*?…#]/;
/** The few serial numbers without a digit have no vowel either. */
const consonants = /^[B-DF-HJ-NP-TV-Z]{8,}$/;
/** In characters. Serial numbers of virtual machines have 60; a longer text is something else, and the report cuts it. */
const longestSerial = 100;
const countedUp = '01234567890123456789';

/**
 * Whether a serial number identifies a Mac. Many exports write a placeholder for an unknown serial number. Merging two Macs
 * because of it would hide one of them, so an uncertain text does not identify a Mac.
 */
export function identifiesMac(serial: string): boolean {
	if (serial.length > longestSerial) return false;
	const text = meantText(serial.normalize('NFKC')).toUpperCase();
	if (rounded.test(text) || masked.test(text)) return false;
	const letters = text.replace(/[^\p{L}\p{N}]+/gu, '');
	if (new Set(letters).size < 2 || placeholderWords.test(letters)) return false;
	if (!/\d/.test(letters)) return consonants.test(text);
	return !(letters.length > 2 && countedUp.includes(letters));
}
