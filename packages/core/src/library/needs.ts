import { tablesOf } from '../catalog/make-catalog.ts';
import type { Macs } from './macs.ts';

const hasPiece = {
	names: ({ catalog }: Macs) => [...catalog.boards.values()].some(({ machines }) => machines[0]!.name !== ''),
	security: ({ catalog }: Macs) => catalog.builds.size > 0,
	sources: ({ catalog }: Macs) => tablesOf(catalog).sources.length > 0,
};

/** Throws if the catalog was opened without a document, so that its answers would silently lack something. */
export function needs(macs: Macs, piece: keyof typeof hasPiece): void {
	if (!hasPiece[piece](macs))
		throw new TypeError(`open the catalog with lookup.json and ${piece}.json: ${piece}.json is missing`);
}
