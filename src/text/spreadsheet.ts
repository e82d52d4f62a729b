import { quoted } from './csv.ts';

// Separate from `csv.ts` because the first script of the page writes CSV, and only the report of a fleet needs this.

/** What makes a spreadsheet calculate when a cell begins with it, the wide forms of East Asia included. */
const formula = /^[=+\-@\t\r＝＋－＠]/;

/** A text that means the same to CSV and to every spreadsheet: two searches less for nearly every cell of a report. */
const plainCell = /^[A-Za-z0-9][ !#-+\--:<-~]*$/;

/**
 * A text as a cell that no spreadsheet takes for a formula, or for two cells where it divides at semicolons. What
 * is to be read back by a program is written by `csvLine`.
 */
export function spreadsheetCell(text: string): string {
	if (plainCell.test(text) && !text.endsWith(' ')) return text;
	const neutral = formula.test(text.trimStart()) ? `'${text}` : text;
	return /[",;\t\r\n]/.test(neutral) || neutral !== neutral.trim() ? quoted(neutral) : neutral;
}

const words: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

/** What separates the cells of a table, as people say it. */
export function delimiterWords(delimiter: string): string {
	return words[delimiter] ?? JSON.stringify(delimiter);
}
