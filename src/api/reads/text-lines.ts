/**
 * Facts as `key=value` lines, with nothing after `=` for null and commas between several values. Every value is made of
 * letters, digits, `.`, `-`, `_` and those commas, so that a shell can read the lines, and does no harm if it evaluates them.
 */
export function printLines(facts: Readonly<Record<string, unknown>>): string {
	return Object.entries(facts)
		.map(([key, value]) => `${key}=${value ?? ''}\n`)
		.join('');
}
