import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from '@ts-morph/common';
import { Glob } from 'bun';

/** A regular expression of the product. */
export interface PlacedPattern {
	readonly file: string;
	/** As it is written. */
	readonly text: string;
	readonly pattern: RegExp;
}

const root = join(import.meta.dir, '../..');

/** All regular expressions in folders of the product, each with its file. Tests are left out. */
export function patternsIn(folders: readonly string[]): PlacedPattern[] {
	return folders
		.flatMap((folder) => [...new Glob(`${folder}/**/*.{ts,tsx}`).scanSync(root)])
		.filter((file) => !/\.test\.tsx?$/.test(file))
		.toSorted()
		.flatMap((file) => patternsOf(file, readFileSync(join(root, file), 'utf8')));
}

function patternsOf(file: string, source: string): PlacedPattern[] {
	const found: PlacedPattern[] = [];
	const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
	const visit = (node: ts.Node) => {
		if (ts.isRegularExpressionLiteral(node)) {
			const end = node.text.lastIndexOf('/');
			const pattern = new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
			found.push({ file, text: node.text, pattern });
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, kind));
	return found;
}
