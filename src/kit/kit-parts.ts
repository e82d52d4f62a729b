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
export interface KitRecord {
	readonly data_version: string;
	/** The address in the files. */
	readonly address: string | null;
	/** The requested policy. */
	readonly policy: string | null;
	/** All policies to choose from. */
	readonly policies: readonly string[];
	readonly files: readonly KitFileRecord[];
	/** Formats that do not work for the policy, with the reason. */
	readonly refused: readonly { readonly format: string; readonly because: string }[];
	/** What the policy requires and the files of a format do not do. */
	readonly notices: readonly { readonly format: string; readonly notice: string }[];
}

export interface KitFileRecord {
	/** `client`, or the format. */
	readonly kind: string;
	readonly name: string;
	readonly path: string;
	/** What it is for; null if its name says so. */
	readonly what: string | null;
	readonly type: string;
	readonly bytes: number;
	readonly sha256: string;
}
