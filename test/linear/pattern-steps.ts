import type { Node } from './pattern.ts';

/** Thrown when a search takes more steps than it may. */
const tooMany = Symbol();

type Next = (at: number) => boolean;

/**
 * How many steps a backtracking engine takes to look for a pattern in a text: one for each character that is compared and each
 * repetition that is tried. The engines of Bun and Node do the same, and tell nobody how often.
 */
export function searchSteps(pattern: Node, text: string, most: number): number {
	let steps = 0;
	const spend = () => {
		if (++steps > most) throw tooMany;
	};
	const match = (node: Node, at: number, next: Next): boolean => {
		spend();
		switch (node.kind) {
			case 'character':
				return at < text.length && node.takes(text[at]!) && next(at + 1);
			case 'all':
				return matchAll(node.parts, 0, at, next);
			case 'one':
				return node.options.some((option) => match(option, at, next));
			case 'place':
				return node.holds(text, at) && next(at);
			case 'look':
				return found(node.part, node.behind, at) === node.wanted && next(at);
			case 'repeat':
				return repeat(node, 0, at, next);
		}
	};
	const matchAll = (parts: readonly Node[], index: number, at: number, next: Next): boolean =>
		index === parts.length
			? next(at)
			: match(parts[index]!, at, (after) => matchAll(parts, index + 1, after, next));
	const repeat = (
		node: Extract<Node, { kind: 'repeat' }>,
		count: number,
		at: number,
		next: Next,
	): boolean => {
		spend();
		const again = () =>
			count < node.most &&
			match(node.part, at, (after) => {
				// A repetition without a character ends the loop.
				if (after === at && count >= node.least) return false;
				return repeat(node, count + 1, after, next);
			});
		if (count < node.least) return again();
		return node.lazy ? next(at) || again() : again() || next(at);
	};
	const found = (part: Node, behind: boolean, at: number): boolean => {
		if (!behind) return match(part, at, () => true);
		// The engines go backward from the place, and no further than the longest text that the part takes.
		const first = Math.max(0, at - longestOf(part));
		for (let from = at; from >= first; from--) if (match(part, from, (end) => end === at)) return true;
		return false;
	};
	try {
		for (let at = 0; at <= text.length; at++) if (match(pattern, at, () => true)) break;
	} catch (thrown) {
		if (thrown !== tooMany) throw thrown;
	}
	return steps;
}

/** The length of the longest text that a part of a pattern takes. */
function longestOf(node: Node): number {
	switch (node.kind) {
		case 'character':
			return 1;
		case 'all':
			return node.parts.reduce((sum, part) => sum + longestOf(part), 0);
		case 'one':
			return Math.max(...node.options.map(longestOf));
		case 'repeat':
			return node.most === 0 ? 0 : longestOf(node.part) * node.most;
		default:
			return 0;
	}
}
