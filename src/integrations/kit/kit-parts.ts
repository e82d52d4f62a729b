import { type Format, formatNames, formats } from '../enforce/formats.ts';

/** A part of the kit as people see it: the clients, and the files of each format. */
interface KitPart extends Pick<Format, 'title' | 'lead'> {
	/** The kind that its files have in `/kit/index.json`. */
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
