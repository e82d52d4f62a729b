/** What kind of machine an identifier stands for. `other` is one of a new form that a person accepted. */
export type BoardKind = 'apple-silicon' | 'intel' | 't2' | 'model-number' | 'virtual-machine' | 'other';

/** The shapes of board identifiers, and the kinds a table may give to each. */
const shapes: readonly (readonly [RegExp, readonly BoardKind[]])[] = [
	[/^VMA2MACOSAP$|^VMM-x86_64$/, ['virtual-machine']],
	[/^J\d{2,4}[A-Za-z]?AP$/, ['apple-silicon', 't2']],
	[/^Mac-(?:[0-9A-F]{8}|[0-9A-F]{16})$/, ['intel']],
	[/^[MA]\d{3,5}[A-Z]?$/, ['model-number']],
];

/** The kinds that an identifier can have by its shape; empty if it has no known shape. */
export function kindsOfShape(identifier: string): readonly BoardKind[] {
	return shapes.find(([shape]) => shape.test(identifier))?.[1] ?? [];
}

/** A letter comes first: it is what distinguishes boards from versions in the five operations. */
const otherShape = /^[A-Za-z][\w-]{1,39}$/;

/** Whether an identifier of no known shape can be that of a board. */
export function isOther(identifier: string): boolean {
	return otherShape.test(identifier) && kindsOfShape(identifier).length === 0;
}

export function isKind(text: string): text is BoardKind {
	return text === 'other' || shapes.some(([, kinds]) => kinds.some((kind) => kind === text));
}

/** Identifiers and names are compared without regard to case. */
export function fold(name: string): string {
	return name.toLowerCase();
}

/** `J413` for `J413AP`: the form that some tools print. */
export function withoutSuffix(identifier: string): string | null {
	return /^J.*AP$/.test(identifier) ? identifier.slice(0, -2) : null;
}

/** Code-point order, the same on every machine whatever its locale. */
export function compareText(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
