import { Failure } from '../../failure.ts';

/** The records of a CSV text (RFC 4180), each with the line it starts on. Empty lines are skipped. */
export function parseCsv(text: string): { line: number; cells: string[] }[] {
	const records: { line: number; cells: string[] }[] = [];
	let at = text.startsWith('\ufeff') ? 1 : 0;
	let line = 1;
	while (at < text.length) {
		const start = line;
		const cells: string[] = [];
		for (;;) {
			let cell = '';
			if (text[at] === '"') {
				for (at++; ; at++) {
					if (at >= text.length)
						throw new Failure('bad-csv', `line ${start}: a quotation mark is never closed`);
					if (text[at] === '"' && text[at + 1] === '"') at++;
					else if (text[at] === '"') break;
					if (text[at] === '\n') line++;
					cell += text[at];
				}
				at++;
				if (at < text.length && !/[,\r\n]/.test(text[at]!))
					throw new Failure('bad-csv', `line ${line}: text after a closing quotation mark`);
			} else {
				const rest = /[,\r\n]/g;
				rest.lastIndex = at;
				const end = rest.exec(text)?.index ?? text.length;
				cell = text.slice(at, end);
				at = end;
			}
			cells.push(cell);
			if (text[at] !== ',') break;
			at++;
		}
		if (text[at] === '\r') at++;
		if (text[at] === '\n') at++;
		line++;
		if (cells.length > 1 || cells[0]!.trim() !== '') records.push({ line: start, cells });
	}
	return records;
}

export function csvLine(cells: readonly (string | number | null)[]): string {
	return cells
		.map((cell) => {
			const text = String(cell ?? '');
			return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
		})
		.join(',');
}
