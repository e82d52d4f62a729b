import { expect } from 'bun:test';
import { type Policy, policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import type { Catalog, Release } from '@pointrelease/core/src/catalog/catalog.ts';
import type { Exceptions } from '../../src/fleet/history/exception.ts';
import type { EarlierNotice, Message, NoticeKind } from '../../src/watch/message.ts';
import type { ChannelView, Situation } from '../../src/watch/situation.ts';
import { fleetOf } from '../fleet/fleet-of.ts';
import { shipped } from '../shipped-data.ts';

export const day = '2026-10-26';
export const standard = (asOf = day) => policyOf(asOf, { behind: 1, graceDays: 14 }, 'standard');
export const all: readonly NoticeKind[] = [
	'release',
	'exploited',
	'correction',
	'overdue',
	'ending',
	'trouble',
];
export const ops: ChannelView = {
	name: 'ops',
	tell: all,
	policy: null,
	group: null,
	groupBy: null,
	names: false,
};
export const fleet = [
	'a,S1,"Mac14,2",26.7.1',
	'b,S2,"Mac14,2",27.0.1',
	'old,S3,"MacBookPro11,4",12.7.6',
	'c,S4,"Mac14,2",15.8.1',
	'odd,S5,"Mac14,2",26',
	'fine,S6,"Mac14,2",26.7.2',
];

export interface Given {
	/** The columns of the rows. */
	readonly columns?: string;
	readonly rows?: readonly string[];
	readonly policy?: Policy;
	readonly exceptions?: Exceptions;
	readonly change?: Partial<Situation>;
}

export async function situationOf({
	columns = 'Name,Serial,Model,OS Version',
	rows = fleet,
	policy = standard(),
	exceptions,
	change = {},
}: Given = {}): Promise<Situation> {
	const { macs } = await fleetOf(`${columns}\n${rows.join('\n')}\n`, policy, exceptions);
	const now = Date.parse(`${policy.asOf}T18:02:00Z`);
	return {
		now,
		timeZone: 'Europe/Berlin',
		catalog: shipped,
		policy,
		policyName: policy.name,
		framework: null,
		inventories: [
			{
				name: '@jamf',
				taken: now - 12 * 3_600_000,
				whole: true,
				macs: rows.length,
				problem: null,
				isUnreadable: false,
				check: null,
			},
		],
		macs: macs.map(({ name, serial, judgment }, at) => ({
			name,
			serial,
			isStale: false,
			owner: null,
			result: judgment.answer!,
			groups: { Site: at === 0 ? 'Berlin' : 'Rome' },
		})),
		notInInventory: null,
		past: null,
		lacksExceptions: false,
		holdsMacs: new Set(),
		earlierNotices: new Map(),
		trouble: [],
		page: 'https://mac.example',
		since: Date.parse('2026-10-20'),
		...change,
	};
}

export function toldOf(messages: readonly Message[], at: number): Situation['earlierNotices'] {
	const told = new Map<string, EarlierNotice>();
	for (const { about, subject, claims } of messages) {
		const corrections = (told.get(about)?.corrections ?? 0) + (about === subject ? 0 : 1);
		told.set(about, { at, claims, corrections });
	}
	return new Map([['ops', told]]);
}

export const titles = (messages: readonly Message[]) => messages.map(({ title }) => title);
export const telling = (kind: NoticeKind): ChannelView => ({ ...ops, tell: [kind] });
export const message = (messages: readonly Message[], subject: string) => {
	const [first, ...others] = messages.filter((message) => message.subject === subject);
	expect(others).toEqual([]);
	return first!;
};

/** The catalog with one release changed. */
export function withRelease(version: string, change: Partial<Release>): Catalog {
	const release = { ...shipped.releases.get(version)!, ...change };
	return { ...shipped, releases: new Map(shipped.releases).set(version, release) };
}

/** The situation with other groups of its Macs. */
export function inGroups(situation: Situation, siteOf: (serial: string) => string): Situation {
	return {
		...situation,
		macs: situation.macs.map((mac) => ({ ...mac, groups: { Site: siteOf(mac.serial) } })),
	};
}
