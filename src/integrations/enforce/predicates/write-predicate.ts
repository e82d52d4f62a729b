import { type Predicate, type StatusItem, statusItems } from './predicate.ts';
import { readPredicate } from './read-predicate.ts';

/**
 * The predicate as text; null where that cannot be vouched for. A malformed predicate costs a Mac of macOS 26.5 its
 * management, with no way back from afar: only values of the known shape are written, and only what is read back as it was
 * meant.
 */
export function writePredicate(predicate: Predicate): string | null {
	const text = textOf(predicate);
	if (text === null) return null;
	return JSON.stringify(readPredicate(text)) === JSON.stringify(predicate) ? text : null;
}

function textOf(predicate: Predicate): string | null {
	if ('item' in predicate) return comparison(predicate.item, predicate.isIn);
	if ('not' in predicate) {
		const text = textOf(predicate.not);
		return text && `NOT (${text})`;
	}
	const [parts, word] = 'all' in predicate ? [predicate.all, ' AND '] : [predicate.any, ' OR '];
	const texts = parts.map((part) => {
		const text = textOf(part);
		return text && ('all' in part || 'any' in part) ? `(${text})` : text;
	});
	return texts.length < 2 || texts.includes(null) ? null : texts.join(word);
}

function comparison(item: StatusItem, values: readonly string[]): string | null {
	if (values.length === 0 || !values.every((value) => statusItems[item].test(value))) return null;
	const quoted = values.map((value) => `'${value}'`);
	return `@status(${item}) ${quoted.length === 1 ? `== ${quoted[0]}` : `IN {${quoted.join(', ')}}`}`;
}
