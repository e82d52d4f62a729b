/** The kinds of notices, in the order in which a round tells them. */
export const noticeKinds = [
	'release',
	'exploited',
	'correction',
	'overdue',
	'ending',
	'mac',
	'trouble',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** What a message says that a later correction can change, by name. Counts of Macs are not claims. */
export type Claims = Readonly<Record<string, string | null>>;

/** What a channel was told about a subject, as of its last correction. */
export interface EarlierNotice {
	/** When it was queued, in milliseconds. */
	readonly at: number;
	readonly claims: Claims;
	/** How often it was corrected. */
	readonly corrections: number;
}

/** A message on its way to a channel. */
export interface Envelope {
	/** The same for every attempt. */
	readonly id: string;
	/** When it was queued, in milliseconds. */
	readonly queued: number;
	readonly message: Message;
}

/** A notice. Each channel draws it in its own way. */
export interface Message {
	readonly kind: NoticeKind;
	/** What it is about, such as `release:26.5.1`. Each channel is told once of each kind and subject. */
	readonly subject: string;
	/** The subject of its claims: for a correction the subject that it corrects, otherwise `subject`. */
	readonly about: string;
	/** `macOS 26.5.1: 312 of 480 Macs, due 2 December`; the line that notifications show. */
	readonly title: string;
	readonly sentences: readonly string[];
	/** The earlier messages of which a sentence says that they did not arrive, or may not have, by ID. */
	readonly doubts?: readonly string[];
	readonly facts: readonly Fact[];
	/** Names of Macs; empty if the channel does not allow them. */
	readonly list: readonly string[];
	readonly link: { readonly title: string; readonly address: string } | null;
	readonly urgent: boolean;
	/** The last day to act on, for a calendar; null if there is none. */
	readonly deadline: string | null;
	/** The content for programs: the `data` of a webhook. */
	readonly data: Readonly<Record<string, unknown>>;
	readonly claims: Claims;
	/** Age of the inventory, time zone and version of the data. */
	readonly footer: string;
}

export interface Fact {
	readonly title: string;
	readonly value: string;
}
