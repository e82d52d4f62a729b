/** Name and value per line. */
export function card(rows: readonly (readonly [string, string | null])[]): string {
	const shown = rows.filter(([, value]) => value !== null);
	const width = Math.max(...shown.map(([name]) => name.length));
	return shown.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}
