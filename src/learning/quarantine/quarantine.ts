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
