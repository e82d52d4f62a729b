import type { Shapes } from '@pointrelease/core/src/api/shapes/shapes.ts';
import { type Format, formatNames, formats } from '@pointrelease/core/src/integrations/enforce/formats.ts';

/** A part of the kit on the page: the clients, or the files of a format. */
interface KitPart extends Pick<Format, 'title' | 'lead'> {
	/** The kind of its files in `/kit/index.json`. */
	readonly kind: string;
}

export const kitParts: readonly KitPart[] = [
	{
		kind: 'client',
		title: 'On the Macs',
		lead: 'Scripts for this service, with its address filled in. You add the key.',
	},
	...formatNames.map((kind) => ({ kind, ...formats[kind] })),
];

/** `/kit/index.json`. */
export type KitRecord = Shapes['Kit'];
export type KitFileRecord = KitRecord['files'][number];
