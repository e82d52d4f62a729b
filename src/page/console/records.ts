/*
 * What the service answers below `/console/data`. Moments are RFC 3339 in UTC, days `YYYY-MM-DD`; null is "none" or
 * "never". The views of the service (`server/console/views/`) are written against these types.
 */

type Moment = string;
type Day = string;

/** Something that waits for a person. */
export interface TodoRecord {
	readonly kind: string;
	readonly since: Moment | null;
	readonly what: string;
	/** The next step on the machine; the page has a button of its own for what it can do itself. */
	readonly advice: string;
	/** The order, held item or channel that it is about. */
	readonly about: string | null;
}

export interface LicenseRow {
	readonly id: string;
	readonly email: string;
	readonly status: 'active' | 'expired' | 'revoked';
	readonly expires: Day | null;
	readonly order: string | null;
	readonly note: string | null;
	readonly last_use: Day | null;
	readonly requests_30_days: number;
	/** Requests of each of the last 30 days, the oldest first. */
	readonly days: readonly number[];
}

export interface LicenseTable {
	readonly rows: readonly LicenseRow[];
	/** Whether there are more than these. */
	readonly more: boolean;
	/** How many licenses there are in all. */
	readonly licenses: number;
	/** Why nothing was found, or not everything is shown; empty if all is said. */
	readonly remark: string;
}

export interface MailRecord {
	readonly id: string;
	readonly occasion: string;
	readonly state: 'sent' | 'written' | 'waiting' | 'refused' | 'given-up' | 'unknown';
	/** What became of it, with the answer of the mail server. */
	readonly words: string;
	readonly queued: Moment;
}

export interface AuditRecord {
	readonly number: number;
	readonly moment: Moment;
	readonly who: string;
	readonly what: string;
	readonly why: string;
}

export interface LicenseRecord extends Omit<LicenseRow, 'days'> {
	readonly created: Moment;
	readonly revoked: Moment | null;
	readonly replaces: string | null;
	readonly replaced_by: string | null;
	readonly reminders: boolean;
	readonly resendable: boolean;
	/** Nobody is behind it any more: the person was forgotten. */
	readonly forgotten: boolean;
	readonly usage: readonly { readonly day: Day; readonly requests: number }[];
	readonly mail: readonly MailRecord[];
	readonly audit: readonly AuditRecord[];
	readonly orders: readonly OrderRecord[];
}

export interface OrderRecord {
	readonly order: string;
	readonly provider: string;
	readonly live: boolean;
	readonly state: string;
	readonly reason: string | null;
	readonly product: string | null;
	readonly customer: string | null;
	readonly email: string | null;
	readonly created: Moment;
	readonly changed: Moment;
	readonly licenses: readonly string[];
}

export interface OrdersRecord {
	readonly held: readonly OrderRecord[];
	readonly recent: readonly OrderRecord[];
	/** The rules of the PRODUCTS file, with what a payment buys. */
	readonly products: readonly {
		readonly provider: string;
		readonly product: string;
		readonly live: boolean;
		readonly buys: string;
	}[];
	/** Products that count as another one, because a person decided so. */
	readonly kept: readonly {
		readonly provider: string;
		readonly product: string;
		readonly counts_as: string | null;
	}[];
	/** Why the PRODUCTS file cannot be used; null if it can. */
	readonly trouble: string | null;
}

export interface MailPreview {
	readonly to: string;
	readonly subject: string;
	/** Without the key. */
	readonly text: string;
}

/** A new license; its key is shown this once. */
export interface IssuedRecord {
	readonly id: string;
	readonly email: string;
	/** Null if it was issued before: it is shown once. */
	readonly key: string | null;
	readonly encoded: string | null;
	readonly expires: Day | null;
	/** The order had this license before: nothing was issued. */
	readonly known: boolean;
}

export interface HeldItemRecord {
	readonly id: string;
	readonly subject: string;
	/** Why it is held, in words. */
	readonly reason: string;
	readonly detail: string;
	readonly feed: string;
	readonly first_seen: Moment;
	readonly acceptable: boolean;
	/** What accepting means; null if it can only be rejected. */
	readonly accepting: string | null;
	/** It has the date of a release, which a person may know better. */
	readonly dated: Day | null;
}

export interface FeedRecord {
	readonly name: string;
	readonly state: string;
	readonly answered: Moment | null;
	readonly failures: number;
	readonly problem: string | null;
}

export interface DecisionRecord {
	readonly number: number;
	readonly what: string;
	readonly subject: string;
	readonly who: string;
	readonly why: string;
	readonly decided: Moment;
	readonly undone: boolean;
}

