import { quoted } from './csv.ts';

// Separate from `csv.ts` because the first script of the page writes CSV, and only the report of a fleet needs this.

/**
 * What makes a spreadsheet calculate when a cell begins with it, the wide forms of East Asia included. A bar ends the
 * name of a program in what old spreadsheets take for a call of one (DDE).
 */
const formula = /^[=+\-@|\t\r＝＋－＠｜]/;

/** Nearly every cell of a report: a text that CSV and every spreadsheet read alike, without a blank at its end. */
const plainCell = /^[A-Za-z0-9](?:[ !#-+\--:<-~]*[!#-+\--:<-~])?$/;

/**
 * A text as a cell that no spreadsheet takes for a formula, or divides at a semicolon. `csvLine` writes cells that a
 * program reads back.
 */
export function spreadsheetCell(text: string): string {
	if (plainCell.test(text)) return text;
	const neutral = formula.test(text.trimStart()) ? `'${text}` : text;
	return /[",;\t\r\n]/.test(neutral) || neutral !== neutral.trim() ? quoted(neutral) : neutral;
}

const words: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

/** What separates the cells of a table, as people say it. */
export function delimiterWords(delimiter: string): string {
	return words[delimiter] ?? JSON.stringify(delimiter);
}
