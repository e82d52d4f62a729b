/** How sure a claim is: by what was measured or stated, or by what follows from it. */
export type Strength = 'strong' | 'medium';

/** The groups in which texts, charts and digests count late Macs, in the order in which people read them. */
export const lateGroups = {
	management: 'token and management',
	asking: 'never asked or refused',
	space: 'space and power',
	waiting: 'waiting for a person or a restart',
	unseen: 'not seen',
	untold: 'not told',
} as const;

export type LateGroup = keyof typeof lateGroups;

interface ReasonWords {
	readonly group: LateGroup;
	/** What is said of the Macs that are late for this reason alone: `9 no token`. */
	readonly label: string;
}

/**
 * Why a Mac is late: the first that holds is its reason, so the order decides. The codes are in JSON, CSV and filters, and never
 * change. The client for Macs has the same codes (`deploy/clients`).
 */
export const lateReasons = {
	gone: { group: 'unseen', label: 'not seen' },
	cannot: { group: 'asking', label: 'hardware too old' },
	unmanaged: { group: 'management', label: 'not reached by MDM' },
	'not-manageable': { group: 'management', label: 'no update declarations possible' },
	'maybe-done': { group: 'unseen', label: 'maybe updated since' },
	installing: { group: 'waiting', label: 'installing' },
	'not-offered': { group: 'asking', label: 'target not offered' },
	refused: { group: 'asking', label: 'declaration refused' },
	'no-token': { group: 'management', label: 'no token' },
	'no-space': { group: 'space', label: 'no space' },
	'on-battery': { group: 'space', label: 'no power' },
	failing: { group: 'waiting', label: 'failing' },
	'past-due': { group: 'waiting', label: 'past the enforced date' },
	prepared: { group: 'waiting', label: 'waiting for a restart' },
	downloading: { group: 'waiting', label: 'downloading' },
	enforced: { group: 'waiting', label: 'enforced, date ahead' },
	silent: { group: 'unseen', label: 'no answer to MDM' },
	hidden: { group: 'asking', label: 'deferred by a profile' },
	'user-deferred': { group: 'waiting', label: 'put off by the user' },
	'never-asked': { group: 'asking', label: 'never asked' },
	'not-told': { group: 'untold', label: 'not told' },
} as const satisfies Readonly<Record<string, ReasonWords>>;

export type LateReason = keyof typeof lateReasons;

export const lateReasonCodes = Object.keys(lateReasons) as readonly LateReason[];

export function isLateReason(text: string): text is LateReason {
	return Object.hasOwn(lateReasons, text);
}

/** Limits that the organization sets: members of `why` in the watch file, and of `--why` of `fleet`. */
export interface LateLimits {
	/** Free space in GB (decimal) below which an update, or an upgrade to another major, is taken to fail. */
	readonly space_gb: number;
	readonly upgrade_gb: number;
	/** Days without any contact after which a Mac counts as gone. */
	readonly silent_days: number;
}

/**
 * An update needs 15 GB beside its download by the most used script of this kind, an upgrade 25 GB and an installer of 12 to 17. Low
 * on purpose, because some services count purgeable space and some do not.
 */
export const usualLateLimits: LateLimits = { space_gb: 15, upgrade_gb: 35, silent_days: 14 };

/** How many late Macs there are for each reason; reasons without any are absent. */
export type LateCounts = { readonly [Reason in LateReason]?: number };

/** The groups that have Macs, with their numbers, most first. A group of one reason has the words of that reason. */
export function lateGroupCounts(
	counts: LateCounts,
): { readonly group: LateGroup; readonly label: string; readonly macs: number }[] {
	const groups = Object.keys(lateGroups) as LateGroup[];
	return groups
		.flatMap((group) => {
			const present = lateReasonCodes.filter((code) => lateReasons[code].group === group && counts[code]);
			const macs = present.reduce((sum, code) => sum + counts[code]!, 0);
			const [only] = present;
			if (only === undefined) return [];
			return { group, label: present.length === 1 ? lateReasons[only].label : lateGroups[group], macs };
		})
		.toSorted((a, b) => Number(a.group === 'untold') - Number(b.group === 'untold') || b.macs - a.macs);
}

/** `28 late: 9 no token, 7 never asked, 5 no space, 4 not seen, 3 not told`; empty without a late Mac. */
export function lateWords(counts: LateCounts, numberText: (macs: number) => string = String): string {
	const groups = lateGroupCounts(counts);
	if (groups.length === 0) return '';
	const all = groups.reduce((sum, { macs }) => sum + macs, 0);
	const parts = groups.map(({ label, macs }) => `${numberText(macs)} ${label}`);
	return `${numberText(all)} late: ${parts.join(', ')}`;
}
