/**
 * Reads CSV as RFC 4180 has it, except that a cell never spans lines: one row is one line, so that a diff
 * shows whole facts. A line whose quotes do not close comes back with `cells` null.
 */
export function parseCsv(text: string): { line: number; cells: string[] | null }[] {
	const lines = text.split('\n');
	if (lines.at(-1) === '') lines.pop();
	return lines.map((line, index) => ({ line: index + 1, cells: parseLine(line) }));
}

function parseLine(line: string): string[] | null {
	if (!line.includes('"')) return line.split(',');
	const cells: string[] = [];
	let at = 0;
	while (at <= line.length) {
		if (line[at] !== '"') {
			const end = line.indexOf(',', at);
			const cell = end === -1 ? line.slice(at) : line.slice(at, end);
			if (cell.includes('"')) return null;
			cells.push(cell);
			if (end === -1) return cells;
			at = end + 1;
			continue;
		}
		const closing = closingQuote(line, at + 1);
		if (closing === -1) return null;
		cells.push(line.slice(at + 1, closing).replaceAll('""', '"'));
		if (closing + 1 === line.length) return cells;
		if (line[closing + 1] !== ',') return null;
		at = closing + 2;
	}
	return cells;
}

function closingQuote(line: string, from: number): number {
	for (let at = line.indexOf('"', from); at !== -1; at = line.indexOf('"', at + 2)) {
		if (line[at + 1] !== '"') return at;
	}
	return -1;
}

/** One row as one line, quoting only the cells that need it. */
export function printCsvLine(cells: readonly string[]): string {
	return cells.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');
}
