/**
 * Picks the named members of a value for a comparison. A board leads to its releases, and they lead to every other
 * board: a failed comparison of a whole board prints for minutes and takes all memory.
 */
export function membersOf<T extends object, Name extends keyof T>(value: T, ...names: Name[]): Pick<T, Name> {
	return Object.fromEntries(names.map((name) => [name, value[name]])) as Pick<T, Name>;
}