export interface DataRecord {
	readonly data_version: string;
	readonly changed: Moment;
	readonly following: boolean;
	readonly feeds: readonly FeedRecord[];
	readonly items: readonly HeldItemRecord[];
	/** The latest decisions, the newest first. */
	readonly decisions: readonly DecisionRecord[];
}

interface WasAndIs {
	readonly was: string | null;
	readonly is: string | null;
}

/** A held item, what the sources say about it, and what accepting it would change. */
export interface ItemRecord extends HeldItemRecord {
	readonly sources: readonly { readonly name: string; readonly answered: Moment | null }[];
	readonly statements: readonly { readonly name: string; readonly values: readonly (string | null)[] }[];
	readonly effect: {
		/** Releases, Macs and fixes that would be new, changed or gone. */
		readonly changes: readonly string[];
		readonly macs: readonly {
			readonly on: string;
			readonly macs: number;
			readonly examples: readonly string[];
			readonly next: WasAndIs;
			readonly advice: WasAndIs;
		}[];
	} | null;
	/** Why it cannot be accepted as it is; null if it can. */
	readonly refusal: string | null;
}

export interface OpenMail extends MailRecord {
	readonly kind: string;
	/** The license, order or list that it is about. */
	readonly about: string;
	readonly email: string | null;
}

export interface ChannelRecord {
	readonly name: string;
	readonly kind: string;
	readonly paused: Moment | null;
	readonly problem: string | null;
	readonly last_sent: Moment | null;
	readonly waiting: number;
	readonly written: number;
	readonly unknown: number;
	readonly failed: number;
}

export interface MessageRecord {
	readonly channel: string;
	readonly title: string;
	readonly state: string;
	readonly problem: string | null;
	readonly queued: Moment;
	readonly open: boolean;
}

export interface MailAndChannels {
	/** Where mail goes: a mail server, or a folder. */
	readonly place: string;
	/** Why no mail leaves; null if it does. */
	readonly held: string | null;
	readonly operator: string | null;
	readonly mails: readonly OpenMail[];
	readonly more: number;
	readonly channels: readonly ChannelRecord[];
	/** Messages to channels that are not delivered, and the latest that are. */
	readonly messages: readonly MessageRecord[];
	/** Whether test messages to channels can be sent from here, which needs WATCH and the channels' secrets. */
	readonly tests_channels: boolean;
}

export interface RoundRecord {
	readonly number: number;
	readonly cause: string;
	readonly started: Moment;
	readonly ended: Moment | null;
	readonly whole: boolean | null;
	readonly macs: number | null;
	readonly misses_policy: number | null;
}

export interface FleetRecord {
	/** Null if no watch ever ran on this state. */
	readonly watch: {
		readonly every: number;
		readonly policy: string | null;
		readonly time_zone: string;
		readonly overdue: boolean;
		readonly last_whole_round: Moment | null;
		readonly next_round: Moment | null;
		readonly rounds: readonly RoundRecord[];
		readonly inventories: readonly {
			readonly name: string;
			readonly taken: Moment | null;
			readonly trouble: readonly string[];
		}[];
		readonly messages: readonly MessageRecord[];
		readonly report: Moment | null;
	} | null;
}

export interface FindingRecord {
	readonly check: string;
	/** What the page can decide itself, as in `TodoRecord`; null if there is nothing. */
	readonly kind: string | null;
	readonly about: string | null;
	readonly state: 'ok' | 'warning' | 'problem';
	readonly found: string;
	readonly advice: string | null;
}

export interface ServiceRecord {
	readonly release: string;
	readonly findings: readonly FindingRecord[];
	readonly settings: readonly {
		readonly name: string;
		readonly value: string | null;
		readonly differs: boolean;
		readonly does: string;
		readonly without: string | null;
	}[];
	readonly nodes: readonly {
		readonly name: string;
		readonly release: string;
		readonly started: Moment;
		readonly seen: Moment;
		readonly here: boolean;
	}[];
	readonly backups: {
		readonly plan: string | null;
		readonly made: Moment | null;
		readonly folder: string | null;
		readonly verified: Moment | null;
		readonly failed: string | null;
		readonly kept: readonly string[];
	};
	readonly certificates: readonly {
		readonly file: string;
		readonly names: readonly string[];
		readonly begins: Day;
		readonly expires: Day;
	}[];
	/** The people who are signed in, the latest first. */
	readonly sessions: readonly {
		readonly name: string;
		readonly may_write: boolean;
		readonly begun: Moment;
		readonly ends: Moment;
	}[];
	/** The programs that have a token, by name. */
	readonly tokens: readonly {
		readonly name: string;
		readonly may: readonly string[];
		readonly per_day: number;
		readonly used_today: number;
		readonly made: Moment;
	}[];
}
