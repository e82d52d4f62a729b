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

/** Every mutant of a source file: other operators, no negation, the other truth, the other end of a list. */
export function mutantsOf(source: string): Mutant[] {
	const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
	const found: Mutant[] = [];
	const put = (from: number, to: number, is: string) =>
		found.push({
			line: file.getLineAndCharacterOfPosition(from).line + 1,
			was: source.slice(from, to),
			is,
			text: source.slice(0, from) + is + source.slice(to),
		});
	const visit = (node: ts.Node): void => {
		if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
		if (ts.isBinaryExpression(node)) {
			const { operatorToken } = node;
			const other = operators[operatorToken.getText()];
			// Text that is put together has no other operator.
			const isText = [node.left, node.right].some(
				(side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side),
			);
			if (other && !isText) put(operatorToken.getStart(), operatorToken.end, other);
		} else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
			put(node.getStart(), node.operand.getStart(), '');
		else if (node.kind === ts.SyntaxKind.TrueKeyword) put(node.getStart(), node.end, 'false');
		else if (node.kind === ts.SyntaxKind.FalseKeyword) put(node.getStart(), node.end, 'true');
		else if (ts.isPropertyAccessExpression(node)) {
			const other = { some: 'every', every: 'some', findLast: 'find', min: 'max', max: 'min' }[
				node.name.text
			];
			if (other) put(node.name.getStart(), node.name.end, other);
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
}
