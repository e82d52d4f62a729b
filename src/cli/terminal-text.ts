import { grouped } from '@pointrelease/core/src/text/numbers.ts';
import { visible } from '@pointrelease/core/src/text/visible.ts';

/**
 * Tells a person a line on standard error. It may hold the name of a file, or a text of a server, with escapes that a
 * terminal would execute.
 */
export function tell(line: string): void {
	process.stderr.write(`${visible(line)}\n`);
}

/** Writes to standard output: a file or a program gets the text unchanged, a terminal without what it would execute. */
export function writeOut(text: string): void {
	process.stdout.write(process.stdout.isTTY ? visible(text.replaceAll('\r\n', '\n')) : text);
}

/** A text as one word of a command line that a person may copy. */
export function shellWord(text: string): string {
	return /^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * Wraps paragraphs to the width of a terminal. Lines that begin with two spaces are examples and are not wrapped.
 * Nothing is wrapped for a pipe, whose width is infinite.
 */
export function wrap(text: string, width: number): string {
	if (!Number.isFinite(width)) return text;
	const parts: string[][] = [];
	for (const line of text.split('\n')) {
		const before = parts.at(-1);
		const joins = isProse(line) && before !== undefined && isProse(before[0]!);
		if (joins) before.push(line);
		else parts.push([line]);
	}
	return parts.flatMap((lines) => (isProse(lines[0]!) ? filled(lines.join(' '), width) : lines)).join('\n');
}

function isProse(line: string): boolean {
	return line !== '' && !line.startsWith('  ');
}

function filled(paragraph: string, width: number): string[] {
	const lines: string[] = [];
	let line = '';
	for (const word of paragraph.split(/\s+/)) {
		if (line !== '' && line.length + 1 + word.length > width) {
			lines.push(line);
			line = word;
		} else line = line === '' ? word : `${line} ${word}`;
	}
	return [...lines, line];
}

/** Rows of text in aligned columns. */
export function table(rows: readonly (readonly string[])[]): string {
	const widths: number[] = [];
	for (const row of rows) {
		for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
	}
	return rows
		.map((row) =>
			row
				.map((cell, index) => cell.padEnd(widths[index]!))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}

/** The most rows of a list on a terminal, unless --all is given. */
export const mostRows = 20;

/** The option of a command with a long list. */
export const allOption = { type: 'boolean', help: 'show the whole list, not only 20 lines' } as const;

/** The first rows, and a line that says how to see the others. */
export function shortened<Row>(rows: readonly Row[], all: boolean): { shown: readonly Row[]; hint: string } {
	if (all || rows.length <= mostRows) return { shown: rows, hint: '' };
	return { shown: rows.slice(0, mostRows), hint: restOf(rows.length - mostRows) };
}

/** The last rows, for a list with the newest at its end, and a line about the earlier ones. */
export function lastRows<Row>(rows: readonly Row[], all: boolean): { shown: readonly Row[]; hint: string } {
	if (all || rows.length <= mostRows) return { shown: rows, hint: '' };
	return { shown: rows.slice(-mostRows), hint: restOf(rows.length - mostRows, 'earlier') };
}

export function restOf(count: number, word = 'more'): string {
	return `${grouped(count)} ${word}. Add --all to see them, or --json for programs.`;
}
