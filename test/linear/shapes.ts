import { gunzipSync, gzipSync, unzipSync, zipSync } from 'fflate';
import { ownPartsOf } from './own-parts.ts';
import { type Piece, pieces } from './pieces.ts';

/** Something hostile of any length, made for one reader. */
export interface Shape {
	readonly name: string;
	/** The input with so many characters of it. */
	make(length: number): Uint8Array;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

type Place = (seed: string, fill: (length: number) => string) => (length: number) => string;

/** Where a piece is put, again and again. */
const places: Readonly<Record<string, Place>> = {
	'and nothing else': (_, fill) => fill,
	'in front': (seed, fill) => (length) => fill(length) + seed,
	'at the end': (seed, fill) => (length) => seed + fill(length),
	'in a value': (seed, fill) => {
		const at = middleOfValue(seed);
		return (length) => seed.slice(0, at) + fill(length) + seed.slice(at);
	},
	'in a value, as its format writes it': (seed, fill) => {
		const at = middleOfValue(seed);
		const written = escapeIn(seed, at);
		return (length) => seed.slice(0, at) + written(fill(length)) + seed.slice(at);
	},
};

/** All shapes for a reader: each piece in each place of a valid input, and the input with its own parts again and again. */
export function shapesFor(seed: string | Uint8Array): Shape[] {
	const { text, pack } = opened(seed);
	const own = ownPartsOf(text).map(({ name, make }) => ({
		name,
		make: (length: number) => pack(make(length)),
	}));
	const hostile = pieces.flatMap((piece) =>
		Object.entries(places).map(([place, put]) => {
			const make = put(text, (length) => filled(piece, length));
			return {
				name: `${piece.name}, ${place}`,
				make: (length: number) =>
					place === 'and nothing else' ? encoder.encode(make(length)) : pack(make(length)),
			};
		}),
	);
	return [...hostile, ...own];
}

/** So many characters of a piece: the whole pieces that fit. */
function filled({ text, close = '' }: Piece, length: number): string {
	if (typeof text === 'string') {
		const count = Math.max(1, Math.floor(length / (text.length + close.length)));
		return text.repeat(count) + close.repeat(count);
	}
	let all = '';
	for (let number = 0; all.length < length; number++) all += text(number);
	return all;
}

/** In the middle of the longest run of letters, digits and dots: a name, a version or a word of a value. */
function middleOfValue(seed: string): number {
	const runs = [...seed.matchAll(/[\p{L}\d.]+/gu)].toSorted((a, b) => b[0].length - a[0].length);
	const values = runs.filter(({ 0: run, index }) => !/^"?\s*[:=]/.test(seed.slice(index + run.length)));
	const run = values[0] ?? runs[0];
	return run ? run.index + Math.ceil(run[0].length / 2) : seed.length;
}

/** How a text is written into a value of a format. */
function escapeIn(seed: string, at: number): (text: string) => string {
	const start = seed.trimStart()[0];
	if (start === '{' || start === '[') return (text) => JSON.stringify(text).slice(1, -1);
	if (start === '<')
		return (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
	// In a table: a cell in quotation marks, of one more column.
	const delimiter = [',', ';', '\t'].find((mark) => seed.slice(0, at).includes(mark));
	if (delimiter && seed.includes('\n'))
		return (text) => `${delimiter}"${text.replaceAll('"', '""')}"${delimiter}`;
	return (text) => encodeURIComponent(text.toWellFormed());
}

interface Opened {
	readonly text: string;
	pack(text: string): Uint8Array;
}

/** The text in a seed: of an archive, that of its longest file, which is packed again. */
function opened(seed: string | Uint8Array): Opened {
	if (typeof seed === 'string') return { text: seed, pack: (text) => encoder.encode(text) };
	if (seed[0] === 0x1f && seed[1] === 0x8b)
		return { text: decoder.decode(gunzipSync(seed)), pack: (text) => gzipSync(encoder.encode(text)) };
	if (seed[0] === 0x50 && seed[1] === 0x4b) {
		const files = unzipSync(seed);
		const [name = '', bytes = seed] =
			Object.entries(files).toSorted((a, b) => b[1].length - a[1].length)[0] ?? [];
		return {
			text: decoder.decode(bytes),
			pack: (text) => zipSync({ ...files, [name]: encoder.encode(text) }),
		};
	}
	const text = new TextDecoder('latin1').decode(seed);
	return { text, pack: (text) => Uint8Array.from(text, (character) => character.charCodeAt(0)) };
}
