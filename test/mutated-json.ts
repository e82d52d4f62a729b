type Container = Record<string, unknown>;

/** What chooses a change. */
interface Choice {
	below(most: number): number;
	pick<T>(list: readonly T[]): T;
	/** The values that a member may get. */
	readonly pool: readonly unknown[];
}

/** Replaces, removes, adds, renames or doubles one member somewhere below the root. */
export function mutateJson(root: Container, { below, pick, pool }: Choice): void {
	const places = placesIn(root);
	const [container, name] = pick(places);
	const value = structuredClone(pick(pool));
	const isRoot = container === root;
	const kind = isRoot ? 0 : below(6);
	const isList = Array.isArray(container);
	if (kind <= 2) container[name] = value;
	else if (kind === 3 && isList) container.splice(Number(name), 1);
	else if (kind === 4 && isList) container.push(value);
	else if (kind === 4) container[pick(extraNames)] = value;
	else if (!isList) {
		if (kind === 5) container[`${name}${pick(['s', ' ', '_'])}`] = container[name];
		delete container[name];
	}
}

const extraNames = ['other', 'kind', '$schema', '', 'a b', 'description'];

/** Every member below a value, with what has it. */
export function placesIn(container: Container): [Container, string][] {
	return Object.keys(container).flatMap((name) => {
		const value = container[name];
		const inner = typeof value === 'object' && value !== null ? placesIn(value as Container) : [];
		return [[container, name] as [Container, string], ...inner];
	});
}
