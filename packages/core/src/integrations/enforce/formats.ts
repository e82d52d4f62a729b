import type { DoorAt } from '../../advice/door/minimum.ts';
import type { HardwareChoice } from '../../advice/door/minimum-record.ts';
import type { NotCovered } from './not-covered.ts';

export interface Format {
	/** Its name in lists. */
	readonly title: string;
	/** What its files are for, shown in lists. */
	readonly lead: string;
	/** Whether its files need a deadline. */
	readonly needsDeadline: boolean;
	/** Whether its files declare the `settings` of a policy. */
	readonly hasSettings: boolean;
}

/**
 * The formats in the order in which they are shown. Command, read, kit and page use this table; `enforce.ts` makes the
 * files.
 */
export const formats = {
	ddm: {
		title: 'Declarations, for any MDM',
		lead: 'groups.json lists the Macs of each group; each group takes its own declaration.',
		needsDeadline: true,
		hasSettings: true,
	},
	fleet: {
		title: 'Fleet (fleetdm)',
		lead: 'For GitOps: labels by hardware model and version, policies, and a declaration for each label.',
		needsDeadline: false,
		hasSettings: true,
	},
	nudge: {
		title: 'Nudge 2',
		lead: 'One file for each group, for an MDM that can target by model; nudge.json is for all Macs.',
		needsDeadline: true,
		hasSettings: false,
	},
	access: {
		title: 'Sign-in and device trust',
		lead: 'Minimum versions for Intune, Okta, Jamf Pro and Fleet, so that only Macs within the policy sign in.',
		needsDeadline: true,
		hasSettings: false,
	},
} as const satisfies Record<string, Format>;

export type EnforcementFormat = keyof typeof formats;

export const formatNames = Object.keys(formats) as readonly EnforcementFormat[];

export function isFormat(text: string): text is EnforcementFormat {
	return Object.hasOwn(formats, text);
}

/** The MDMs that declarations can be written for; `raw` is Apple's own shape. */
export const mdmNames = ['raw', 'jamf', 'simplemdm', 'fleetdm', 'zentral', 'kmfddm'] as const;

export type MdmName = (typeof mdmNames)[number];

export function isMdm(text: string): text is MdmName {
	return (mdmNames as readonly string[]).includes(text);
}

/** What Intune may have as the model of a Mac in `device.model`. No source says which. */
export const intuneModels = ['identifier', 'name'] as const;

export type IntuneModel = (typeof intuneModels)[number];

/** One file that a management service takes. */
export interface EnforcementFile {
	readonly name: string;
	readonly type: 'application/json' | 'application/yaml' | 'text/plain; charset=utf-8';
	readonly body: string;
	/** The day on which Apple's list drops the release that it asks for; absent if that is not known or not final. */
	readonly listedUntil?: string;
}

/** The files of a format for a plan. */
export interface Enforcement {
	/** The first file covers everything, or as much as one file can. */
	readonly files: readonly [EnforcementFile, ...EnforcementFile[]];
	/** What the policy requires and the files do not do. */
	readonly notices: readonly string[];
	/** The Macs that the policy asks for a release and the files do not cover. */
	readonly notCovered: readonly NotCovered[];
}

/** Indented JSON, because people read it in diffs. */
export function jsonFile(name: string, value: object): EnforcementFile {
	return { name, type: 'application/json', body: `${JSON.stringify(value, null, 2)}\n` };
}

export interface FormatOptions {
	/** Whether declarations have activations that select their Macs; off by default. */
	readonly activations?: boolean;
	/** The MDM that declarations are written for. */
	readonly mdm?: MdmName;
	/** Whether past deadlines are enforced unchanged. */
	readonly enforceOverdue?: boolean;
	/** Whether files that an MDM assigns by hand are written for groups of newer majors, which must not reach other Macs. */
	readonly ownMajor?: boolean;
	/** `access`: which Macs are refused, those that are overdue (default) or those below their target. */
	readonly at?: DoorAt;
	/** `access`: whether Macs that run no allowed major are admitted where a product cannot tell models apart. */
	readonly hardware?: HardwareChoice;
	/** `access`: what the tenant of Intune has as the model of a Mac. Absent if nobody looked. */
	readonly intuneModel?: IntuneModel;
	/** `access`: the Macs of an inventory that the policy gives time because they are new; absent or null without a whole inventory. */
	readonly newlyEnrolled?: readonly NewlyEnrolled[] | null;
	/** The address of a public feed in SOFA's shape; absent for SOFA's own feed. */
	readonly ownSofaUrl?: string | null;
}

/** A Mac within the `enrollment_grace_days` of its policy. */
export interface NewlyEnrolled {
	/** All that it may be. */
	readonly boardIds: readonly string[];
	readonly version: string;
	/** The version that the policy requires of it. */
	readonly target: string;
}
