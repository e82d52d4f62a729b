import type { Node } from './pattern.ts';

/** A text that grows: `before`, then `piece` again and again, then `after`. */
export interface NearMatch {
	readonly before: string;
	readonly piece: string;
	readonly after: string;
}

/** Characters that readers meet, and two that no pattern asks for. */
const characters = [...' a0.,-:;/"\'()[]{}<>&=+_@#%*?!\\\tAzZ9\n\u00e9\u4e2d\u0001\uFFFD'];
/** Pieces that many patterns nearly match. */
const usual = ['\\"', ' ', 'a', '0', '.', ',', '-', '0.', 'a ', ' a', 'a.', '"', '/', '\\', '\n', ' ,', 'A1'];

/** Texts that a pattern nearly matches: for each of its loops one that goes round it, and then fails. */
export function nearMatches(pattern: Node): NearMatch[] {
	const loops = loopsIn(pattern, '');
	const all: NearMatch[] = [];
	for (const { before, piece } of [...loops, ...usual.map((piece) => ({ before: '', piece }))])
		for (const after of ['\u0001', ' !', '']) {
			all.push({ before, piece, after });
			if (before !== '') all.push({ before: '', piece, after });
		}
	// A loop that goes round with a piece of another one.
	for (const { before } of loops)
		for (const piece of usual.slice(0, 8)) all.push({ before, piece, after: '\u0001' });
	const texts = new Map(
		all.filter(({ piece }) => piece !== '').map((near) => [Object.values(near).join('\0\0'), near]),
	);
	return [...texts.values()];
}

interface Loop {
	readonly before: string;
	readonly piece: string;
}

function loopsIn(node: Node, before: string): Loop[] {
	switch (node.kind) {
		case 'all': {
			let text = before;
			return node.parts.flatMap((part) => {
				const loops = loopsIn(part, text);
				text += exampleOf(part);
				return loops;
			});
		}
		case 'one':
			return node.options.flatMap((option) => loopsIn(option, before));
		case 'look':
			return loopsIn(node.part, before);
		case 'repeat': {
			const inside = loopsIn(node.part, before);
			if (node.most < 20) return inside;
			const pieces = node.part.kind === 'character' ? takenBy(node.part).slice(0, 3) : [exampleOf(node.part)];
			return [...inside, ...pieces.map((piece) => ({ before, piece }))];
		}
		default:
			return [];
	}
}

/** A text that a part of a pattern takes. */
function exampleOf(node: Node): string {
	switch (node.kind) {
		case 'character':
			return takenBy(node)[0] ?? '';
		case 'all':
			return node.parts.map(exampleOf).join('');
		case 'one':
			return exampleOf(node.options[0]!);
		case 'repeat':
			return exampleOf(node.part).repeat(Math.max(1, node.least));
		default:
			return '';
	}
}

function takenBy(node: Extract<Node, { kind: 'character' }>): string[] {
	const taken = characters.filter(node.takes);
	if (taken.length > 0) return taken;
	for (let code = 32; code < 0x3000; code++) {
		const character = String.fromCharCode(code);
		if (node.takes(character)) return [character];
	}
	return [];
}
