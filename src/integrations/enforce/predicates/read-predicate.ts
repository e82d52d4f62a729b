import { type Predicate, type StatusItem, statusItems } from './predicate.ts';

/** One word of a predicate, with the blanks before it: a status item, a text, an operator or a bracket. */
const word = /\s*(?:@status\(([a-z.-]+)\)|'([A-Za-z0-9.,]+)'|(==|IN\b|AND\b|OR\b|NOT\b|[(){},]))/y;

/** Reads the part of the predicate language that is written here; null for anything else. */
export function readPredicate(text: string): Predicate | null {
	const words = wordsOf(text);
	if (!words) return null;
	const reader = new Reader(words);
	const predicate = reader.any();
	return predicate && reader.isDone ? predicate : null;
}

type Word = { readonly item: string } | { readonly text: string } | { readonly sign: string };

function wordsOf(text: string): Word[] | null {
	const words: Word[] = [];
	const matcher = new RegExp(word);
	while (matcher.lastIndex < text.length) {
		const found = matcher.exec(text);
		if (!found) return null;
		const [, item, value, sign] = found;
		words.push(item !== undefined ? { item } : value !== undefined ? { text: value } : { sign: sign! });
	}
	return words;
}

/** One method for each rule of the grammar; null where it does not fit. */
class Reader {
	readonly #words: readonly Word[];
	#at = 0;

	constructor(words: readonly Word[]) {
		this.#words = words;
	}

	get isDone(): boolean {
		return this.#at === this.#words.length;
	}

	any(): Predicate | null {
		const parts = this.#parts('OR', () => this.#all());
		return parts && (parts.length === 1 ? parts[0]! : { any: parts });
	}

	#all(): Predicate | null {
		const parts = this.#parts('AND', () => this.#one());
		return parts && (parts.length === 1 ? parts[0]! : { all: parts });
	}

	#one(): Predicate | null {
		if (this.#sign('NOT')) {
			const not = this.#one();
			return not && { not };
		}
		if (this.#sign('(')) {
			const inner = this.any();
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
		const found = this.#words[this.#at++];
		return found && 'text' in found ? found.text : null;
	}

	/** Whether this sign comes next; it is then passed. */
	#sign(expected: string): boolean {
		const next = this.#words[this.#at];
		const isNext = next !== undefined && 'sign' in next && next.sign === expected;
		if (isNext) this.#at++;
		return isNext;
	}
}

function isStatusItem(text: string): text is StatusItem {
	return Object.hasOwn(statusItems, text);
}
