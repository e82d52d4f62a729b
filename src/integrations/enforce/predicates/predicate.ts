/** What a Mac tells of itself, as predicates name it. Every Mac that knows activations (macOS 13) knows both. */
export const statusItems = {
	'device.model.identifier': /^[A-Za-z]{1,24}\d{1,3},\d{1,3}$/,
	'device.operating-system.version': /^\d{1,3}(?:\.\d{1,3}){1,2}$/,
} as const satisfies Record<string, RegExp>;

export type StatusItem = keyof typeof statusItems;

/**
 * When an activation holds. This is all that every public reader of predicates understands. There is no comparison by
 * order: in a predicate versions are text, and '26.10' comes before '26.9'.
 */
export type Predicate =
	| { readonly item: StatusItem; readonly isIn: readonly string[] }
	| { readonly all: readonly Predicate[] }
	| { readonly any: readonly Predicate[] }
	| { readonly not: Predicate };
