/**
 * The first place where two values differ, or where one has one object and the other has two; null if there is none. Neither
 * `toEqual` nor serialized bytes would do: objects of catalogs refer to each other, and JavaScriptCore writes one number in two ways.
 */
export function firstDifference(one: unknown, other: unknown): string | null {
	const partners = new Map<unknown, unknown>();
	const pairs: [one: unknown, other: unknown, path: string][] = [[one, other, 'it']];
	for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
		const [a, b, path] = pair;
		if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
			if (!Object.is(a, b)) return path;
			continue;
		}
		if (partners.has(a) || partners.has(b)) {
			if (partners.get(a) !== b || partners.get(b) !== a) return path;
			continue;
		}
		partners.set(a, b).set(b, a);
		const [members, others] = [membersOf(a), membersOf(b)];
		if (members.length !== others.length || a.constructor !== b.constructor) return path;
		for (const [at, [key, value]] of members.entries()) {
			pairs.push([key, others[at]![0], `${path}, a key`], [value, others[at]![1], `${path}.${key}`]);
		}
	}
	return null;
}

function membersOf(value: object): (readonly [key: unknown, value: unknown])[] {
	return value instanceof Map || value instanceof Set ? [...value.entries()] : Object.entries(value);
}
