/**
 * A list of texts for `IN (...)`. In SQLite only a quote ends a text, and two quotes stand for one. A zero character
 * would end the whole query; no Mac reports one.
 */
export function sqlList(texts: readonly string[]): string {
	const safe = texts.filter((text) => !text.includes('\0'));
	return `(${safe.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')})`;
}

/** A version as osquery has it: major, minor and patch. */
export function versionRow(version: string): string {
	const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
	return `(${major}, ${minor}, ${patch})`;
}
