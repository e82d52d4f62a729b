import { quoted } from './csv.ts';

// Separate from `csv.ts`, which is in the first script of the page. Only fleet reports need this file.

/**
 * The characters at the start of a cell that make a spreadsheet run a formula, including their full-width forms. `|` is part
 * of DDE, with which old spreadsheets call programs.
 */
const formula = /^[=+\-@|\t\r＝＋－＠｜]/;

/**
 * Text as a CSV cell that no spreadsheet runs as a formula or splits at a semicolon. For programs, `csvLine` writes cells
 * unchanged.
 */
export function spreadsheetCell(text: string): string {
	const neutral = formula.test(text.trimStart()) ? `'${text}` : text;
	return /[",;\t\r\n]/.test(neutral) || neutral !== neutral.trim() ? quoted(neutral) : neutral;
}

const words: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

/** The name of a delimiter in words. */
export function delimiterWords(delimiter: string): string {
	return words[delimiter] ?? JSON.stringify(delimiter);
}
