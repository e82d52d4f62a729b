const words: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

/** What separates the cells of a table, as people say it. */
export function delimiterWords(delimiter: string): string {
	return words[delimiter] ?? JSON.stringify(delimiter);
}
