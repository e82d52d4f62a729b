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
