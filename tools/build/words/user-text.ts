import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from '@ts-morph/common';

/** A piece of text and the line that it starts on. */
interface Sentence {
	line: number;
	text: string;
}

/** Names, not words: code spans, addresses, names with a dot, underscore or slash, constants and options. */
const machineNames =
	/`[^`]*`|<!--.*?-->|<code>.*?<\/code>|https?:\/\/\S+|--[a-z-]+|\b[\w-]+(?:[._/][\w-]+)+\b|\b[A-Z]+_[A-Z_]+\b|\bits table \w+/g;

/** Strings that programs rely on: the name of a check in doctor's JSON, and what keys are derived with. */
const stableStrings = ['sealing key', 'pointrelease sealing key'];

/** Good English that has a retired word in it. */
const idioms = /\bin front\b|\bup front\b/gi;

export const withoutMachineNames = (text: string): string =>
	text.replace(machineNames, '…').replace(idioms, '…');

/** A document without its code blocks and the rows of generated tables. */
function proseOf(markdown: string): Sentence[] {
	let fenced = false;
	const prose: Sentence[] = [];
	for (const [index, text] of markdown.split('\n').entries()) {
		if (/^\s*```/.test(text)) fenced = !fenced;
		else if (!fenced) prose.push({ line: index + 1, text: text.replaceAll(/\]\([^)]*\)/g, ']') });
	}
	return joinedParagraphs(prose);
}

/** A phrase may go over the end of a line. */
function joinedParagraphs(lines: readonly Sentence[]): Sentence[] {
	const paragraphs: Sentence[] = [];
	let open = false;
	for (const { line, text } of lines) {
		const starts = !open || /^\s*(?:[-*|#]|\d+\.)/.test(text);
		if (text.trim() === '') open = false;
		else if (starts) {
			paragraphs.push({ line, text });
			open = true;
		} else paragraphs.at(-1)!.text += ` ${text.trim()}`;
	}
	return paragraphs;
}

/** Whether the place of a string makes it a name, whatever it says: imports, types, keys. */
function isName(node: ts.Node): boolean {
	const { parent } = node;
	return (
		ts.isImportDeclaration(parent) ||
		ts.isExportDeclaration(parent) ||
		ts.isLiteralTypeNode(parent) ||
		ts.isElementAccessExpression(parent) ||
		(ts.isPropertyAssignment(parent) && parent.name === node) ||
		(ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword)
	);
}

const statement = /^\s*(?:select|insert|update|delete|create|alter|drop|with|pragma|begin|vacuum)\b/i;

/** The strings of a source that are sentences: more than one word, no SQL. */
function stringsOf(source: string, path: string): Sentence[] {
	const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
	const sentences: Sentence[] = [];
	const add = (node: ts.Node, text: string) => {
		if (!/\S\s+\S/.test(text) && !ts.isJsxText(node)) return;
		if (statement.test(text) || stableStrings.includes(text)) return;
		const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
		sentences.push({ line: line + 1, text: text.replaceAll(/\s+/g, ' ') });
	};
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
			if (!isName(node)) add(node, node.text);
		} else if (ts.isJsxText(node)) add(node, node.text);
		else if (ts.isTemplateExpression(node)) {
			add(node, node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join(''));
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return sentences;
}

/** The summaries, descriptions and titles of an OpenAPI description or a JSON Schema. */
function descriptionsOf(json: string): Sentence[] {
	return [...json.matchAll(/"(?:summary|description|title)":\s*"((?:[^"\\]|\\.)*)"/g)].map((match) => ({
		line: json.slice(0, match.index).split('\n').length,
		text: match[1]!.replaceAll('\\n', ' ').replaceAll('\\"', '"'),
	}));
}

/** All lines of a script: its output, its help and its comments. */
function linesOf(script: string): Sentence[] {
	return script.split('\n').map((text, index) => ({ line: index + 1, text }));
}

/** Everything in one file that a user may read. */
export function userTextOf(root: string, path: string): Sentence[] {
	const content = readFileSync(join(root, path), 'utf8');
	if (path.endsWith('.md')) return proseOf(content);
	if (/\.tsx?$/.test(path)) return stringsOf(content, path);
	if (path.endsWith('.json')) return descriptionsOf(content);
	return linesOf(content);
}

const documents = ['*.md', 'docs/**/*.md', 'data/*.md', 'packages/*/*.md', 'deploy/**/*.md'];
const sources = [
	'{src,packages/*/src}/**/*.{ts,tsx,html}',
	'tools/build/description/*.ts',
	'{src,packages/core/src}/**/*.schema.json',
	'bin/*',
	'deploy/clients/**/*.{sh,ts,zsh}',
];
/** Packages, generated files and tests. */
const excepted = /\.test\.tsx?$|\/node_modules\/|\/lib\//;

/** Every file with text for users, in order. The glossary names the words that it retires. */
export function filesWithUserText(root: string): string[] {
	const paths = [...documents, ...sources].flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)]);
	return [...new Set(paths)].filter((path) => !excepted.test(path) && path !== 'docs/glossary.md').toSorted();
}
