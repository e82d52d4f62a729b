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
		lead: 'Scripts that ask this service. Its address is filled in; the key is yours to give.',
	},
	...formatNames.map((kind) => ({ kind, ...formats[kind] })),
];
