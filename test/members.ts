/**
 * The named members of a value, to be held against exact ones. A board leads to its releases, and these to every other
 * board: a matcher that fails on a whole one prints for minutes, and takes all memory meanwhile.
 */
export function membersOf<T extends object, Name extends keyof T>(value: T, ...names: Name[]): Pick<T, Name> {
	return Object.fromEntries(names.map((name) => [name, value[name]])) as Pick<T, Name>;
}
