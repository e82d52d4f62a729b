const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d\d)(?!\d)/;

/** Whether the days of a column are written day first, as some of its cells can mean nothing else; null where none tells. */
export function isDayFirst(cells: readonly string[]): boolean | null {
	let [dayFirst, monthFirst] = [false, false];
	for (const cell of cells) {
		const parts = slashed.exec(cell.trim());
		if (!parts) continue;
		if (Number(parts[1]) > 12) dayFirst = true;
		if (Number(parts[2]) > 12) monthFirst = true;
	}
	return dayFirst === monthFirst ? null : dayFirst;
}
