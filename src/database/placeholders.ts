/** `($1, $2), ($3, $4)` for two rows of two; the suffix goes into every row. */
export function placeholders(rows: number, columns: number, suffix = ''): string {
	return Array.from({ length: rows }, (_, row) => {
		const names = Array.from({ length: columns }, (_, column) => `$${row * columns + column + 1}`);
		return `(${names.join(', ')}${suffix})`;
	}).join(', ');
}
