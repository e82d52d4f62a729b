import { ts } from '@ts-morph/common';

/** One small change of a program, such as people make by mistake. */
export interface Mutant {
	readonly line: number;
	readonly was: string;
	readonly is: string;
	readonly text: string;
}

const operators: Record<string, string> = {
	'<': '<=',
	'<=': '<',
	'>': '>=',
	'>=': '>',
	'===': '!==',
	'!==': '===',
	'&&': '||',
	'||': '&&',
	'??': '&&',
	'+': '-',
	'-': '+',
	'*': '/',
};

const members: Record<string, string> = {
	some: 'every',
	every: 'some',
	findLast: 'find',
	min: 'max',
	max: 'min',
};

/** A place of a mutant: the expression, and its change. */
interface Place {
	readonly node: ts.Node;
	readonly from: number;
	readonly to: number;
	readonly is: string;
}

/** Every mutant of a source file: other operators, no negation, the other boolean, the other end of a list. */
export function mutantsOf(source: string): Mutant[] {
	const file = parse(source);
	return placesIn(file).map(({ from, to, is }) => ({
		line: file.getLineAndCharacterOfPosition(from).line + 1,
		was: source.slice(from, to),
		is,
		text: source.slice(0, from) + is + source.slice(to),
	}));
}

/** The unbroken program that records the number of each mutant whose place runs (record-marks.ts). */
export function marked(source: string, name: string): string {
	const inserted = placesIn(parse(source)).flatMap(({ node, from }, number) => {
		const mark = `(globalThis.markMutant?.('${name}', ${number}), `;
		// A method call keeps its object: list.some becomes list[(mark, "some")].
		const [opening, closing] = ts.isPropertyAccessExpression(node)
			? [{ at: from - 1, until: from, text: `${node.questionDotToken ? '.' : ''}[${mark}'` }, "')]"]
			: [{ at: node.getStart(), until: node.getStart(), text: mark }, ')'];
		// Inner edits close before outer ones.
		return [
			{ ...opening, order: number },
			{ at: node.end, until: node.end, text: closing, order: -number },
		];
	});
	let text = '';
	let done = 0;
	for (const { at, until, text: more } of inserted.toSorted((a, b) => a.at - b.at || a.order - b.order)) {
		text += source.slice(done, at) + more;
		done = until;
	}
	return text + source.slice(done);
}

function parse(source: string): ts.SourceFile {
	return ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
}

function placesIn(file: ts.SourceFile): Place[] {
	const places: Place[] = [];
	const put = (node: ts.Node, from: number, to: number, is: string) => places.push({ node, from, to, is });
	const visit = (node: ts.Node): void => {
		if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
		if (ts.isBinaryExpression(node)) {
			const { operatorToken } = node;
			const other = operators[operatorToken.getText()];
			// A concatenation has no other operator, and a product of literals is only a readable number.
			if (other && !isText(node) && !isNumber(node))
				put(node, operatorToken.getStart(), operatorToken.end, other);
		} else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
			put(node, node.getStart(), node.operand.getStart(), '');
		else if (node.kind === ts.SyntaxKind.TrueKeyword) put(node, node.getStart(), node.end, 'false');
		else if (node.kind === ts.SyntaxKind.FalseKeyword) put(node, node.getStart(), node.end, 'true');
		else if (ts.isPropertyAccessExpression(node)) {
			const other = Object.hasOwn(members, node.name.text) && members[node.name.text];
			if (other) put(node, node.name.getStart(), node.name.end, other);
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return places;
}

function isText(node: ts.Node): boolean {
	if (ts.isBinaryExpression(node))
		return node.operatorToken.kind === ts.SyntaxKind.PlusToken && (isText(node.left) || isText(node.right));
	return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function isNumber(node: ts.Node): boolean {
	if (ts.isBinaryExpression(node))
		return (
			node.operatorToken.kind === ts.SyntaxKind.AsteriskToken && isNumber(node.left) && isNumber(node.right)
		);
	return ts.isNumericLiteral(node);
}
