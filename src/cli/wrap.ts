/**
 * Paragraphs with lines no wider than a terminal. Lines that begin with two blanks are examples and stay as they are,
 * and so does everything where there is no width: a pipe has none.
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
