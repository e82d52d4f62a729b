import type { Predicate } from '@pointrelease/core/src/integrations/enforce/activation.ts';

type Comparison = Extract<Predicate, { item: string }>;
type Status = Readonly<Record<string, string>>;

const statusItems = ['device.model.identifier', 'device.operating-system.version'];

/** One token of a predicate, with the blanks before it: a status item, a string, an operator or a bracket. */
const word = /\s*(?:@status\(([a-z.-]+)\)|'([A-Za-z0-9.,]+)'|(==|IN\b|AND\b|NOT\b|[(){},]))/y;

/**
 * Parses the part of the NSPredicate language that activations use. Returns null for everything else, which could
 * harm a Mac.
 */
export function readPredicate(text: string): Predicate | null {
	const words = wordsOf(text);
	if (!words) return null;
	const reader = new Reader(words);
	const predicate = reader.all();
	return predicate && reader.isDone ? predicate : null;
}

/**
 * Compiles a predicate to a function that evaluates it as macOS does, on the status items of a Mac. Throws if it
 * cannot be parsed.
 */
export function compilePredicate(text: string): (status: Status) => boolean {
	const predicate = readPredicate(text);
	if (!predicate) throw new Error(`not a predicate: ${text.slice(0, 80)}`);
	return compile(predicate);
}

function compile(predicate: Predicate): (status: Status) => boolean {
	if ('item' in predicate) {
		const values = new Set(predicate.isIn);
		return (status) => values.has(status[predicate.item]!);
	}
	if ('not' in predicate) {
		const holds = compile(predicate.not);
		return (status) => !holds(status);
	}
	const parts = predicate.all.map(compile);
	return (status) => parts.every((holds) => holds(status));
}

type Word = { readonly item: string } | { readonly text: string } | { readonly sign: string };

function wordsOf(text: string): Word[] | null {
	const words: Word[] = [];
	const matcher = new RegExp(word);
	while (matcher.lastIndex < text.length) {
		const match = matcher.exec(text);
		if (!match) return null;
		const [, item, value, sign] = match;
		words.push(item !== undefined ? { item } : value !== undefined ? { text: value } : { sign: sign! });
	}
	return words;
}

/** A method for each rule of the grammar; null if the text does not match. */
class Reader {
	readonly #words: readonly Word[];
	#at = 0;

	constructor(words: readonly Word[]) {
		this.#words = words;
	}

	get isDone(): boolean {
		return this.#at === this.#words.length;
	}

	all(): Predicate | null {
		const parts = this.#parts('AND', () => this.#one());
		return parts && (parts.length === 1 ? parts[0]! : { all: parts });
	}

	#one(): Predicate | null {
		if (this.#sign('NOT')) {
			const not = this.#one();
			return not && { not };
		}
		if (this.#sign('(')) {
			const inner = this.all();
			return inner && this.#sign(')') ? inner : null;
		}
		return this.#comparison();
	}

	#comparison(): Predicate | null {
		const subject = this.#words[this.#at++];
		if (!subject || !('item' in subject) || !isStatusItem(subject.item)) return null;
		const { item } = subject;
		if (this.#sign('==')) {
			const value = this.#text();
			return value === null ? null : { item, isIn: [value] };
		}
		if (!this.#sign('IN') || !this.#sign('{')) return null;
		const isIn = this.#parts(',', () => this.#text());
		return isIn && this.#sign('}') ? { item, isIn } : null;
	}

	#parts<Part>(between: string, read: () => Part | null): Part[] | null {
		const parts: Part[] = [];
		do {
			const part = read();
			if (part === null) return null;
			parts.push(part);
		} while (this.#sign(between));
		return parts;
	}

	#text(): string | null {
		const next = this.#words[this.#at++];
		return next && 'text' in next ? next.text : null;
	}

	/** Whether this sign comes next; if so, skips it. */
	#sign(expected: string): boolean {
		const next = this.#words[this.#at];
		const isNext = next !== undefined && 'sign' in next && next.sign === expected;
		if (isNext) this.#at++;
		return isNext;
	}
}

function isStatusItem(text: string): text is Comparison['item'] {
	return statusItems.includes(text);
}
