import type { EnforcementFile } from '../file.ts';
import type { Bundle } from './bundle.ts';
import { zentralShape } from './zentral.ts';

/** Declarations to put, and the identifiers that belong into a set, one on a line. */
export function kmfddmShape(bundle: Bundle): EnforcementFile[] {
	const identifiers = [...bundle.forAll, ...bundle.declared].flatMap(({ configuration, activation }) => [
		configuration.Identifier,
		...(activation ? [activation.declaration.Identifier] : []),
	]);
	return [
		{ name: 'set.txt', type: 'text/plain; charset=utf-8', body: identifiers.map((id) => `${id}\n`).join('') },
		...zentralShape(bundle),
	];
}
