/** As many names are suggested at most. */
const mostSuggestions = 3;

/** Of the names, those that somebody who typed this most likely meant: all with the fewest slips. */
export async function closest(typed: string, names: readonly string[]): Promise<string[]> {
	// Needed where somebody made a slip, and by no command that starts well.
	const { editDistance } = await import('../catalog/resolve.ts');
	const allowed = Math.floor(typed.length / 3);
	const ranked = names
		.map((name) => ({ name, slips: editDistance(typed, name, allowed) }))
		.filter(({ slips }) => slips <= allowed);
	const fewest = Math.min(...ranked.map(({ slips }) => slips));
	return ranked
		.filter(({ slips }) => slips === fewest)
		.map(({ name }) => name)
		.slice(0, mostSuggestions);
}
