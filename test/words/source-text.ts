import { dirname } from 'node:path';
import type { Sentence } from './user-text.ts';

const comment = /(?<=^|\s)(?:\/\*[\s\S]*?\*\/|\/\/ .*(?:\n[ \t]*\/\/ .*)*)/gm;

/** A call of `test`, `describe` or a variant of them, up to the end of its name. */
const named =
	/(?<![\w.])(?:test|describe|\w*Test|everywhere|once)(?:\.\w+(?:\((?:[^()]|\([^()]*\))*\))?)*\(\s*(?:'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/g;

/** What a maintainer reads in a source: its comments, and the names of tests. Comment marks are left out. */
export function sourceTextOf(source: string): Sentence[] {
	const lineOf = lineCounter(source);
	const comments = Array.from(source.matchAll(comment), ({ 0: text, index }) => ({
		line: lineOf(index),
		text: text.replaceAll(/^\s*(?:\/\*\*?|\*\/?|\/\/)|\*\/$/gm, ' ').replaceAll(/\s+/g, ' '),
	}));
	const names = Array.from(source.matchAll(named), ({ 1: plain, 2: template, index }) => ({
		line: lineOf(index),
		text: (plain ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, '…'),
	}));
	return [...comments, ...names];
}

/** Line numbers for rising positions. */
function lineCounter(source: string): (position: number) => number {
	const starts = [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)];
	return (position) => starts.findLastIndex((start) => start <= position) + 1;
}

/** The phrases themselves, and the test that shows what they match. */
const excepted = /^test\/words\/retired-/;

/** Every source by room: the first folder below src/ or test/. */
export function filesWithSourceText(root: string): Map<string, string[]> {
	const paths = ['src', 'test', 'bench', 'replay', 'build']
		.flatMap((folder) => [...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(root)])
		.filter((path) => !excepted.test(path));
	return Map.groupBy(paths.toSorted(), (path) => dirname(path).split('/').slice(0, 2).join('/'));
}
