/** In valid JSON only a name is followed by a colon. */
const tokens = /"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/g;

/**
 * The first name that occurs twice in an object of this valid JSON, or null. A parser would silently take the last
 * value.
 */
export function repeatedName(json: string): string | null {
	const open: Set<string>[] = [];
	for (const [token] of json.matchAll(tokens)) {
		if (token === '{' || token === '[') open.push(new Set());
		else if (token === '}' || token === ']') open.pop();
		else if (token.endsWith(':')) {
			const name: string = JSON.parse(token.slice(0, -1));
			if (open.at(-1)!.has(name)) return name;
			open.at(-1)!.add(name);
		}
	}
	return null;
}
