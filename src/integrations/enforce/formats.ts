export interface Format {
	/** What it is called where people choose. */
	readonly title: string;
	/** What its files are for, in words for whoever chooses. */
	readonly lead: string;
	/** Whether it is of no use without a day. */
	readonly needsDeadline: boolean;
}

/** The formats in the order in which they are shown. Command, read, kit and page go by this table; `enforce.ts` makes their files. */
export const formats = {
	ddm: {
		title: 'Declarations, for any MDM',
		lead: 'groups.json lists the Macs of each group; each group takes its own declaration.',
		needsDeadline: true,
	},
	fleet: {
		title: 'Fleet (fleetdm)',
		lead: 'For GitOps: labels by hardware model and version, policies, and a declaration for each label.',
		needsDeadline: false,
	},
	nudge: {
		title: 'Nudge 2',
		lead: 'One file for each group, for an MDM that can target by model; nudge.json is for all Macs.',
		needsDeadline: true,
	},
} as const satisfies Record<string, Format>;

export type EnforcementFormat = keyof typeof formats;

export const formatNames = Object.keys(formats) as readonly EnforcementFormat[];

export function isFormat(text: string): text is EnforcementFormat {
	return Object.hasOwn(formats, text);
}
