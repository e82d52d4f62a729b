import { budgets, overBudget } from '../budgets.ts';

const [slash, colon, blank] = [0x2f, 0x3a, 0x20];

/**
 * Walks through the tags of an XML text once, from the first to the last. Enough for workbooks that programs write: without
 * comments, CDATA sections, or `>` in attributes.
 *
 * It finds each mark with `indexOf` and keeps nothing, so it reads a text of any form in linear time. Patterns with a lazy part
 * did not: a million times `<c ` took hours.
 */
export class XmlTags {
	/** The name of the tag, without its namespace. */
	name = '';
	/** Whether the tag ends an element: `</c>`. */
	isEnd = false;
	/** Whether the element has no content: `<c/>`. */
	isEmpty = false;
	/** Where the tag begins. */
	start = 0;
	/** Where the text after the tag begins. */
	end = 0;
	readonly #xml: string;
	#nameEnd = 0;

	constructor(xml: string) {
		this.#xml = xml;
	}

	/** Goes to the next tag; false after the last. */
	next(): boolean {
		const xml = this.#xml;
		const start = xml.indexOf('<', this.end);
		const close = start < 0 ? -1 : xml.indexOf('>', start);
		if (close < 0) return false;
		if (close - start > budgets.tag) throw overBudget('tag');
		this.isEnd = xml.charCodeAt(start + 1) === slash;
		this.isEmpty = !this.isEnd && xml.charCodeAt(close - 1) === slash;
		let from = start + (this.isEnd ? 2 : 1);
		let at = from;
		for (; at < close; at++) {
			const code = xml.charCodeAt(at);
			if (code <= blank || code === slash) break;
			if (code === colon) from = at + 1;
		}
		this.name = xml.slice(from, at);
		this.start = start;
		this.end = close + 1;
		this.#nameEnd = at;
		return true;
	}

	/** The value of an attribute of this tag, as it is written; empty if it has none. */
	attribute(name: string): string {
		if (this.end - this.#nameEnd < shortestAttribute) return '';
		let pattern = attributes.get(name);
		if (!pattern) {
			pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
			attributes.set(name, pattern);
		}
		const head = this.#xml.slice(this.#nameEnd, this.end);
		const match = pattern.exec(head);
		return match?.[1] ?? match?.[2] ?? '';
	}

	/** The text between a place and this tag. */
	textFrom(place: number): string {
		if (this.start - place > budgets.text) throw overBudget('text');
		return this.#xml.slice(place, this.start);
	}
}

/** ` r=''>` */
const shortestAttribute = 6;

const attributes = new Map<string, RegExp>();
