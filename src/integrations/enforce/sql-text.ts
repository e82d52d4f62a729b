/**
 * A list of texts for `IN (...)`. Nothing but a quote can end a text in SQLite, and two of them stand for one. A zero
 * character would end the whole query; no Mac reports one.
 */
export function sqlList(texts: readonly string[]): string {
	const sound = texts.filter((text) => !text.includes('\0'));
	return `(${sound.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')})`;
}
