type Status = Readonly<Record<string, string>>;
type Holds = (status: Status) => boolean;

/**
 * Evaluates the part of NSPredicate's language that the activations use, as macOS does: `@status(item)`, `==`, `IN {…}`, `AND`,
 * `OR`, `NOT` and brackets, on texts. Written apart from the reader in the source, and throws on whatever else.
 */
export function compilePredicate(text: string): Holds {
	let rest = text.trim();
	const take = (pattern: RegExp): string | null => {
		const [found] = pattern.exec(rest) ?? [null];
		if (found !== null) rest = rest.slice(found.length).trimStart();
		return found;
	};
	const need = (pattern: RegExp): string => {
		const found = take(pattern);
		if (found === null) throw new Error(`expected ${pattern} at ${rest.slice(0, 40)}`);
		return found;
	};
	const either = (): Holds => {
		const parts = [both()];
		while (take(/^OR\b/)) parts.push(both());
		return (status) => parts.some((holds) => holds(status));
	};
	const both = (): Holds => {
		const parts = [one()];
		while (take(/^AND\b/)) parts.push(one());
		return (status) => parts.every((holds) => holds(status));
	};
	const one = (): Holds => {
		if (take(/^NOT\b/)) {
			const holds = one();
			return (status) => !holds(status);
		}
		if (take(/^\(/)) {
			const holds = either();
			need(/^\)/);
			return holds;
		}
		return comparison();
	};
	const comparison = (): Holds => {
		const item = need(/^@status\([^)]+\)/).slice(8, -1);
		const values = new Set<string>();
		if (take(/^==/)) values.add(literal());
		else {
			need(/^IN\b/);
			need(/^\{/);
			do values.add(literal());
			while (take(/^,/));
			need(/^\}/);
		}
		return (status) => {
			if (!(item in status)) throw new Error(`the Mac has no ${item}`);
			return values.has(status[item]!);
		};
	};
	const literal = () => need(/^'[^'\\]*'/).slice(1, -1);
	const holds = either();
	if (rest !== '') throw new Error(`left over: ${rest.slice(0, 40)}`);
	return holds;
}

export function evaluatePredicate(text: string, status: Status): boolean {
	return compilePredicate(text)(status);
}
