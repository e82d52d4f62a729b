/** An input that has one of its own parts many times. */
export interface OwnParts {
	readonly name: string;
	make(length: number): string;
}

/** For each list, row or element of a valid input: the input with it again and again, equal or with another number each time. */
export function ownPartsOf(seed: string): OwnParts[] {
	const json = parsed(seed);
	if (json !== undefined)
		return listsOf(json, []).flatMap(({ path, list }) => repeatedItems(json, path, list));
	if (seed.trimStart().startsWith('<'))
		return elementsOf(seed).flatMap((element) => repeatedIn(seed, element, ''));
	const lines = seed.split(/(?<=\n)/).filter((line) => line.trim() !== '');
	const line = lines.at(-1);
	return line === undefined ? [] : repeatedIn(seed, line, line.endsWith('\n') ? '' : '\n');
}

function parsed(text: string): object | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}

type Path = readonly (string | number)[];

interface PlacedList {
	readonly path: Path;
	/** The elements, or the members by name. */
	readonly list: readonly unknown[] | Readonly<Record<string, unknown>>;
}

function listsOf(value: unknown, path: Path): PlacedList[] {
	if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return [];
	const own = { path, list: value as PlacedList['list'] };
	return [own, ...Object.entries(value).flatMap(([name, member]) => listsOf(member, [...path, name]))];
}

function repeatedItems(json: object, path: Path, list: PlacedList['list']): OwnParts[] {
	const [name = '', item] = Object.entries(list).at(-1)!;
	const text = JSON.stringify(item);
	const isList = Array.isArray(list);
	const where = path.length === 0 ? 'the whole' : path.join('.');
	const make = (isDifferent: boolean) => (length: number) => {
		const copies = Array.from({ length: Math.ceil(length / (text.length + 2)) }, (_, number) =>
			isDifferent ? itemWithNumber(item, number) : item,
		);
		const more = isList
			? [...list, ...copies]
			: { ...list, ...Object.fromEntries(copies.map((copy, number) => [`${name}${number}`, copy])) };
		return JSON.stringify(replacedAt(json, path, more));
	};
	return [
		{ name: `${isList ? 'elements' : 'members'} of ${where}`, make: make(false) },
		{ name: `different ${isList ? 'elements' : 'members'} of ${where}`, make: make(true) },
	];
}

/** An element in which the text with the longest number has another one. */
function itemWithNumber(item: unknown, number: number): unknown {
	const texts: string[] = [];
	JSON.stringify(item, (_, value) => {
		if (typeof value === 'string') texts.push(value);
		return value;
	});
	const [chosen] = texts.toSorted((a, b) => longestNumber(b).length - longestNumber(a).length);
	return JSON.parse(
		JSON.stringify(item, (_, value) => (value === chosen ? withNumber(value, number) : value)) ?? 'null',
	);
}

function longestNumber(text: string): string {
	return (text.match(/\d+/g) ?? []).toSorted((a, b) => b.length - a.length)[0] ?? '';
}

function replacedAt(value: unknown, [step, ...further]: Path, by: unknown): unknown {
	if (step === undefined) return by;
	const changed = replacedAt((value as Record<string | number, unknown>)[step], further, by);
	return Array.isArray(value) ? value.with(Number(step), changed) : { ...(value as object), [step]: changed };
}

/** One element of each name. */
function elementsOf(xml: string): string[] {
	const names = new Set(Array.from(xml.matchAll(/<(\w+)/g), ([, name]) => name!));
	return [...names].map((name) => {
		const start = xml.indexOf(`<${name}`);
		const close = xml.indexOf(`</${name}>`, start);
		const end = close < 0 ? xml.indexOf('>', start) + 1 : close + name.length + 3;
		return xml.slice(start, end);
	});
}

function repeatedIn(seed: string, part: string, border: string): OwnParts[] {
	const end = seed.lastIndexOf(part) + part.length;
	const make = (isDifferent: boolean) => (length: number) => {
		const count = Math.ceil(length / (part.length + border.length));
		const copies = Array.from({ length: count }, (_, number) =>
			isDifferent ? withNumber(part, number) : part,
		);
		return seed.slice(0, end) + border + copies.join(border) + seed.slice(end);
	};
	const name = part.slice(0, 12).replace(/\s+/g, ' ');
	return [
		{ name: `parts such as ${name}`, make: make(false) },
		{ name: `different parts such as ${name}`, make: make(true) },
	];
}

/** A text with another number in the place of its longest one. */
function withNumber(text: string, number: number): string {
	const longest = longestNumber(text);
	if (longest === '') return text.replace(/[A-Za-z](?=[^A-Za-z]*$)/, (letter) => `${letter}${number}`);
	return text.replace(
		longest,
		String(number).padStart(longest.length, '0').slice(-Math.max(longest.length, 6)),
	);
}
