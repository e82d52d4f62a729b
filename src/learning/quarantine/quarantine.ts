import { createHash } from 'node:crypto';
import type { Fact } from '../facts/fact.ts';
import type { Feed } from '../observation.ts';

/** Why an entry of a feed needs a decision by a person. */
export const reasons = {
	'list-shrinks': 'the device list of a release or security response lost boards',
	'release-disappears': 'the latest release of a major version is no longer listed',
	'listed-again': 'something a person removed is listed again',
	'date-in-future': 'the date is in the future',
	'date-too-early': 'the date is before that of the release it follows',
	'date-disputed': 'feeds give another day than the data has for certain',
	'version-lower': 'the version is lower than the latest known for its boards',
	'wrong-major': 'this Mac is not known to run the major version',
	'wrong-train': 'the build number does not fit the major version',
	'wrong-base': 'a security response is for a build that is not known',
	implausible: 'it is unusual, and only one feed lists it',
	'major-jump': 'the major version does not follow the newest known one',
	unconfirmed: "Apple's feed does not list it",
	'unknown-identifier': 'the identifier has an unknown form',
	'unreadable-entry': 'an entry cannot be read',
	'too-many': 'more is new at once than a feed ever brings',
	'list-loses': 'the list of what a release fixes lost CVEs',
	'wrong-list': 'a CVE or an article does not fit the release',
	'fixed-already': 'another release of the major version already fixes it: the article may only mention it',
	'record-loses': "Apple's CVE record no longer names a release",
	'record-rejected': 'Apple rejected a CVE',
	'leaves-catalogue': "CISA's catalog no longer lists it",
	'other-days': "CISA's catalog gives different days",
	'rejected-before': 'it was rejected before and is reported differently now',
	'breaks-checks': 'the tables would no longer be valid',
} as const;

export type Reason = keyof typeof reasons;

/** What accepting an item means, by its reason; null if it can only be rejected. `data status` prints it beside each item. */
export const accepting: Readonly<Record<Reason, string | null>> = {
	'list-shrinks': 'the missing boards lose the release or response',
	'release-disappears': 'the release or response is withdrawn',
	'listed-again': 'what a person removed is restored',
	'date-in-future': 'the release is taken with this date',
	'date-too-early': 'the release is taken with this date',
	'date-disputed': 'the release of the shipped tables gets this date',
	'version-lower': 'it is taken without waiting',
	'wrong-major': 'the board runs the major version',
	'wrong-train': 'it is taken; for a known release nothing changes',
	'wrong-base': 'it is taken once its release is known, for the boards that the feed lists',
	implausible: 'it is taken without waiting for a second feed',
	'major-jump': 'it is taken without waiting',
	unconfirmed: 'it is taken for the boards that SOFA or AppleDB list',
	'unknown-identifier': 'the identifier becomes a board of the kind "other", which runs the release',
	'unreadable-entry': null,
	'too-many': null,
	'list-loses': 'the release does not fix the CVEs that are gone',
	'wrong-list': 'the release or response fixes the CVE',
	'fixed-already': 'the release or response fixes the CVE',
	'leaves-catalogue': 'the CVE is not exploited, unless Apple says so',
	'other-days': 'the new days count',
	'rejected-before': 'it is taken without waiting',
	'record-loses': 'the releases that the record no longer names do not fix the CVE',
	'record-rejected': 'the releases that the record named do not fix the CVE',
	'breaks-checks': null,
};

export interface Item {
	/** Short, and the same on every node and at every poll as long as the feed says the same. */
	readonly id: string;
	readonly reason: Reason;
	/** Its subject: a version, or a version and boards. */
	readonly subject: string;
	/** One line for a person. */
	readonly detail: string;
	readonly feed: Feed;
	/**
	 * The facts that are added if a person accepts it, or removed for `listed-again`; empty if it can only be
	 * rejected.
	 */
	readonly facts: readonly Fact[];
}

export function quarantined(
	reason: Reason,
	{ feed, subject, detail, facts }: { feed: Feed; subject: string; detail: string; facts: readonly Fact[] },
): Item {
	const digest = createHash('sha256').update([reason, feed, subject, detail].join('\n')).digest('hex');
	const accepted = facts.map((fact) => ({ ...fact, accepted: true }));
	return { id: digest.slice(0, 8), reason, feed, subject, detail, facts: accepted };
}

/** Most items. No person looks at so many: beyond it, a feed is broken. */
export const mostItems = 300;

/** The first items, and one that says how many are left out. */
export function atMost(items: readonly Item[], most = mostItems): readonly Item[] {
	if (items.length <= most) return items;
	const { feed } = items[most]!;
	const detail = `there are more than ${most} items; the rest is left out`;
	return [
		...items.slice(0, most),
		quarantined('too-many', { feed, subject: 'quarantine', detail, facts: [] }),
	];
}
