/** What makes a spreadsheet calculate when a cell begins with it, the wide forms of East Asia included. */
const formula = /^[=+\-@\t\r＝＋－＠]/;

/** A text as a cell of CSV that no spreadsheet takes for a formula. */
export function csvCell(text: string): string {
	const neutral = formula.test(text.trimStart()) ? `'${text}` : text;
	return /[",;\t\r\n]/.test(neutral) || neutral !== neutral.trim()
		? `"${neutral.replaceAll('"', '""')}"`
		: neutral;
}
