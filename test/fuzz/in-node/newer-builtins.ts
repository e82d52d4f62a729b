/** What the sources use of newer engines than that of Node 20, as the standard has it. Node 22 and later have it all. */
const newer: readonly (readonly [of: object, name: string, substitute: unknown])[] = [
	[
		Map,
		'groupBy',
		<K, T>(items: Iterable<T>, keyOf: (item: T) => K) => {
			const groups = new Map<K, T[]>();
			for (const item of items) {
				const key = keyOf(item);
				groups.set(key, [...(groups.get(key) ?? []), item]);
			}
			return groups;
		},
	],
	[
		Promise,
		'withResolvers',
		() => {
			const made = {} as PromiseWithResolvers<unknown>;
			made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
			return made;
		},
	],
	[Promise, 'try', async (work: () => unknown) => work()],
	...setMethods(),
];

function setMethods() {
	type Sets = [of: object, name: string, substitute: unknown][];
	const onSet = (name: string, combine: (own: Set<unknown>, other: ReadonlySet<unknown>) => unknown) => [
		Set.prototype,
		name,
		function (this: Set<unknown>, other: ReadonlySet<unknown>) {
			return combine(this, other);
		},
	];
	return [
		onSet('union', (own, other) => new Set([...own, ...other])),
		onSet('intersection', (own, other) => new Set([...own].filter((value) => other.has(value)))),
		onSet('difference', (own, other) => new Set([...own].filter((value) => !other.has(value)))),
		onSet('isSubsetOf', (own, other) => [...own].every((value) => other.has(value))),
		onSet(
			'symmetricDifference',
			(own, other) =>
				new Set([
					...[...own].filter((value) => !other.has(value)),
					...[...other].filter((value) => !own.has(value)),
				]),
		),
	] as Sets;
}

for (const [of, name, value] of newer)
	if (!Object.hasOwn(of, name))
		Object.defineProperty(of, name, { value, configurable: true, writable: true });
