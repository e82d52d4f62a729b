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

/** The MDMs whose shape declarations can have; `raw` is Apple's own. */
export const mdmNames = ['raw', 'jamf', 'simplemdm', 'fleetdm', 'zentral', 'kmfddm'] as const;

export type MdmName = (typeof mdmNames)[number];

export function isMdm(text: string): text is MdmName {
	return (mdmNames as readonly string[]).includes(text);
}

/** One file that a management service takes. */
export interface EnforcementFile {
	readonly name: string;
	readonly type: 'application/json' | 'application/yaml' | 'text/plain; charset=utf-8';
	readonly body: string;
}

/** JSON that is read in diffs. */
export function jsonFile(name: string, value: object): EnforcementFile {
	return { name, type: 'application/json', body: `${JSON.stringify(value, null, 2)}\n` };
}

export interface FormatOptions {
	/** Whether declarations scope themselves; never unless asked for. */
	readonly activations?: boolean;
	/** The MDM whose shape declarations have. */
	readonly mdm?: MdmName;
	/** Whether deadlines that are over are enforced as they are. */
	readonly enforceOverdue?: boolean;
	/** The address of a feed in SOFA's shape that everybody may read; absent for SOFA's own. */
	readonly ownSofaUrl?: string | null;
}
