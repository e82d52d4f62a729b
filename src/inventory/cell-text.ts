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

/**
 * The text of a cell as it is meant: without what cannot be seen, without the apostrophe that keeps a spreadsheet
 * from calculating, and empty where it says that nothing is known.
 */
export function meantText(text: string): string {
	const seen = text
		.replace(/[\p{Cc}\p{Cf}\uFFFD]+/gu, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	const bare = /^'[-=+@\d]/.test(seen) ? seen.slice(1) : seen;
	return blanks.has(bare.toLowerCase()) ? '' : bare;
}
