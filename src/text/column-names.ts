/** Names with commas between them; one that has a comma itself is in quotes, as in CSV: `Owner,"Dept, Team"`. */
export function columnNames(text: string): string[] {
	const parts = text.match(/\s*"(?:[^"]|"")*"\s*(?=,|$)|[^,]+/g) ?? [];
	return parts
		.map((part) => part.trim())
		.map((part) => (/^".*"$/s.test(part) ? part.slice(1, -1).replaceAll('""', '"').trim() : part))
		.filter((name) => name !== '');
}
