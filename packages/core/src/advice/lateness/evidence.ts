import type { LateReason, Strength } from './reasons.ts';

/** What a source states, and on which day. */
export interface Stated<Value> {
	readonly value: Value;
	/** The source in words: `Jamf Pro`, `fleet.csv`. */
	readonly from: string;
	/** The day to which the statement applies; null if the source gives none, and then it is never taken for fresh. */
	readonly day: string | null;
}

/** What macOS reports about the update that is under way (`softwareupdate.install-state`). */
export const installStates = ['none', 'waiting', 'downloading', 'prepared', 'installing', 'failed'] as const;

/** The update that a Mac reports as pending. */
export interface Pending {
	readonly version: string | null;
	/** The day on which it is enforced; null if it is not enforced. */
	readonly date: string | null;
}

export interface ReportedFailure {
	/** Null if the source does not count. */
	readonly count: number | null;
	/** The words of macOS. */
	readonly text: string | null;
	/** The day of the last failure. */
	readonly at: string | null;
}

/** A declaration that enforces an update, as the Mac or its service reports it. */
export interface Enforcement {
	readonly version: string | null;
	readonly date: string | null;
	readonly active: boolean;
	readonly valid: 'valid' | 'invalid' | 'unknown';
	/** Code and text of what the Mac has against it; null for nothing. */
	readonly reason: string | null;
}

/** What the service found out by itself: a check of its own, or the end of a plan. */
export interface Finding {
	readonly reason: LateReason;
	readonly strength: Strength;
	/** The word of the service: `APPLE_SILICON_NO_ESCROW_KEY`. */
	readonly word: string;
	/** The release that the service wanted to install; null if it does not say. */
	readonly version: string | null;
}

/** How long an update is hidden, and what hides it. A restriction has no effect on macOS 27; the administrator may name the days. */
interface Deferral {
	readonly days: number;
	readonly by: 'declaration' | 'restriction' | 'administrator';
}

/**
 * What is known of a late Mac. Every member may be missing, and a missing one says nothing: that nothing asks a Mac to update, or
 * that it did not answer, are statements of their own.
 */
export interface LateEvidence {
	/** The newest day on which anything heard of it. */
	readonly contact?: Stated<string>;
	/** The newest day on which its MDM client answered. */
	readonly mdm_contact?: Stated<string>;
	/** The day on which its version was read. */
	readonly inventoried?: Stated<string>;
	readonly managed?: Stated<boolean>;
	/** The last day of its MDM profile. */
	readonly mdm_expires?: Stated<string>;
	readonly supervised?: Stated<boolean>;
	/** Whether declarative device management is on. */
	readonly declarative?: Stated<boolean>;
	readonly apple_silicon?: Stated<boolean>;
	/** Whether a bootstrap token is escrowed. */
	readonly token_escrowed?: Stated<boolean>;
	/** Free space in GB (decimal). */
	readonly free_gb?: Stated<number>;
	readonly install_state?: Stated<string>;
	readonly pending?: Stated<Pending>;
	readonly failure?: Stated<ReportedFailure>;
	/** The newest day on which it reported an update state, to a source that has such reports; null if it never did. */
	readonly last_report?: Stated<string | null>;
	/** The declaration that asks for the update; null if the Mac's whole list of declarations has none. */
	readonly enforcement?: Stated<Enforcement | null>;
	readonly findings?: readonly Stated<Finding>[];
	readonly deferral?: Stated<Deferral>;
	/** Until when the user may put the update off, and how often. */
	readonly user_deferral?: Stated<{ readonly left: number | null; readonly until: string | null }>;
	/** Whether Apple's list has the release that is enforced or pending, for this Mac. */
	readonly offered?: Stated<{ readonly version: string; readonly is_offered: boolean }>;
}

/** A Mac that misses its policy. */
export interface LateMac {
	readonly asOf: string;
	/** The installed version. */
	readonly version: string;
	/** The release that its policy asks for, and the day on which that came out. */
	readonly target: string;
	readonly released: string;
	/** The oldest deadline that it missed, else the next one; null without one. */
	readonly deadline: string | null;
	/** Its hardware runs nothing as new as the policy requires. */
	readonly isBlocked: boolean;
	readonly evidence: LateEvidence;
	/** The column or right that would tell more, in words; null to derive it from what is missing. */
	readonly wouldTell?: string | null;
}

/** A statement that a reason rests on, as reports print it. */
export interface LateEvidenceRecord {
	readonly what: string;
	readonly value: string | number | boolean | null;
	readonly from: string;
	readonly day: string | null;
	readonly strength: Strength;
}
