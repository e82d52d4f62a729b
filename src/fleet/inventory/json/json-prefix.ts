/**
 * The values of a JSON text that may be cut short: one that is not whole is closed where its last whole part ends. What
 * cannot be read is left out.
 */
export function parsePrefix(text: string): unknown[] {
	const values: unknown[] = [];
	const closers: string[] = [];
	let start = -1;
	/** Where the value at hand can be cut, and what closes it there. */
	let cut = { end: 0, closing: '' };
	for (let at = 0; at < text.length; at++) {
		const letter = text[at]!;
		if (letter === '"') {
			at = endOfText(text, at);
			continue;
		}
		if (letter === '{' || letter === '[') {
			if (closers.length === 0) start = at;
			closers.push(letter === '{' ? '}' : ']');
			cut = { end: at + 1, closing: closers.toReversed().join('') };
		} else if (letter === '}' || letter === ']') {
			closers.pop();
			if (closers.length > 0 || start < 0) continue;
			add(values, text.slice(start, at + 1));
			start = -1;
		} else if (letter === ',') cut = { end: at, closing: closers.toReversed().join('') };
		if (closers.length > deepest) break;
	}
	if (start >= 0) add(values, text.slice(start, cut.end) + cut.closing);
	return values;
}

/** Deeper than the records of any service. */
const deepest = 64;

function endOfText(text: string, from: number): number {
	for (let at = from + 1; at < text.length; at++) {
		if (text[at] === '\\') at++;
		else if (text[at] === '"') return at;
	}
	return text.length;
}

function add(values: unknown[], text: string): void {
	try {
		values.push(JSON.parse(text));
	} catch {
		// What reads the whole file tells of it.
	}
}
