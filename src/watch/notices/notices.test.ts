import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { fleetOf } from '../../../test/fleet/fleet-of.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { frameworks } from '../../advice/policy/frameworks.ts';
import { noPolicy, type Policy, policyOf } from '../../advice/policy/policy.ts';
import type { Catalog, Release } from '../../catalog/catalog.ts';
import { compareVersions, parseVersion } from '../../catalog/version.ts';
import type { Message, NoticeKind, Told } from '../message.ts';
import type { ChannelView, Situation } from '../situation.ts';
import { noticesFor } from './notices.ts';

const day = '2026-10-26';
const standard = (asOf = day) => policyOf(asOf, { behind: 1, graceDays: 14 }, 'standard');
const all: readonly NoticeKind[] = ['release', 'exploited', 'correction', 'overdue', 'ending', 'trouble'];
const ops: ChannelView = { name: 'ops', tell: all, policy: null, group: null, names: false };
const fleet = [
	'a,S1,"Mac14,2",26.7.1',
	'b,S2,"Mac14,2",27.0.1',
	'old,S3,"MacBookPro11,4",12.7.6',
	'c,S4,"Mac14,2",15.8.1',
	'odd,S5,"Mac14,2",26',
	'fine,S6,"Mac14,2",26.7.2',
];

interface Given {
	readonly rows?: readonly string[];
	readonly policy?: Policy;
	readonly change?: Partial<Situation>;
}

async function situationOf({
	rows = fleet,
	policy = standard(),
	change = {},
}: Given = {}): Promise<Situation> {
	const { macs } = await fleetOf(`Name,Serial,Model,OS Version\n${rows.join('\n')}\n`, policy);
	const now = Date.parse(`${policy.asOf}T18:02:00Z`);
	return {
		...{ now, timeZone: 'Europe/Berlin', catalog: shipped, policy, policyName: policy.name, framework: null },
		inventories: [
			{ name: '@jamf', taken: now - 12 * 3_600_000, whole: true, macs: rows.length, problem: null },
		],
		macs: macs.map(({ name, serial, judgment }, at) => ({
			...{ name, serial, result: judgment.answer! },
			groups: { Site: at === 0 ? 'Berlin' : 'Rome' },
		})),
		...{ notInInventory: null, told: new Map(), trouble: [], page: 'https://mac.example' },
		since: Date.parse('2026-10-20'),
		...change,
	};
}

function toldOf(messages: readonly Message[], at: number): Situation['told'] {
	const told = new Map<string, Told>();
	for (const { about, subject, claims } of messages) {
		const corrections = (told.get(about)?.corrections ?? 0) + (about === subject ? 0 : 1);
		told.set(about, { at, claims, corrections });
	}
	return new Map([['ops', told]]);
}

const titles = (messages: readonly Message[]) => messages.map(({ title }) => title);
const telling = (kind: NoticeKind): ChannelView => ({ ...ops, tell: [kind] });
const message = (messages: readonly Message[], subject: string) => {
	const [first, ...others] = messages.filter((message) => message.subject === subject);
	expect(others).toEqual([]);
	return first!;
};

/** The catalog with one release changed. */
function withRelease(version: string, change: Partial<Release>): Catalog {
	const release = { ...shipped.releases.get(version)!, ...change };
	return { ...shipped, releases: new Map(shipped.releases).set(version, release) };
}

describe('a release', () => {
	test('says how many Macs need it, by when, how many cannot have it, and how old the inventory is', async () => {
		const told = noticesFor(await situationOf({ change: { notInInventory: 9 } }), telling('release'));
		expect(titles(told)).toEqual([
			'macOS 26.7.2: 2 of 6 Macs, due 9 November, 1 cannot have it, 9 that you own are in no inventory',
			'macOS 27.2: 1 of 6 Macs, due 9 November, 1 cannot have it, 9 that you own are in no inventory',
		]);
		expect(told[0]).toEqual({
			...{ kind: 'release', subject: 'release:26.7.2', about: 'release:26.7.2' },
			title:
				'macOS 26.7.2: 2 of 6 Macs, due 9 November, 1 cannot have it, 9 that you own are in no inventory',
			sentences: [
				'macOS 26.7.2 was released on 26 October 2026. 2 of 6 Macs need it.',
				'It fixes 6 vulnerabilities, none of them known to be exploited.',
				'It is due on 9 November 2026 (the policy “standard”).',
				'1 Mac cannot have it because of the hardware, and must be replaced to get these fixes.',
				'1 Mac could not be judged, because the model or the version is not known.',
			],
			facts: [
				{ title: 'On 26', value: '1' },
				{ title: 'On 15', value: '1' },
			],
			list: [],
			link: { title: 'macOS 26.7.2', address: 'https://mac.example/release/26.7.2' },
			urgent: false,
			deadline: '2026-11-09',
			data: {
				...{ release: '26.7.2', released: day, macs: 6, concerned: 2, cannot: 1, unclear: 1 },
				...{ not_in_inventory: 9, exploited_cves: [], fixes: 6, deadline: '2026-11-09' },
				...{
					framework_deadline: null,
					policy: 'standard',
					framework: null,
					data_version: shipped.dataVersion,
				},
			},
			claims: { released: day, state: 'offered', deadline: '2026-11-09', framework_deadline: null },
			footer: `@jamf: 6 Macs, taken 26 October 2026, 07:02 (12 hours old) · times in Europe/Berlin · data ${shipped.dataVersion}`,
		});
	});

	test('gives no message if it came out before the watch was started, concerns no Mac, or was told', async () => {
		const later = await situationOf({ change: { since: Date.parse('2026-10-27') } });
		expect(noticesFor(later, telling('release'))).toEqual([]);
		const fine = await situationOf({ rows: ['fine,S6,"Mac14,2",26.7.2', 'new,S7,"Mac14,2",27.2'] });
		expect(noticesFor(fine, ops)).toEqual([]);
		const situation = await situationOf();
		const told = toldOf(noticesFor(situation, ops), situation.now);
		expect(noticesFor({ ...situation, told }, ops)).toEqual([]);
	});

	test('is urgent and names the vulnerabilities if it fixes exploited ones', async () => {
		const situation = await situationOf({
			rows: ['a,S1,"Mac14,2",26.2'],
			policy: policyOf('2026-02-12', { graceDays: 14, exploitedGraceDays: 3 }, 'fast'),
			change: { since: Date.parse('2026-02-01') },
		});
		const [release] = noticesFor(situation, telling('release'));
		expect(release).toMatchObject({
			title: 'macOS 26.3: 1 of 1 Mac, due 15 February, 1 exploited CVE',
			urgent: true,
			deadline: '2026-02-15',
		});
		expect(release!.sentences[1]).toMatch(
			/^It fixes \d+ vulnerabilities, 1 known to be exploited: CVE-2026-20700\.$/,
		);
	});

	test('without a policy concerns the Macs on its major, and a framework gives the deadline', async () => {
		const framework = frameworks.get('cyber-essentials-3.3')!;
		const situation = await situationOf({ policy: noPolicy(day), change: { framework } });
		expect(titles(noticesFor(situation, telling('release')))).toEqual([
			'macOS 15.8.2: 1 of 6 Macs, due 9 November',
			'macOS 26.7.2: 1 of 6 Macs, due 9 November',
			'macOS 27.2: 1 of 6 Macs, due 9 November, 1 cannot have it',
		]);
	});

	test('counts its deadline from the end of the deferral', async () => {
		const policy = policyOf(day, { behind: 1, deferDays: 7, graceDays: 14 }, 'later');
		const told = noticesFor(await situationOf({ policy }), telling('release'));
		expect(message(told, 'release:27.2').deadline).toBe('2026-11-16');
	});

	test('of a major that is deferred is told on the day on which the policy asks for it', async () => {
		const policy = (asOf: string) => policyOf(asOf, { behind: 0, deferMajorDays: 60 }, 'slow');
		const rows = ['a,S1,"Mac14,2",26.7.2'];
		const before = await situationOf({ rows, policy: policy('2026-11-12') });
		expect(noticesFor(before, telling('release'))).toEqual([]);
		const after = await situationOf({ rows, policy: policy('2026-11-13') });
		expect(titles(noticesFor(after, telling('release')))).toEqual(['macOS 27.2: 1 of 1 Mac']);
	});

	test('is judged by the policy and group of its channel, and has names if the channel allows them', async () => {
		const view: ChannelView = {
			...telling('release'),
			policy: policyOf(day, { graceDays: 3 }, 'strict'),
			group: { column: 'Site', value: 'Berlin' },
			names: true,
		};
		const told = noticesFor(await situationOf({ change: { notInInventory: 9 } }), view);
		expect(told.map(({ title, list }) => [title, list])).toEqual([
			['macOS 27.2: 1 of 1 Mac, due 29 October', ['a']],
		]);
	});

	test('says which inventory is missing or incomplete', async () => {
		const inventories = [
			{ name: '@jamf', taken: 0, whole: false, macs: 6, problem: null },
			{ name: '@iru', taken: 0, whole: true, macs: 0, problem: 'HTTP 500' },
			{ name: 'exports', taken: null, whole: false, macs: 0, problem: null },
		];
		const told = noticesFor(await situationOf({ change: { inventories } }), telling('release'));
		expect(told[0]!.sentences.slice(-3)).toEqual([
			'The inventory of @jamf is incomplete, so counts may be too low.',
			'The newest inventory of @iru could not be used, so counts may be wrong.',
			'There is no inventory of exports yet, so its Macs are not counted.',
		]);
	});

	test('concerns as many Macs as the report has with that target, in any fleet', async () => {
		const row = fc.tuple(
			fc.constantFrom('Mac14,2', 'MacBookPro17,1', 'MacBookPro11,4', 'Macmini8,1', 'MacBookPro16,1'),
			fc.constantFrom(
				'12.7.6',
				'14.8.9',
				'15.7.9',
				'15.8.1',
				'15.8.2',
				'26.7.1',
				'26.7.2',
				'27.0',
				'27.2',
				'15.70',
			),
		);
		const terms = fc.record({ behind: fc.integer({ min: 0, max: 2 }), graceDays: fc.constantFrom(0, 14) });
		await fc.assert(
			fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), terms, async (macs, given) => {
				const situation = await situationOf({
					rows: macs.map(([model, version], at) => `m${at},S${at},"${model}",${version}`),
					policy: policyOf('2026-10-27', given, 'any'),
				});
				const counts = new Map<string, number>();
				for (const { result } of situation.macs) {
					const { version, target_version: target, meets_policy } = result;
					if (meets_policy !== false || version === null || target === null) continue;
					const [from, to] = [parseVersion(version)!, parseVersion(target)!];
					// No Mac is told to downgrade.
					if (compareVersions(from, to) < 0) counts.set(target, (counts.get(target) ?? 0) + 1);
				}
				const told = noticesFor(situation, telling('release'));
				for (const { data } of told)
					expect([data.release, data.concerned]).toEqual([
						data.release,
						counts.get(String(data.release)) ?? 0,
					]);
				const news = [...counts.keys()].filter((version) => shipped.releases.get(version)!.released === day);
				expect(told.map(({ data }) => data.release).sort()).toEqual(news.sort());
			}),
			{ numRuns: 40, seed: 20261118 },
		);
	});
});

describe('an exploited vulnerability', () => {
	const given = (version: string) =>
		situationOf({
			rows: [`a,S1,"Mac14,2",${version}`, 'old,S2,"MacBookPro11,4",12.7.6'],
			policy: standard('2026-10-02'),
			change: { since: Date.parse('2026-09-20') },
		});

	test('is told once it is in the KEV catalog and Macs miss the fix', async () => {
		const told = noticesFor(await given('26.7'), telling('exploited'));
		expect(told).toMatchObject([
			{
				kind: 'exploited',
				subject: 'exploited:CVE-2026-86950',
				title: 'CVE-2026-86950 is exploited: 1 of 2 Macs misses the fix',
				facts: [{ title: 'Install 26.7.1', value: '1 Mac' }],
				deadline: '2026-10-02',
				urgent: true,
				claims: { kev_added: '2026-09-29', kev_due: '2026-10-02' },
				data: { cve: 'CVE-2026-86950', macs: 2, missing: 1, install: { '26.7.1': 1 } },
			},
		]);
		expect(told[0]!.sentences.slice(0, 2)).toEqual([
			'CISA added CVE-2026-86950 to its catalog of known exploited vulnerabilities on 29 September 2026.',
			'CISA due date: 2 October 2026.',
		]);
	});

	test('gives no message if no Mac misses the fix', async () => {
		expect(noticesFor(await given('26.7.1'), telling('exploited'))).toEqual([]);
	});
});

describe('overdue Macs', () => {
	const rows = ['a,S1,"Mac14,2",26.7.1', 'c,S4,"Mac14,2",15.8.1', 'fine,S6,"Mac14,2",26.7.2'];

	test('are told in a digest, at most once a week', async () => {
		const situation = await situationOf({ rows, policy: standard('2026-11-18') });
		const [digest] = noticesFor(situation, telling('overdue'));
		expect(digest).toMatchObject({
			subject: 'overdue:2026-11-18',
			title: '2 of 3 Macs are overdue',
			facts: [{ title: 'To 26.7.2', value: '2 Macs' }],
			data: { macs: 3, overdue: 2, exploited: 0, framework_fail: null },
		});
		for (const [days, count] of [
			[0, 0],
			[6, 0],
			[7, 1],
		] as const) {
			const told = toldOf([digest!], situation.now - days * 86_400_000);
			expect(noticesFor({ ...situation, told }, telling('overdue'))).toHaveLength(count);
		}
	});

	test('make the digest urgent if they miss fixes for exploited vulnerabilities', async () => {
		const [digest] = noticesFor(
			await situationOf({ rows: [...rows, 'x,S7,"Mac14,2",26.2'], policy: standard('2026-11-18') }),
			telling('overdue'),
		);
		expect(digest!.urgent).toBe(true);
		expect(digest!.sentences[1]).toBe('1 of them misses fixes for exploited vulnerabilities.');
	});

	test('give no digest while every deadline is in the future', async () => {
		const situation = await situationOf({ rows: rows.slice(0, 1), policy: standard('2026-10-01') });
		expect(noticesFor(situation, telling('overdue'))).toEqual([]);
	});

	test('include those that fail the framework', async () => {
		const situation = await situationOf({ rows, policy: noPolicy('2026-11-18') });
		const framework = frameworks.get('cyber-essentials-3.3')!;
		const verdict = { verdict: 'fail', verdict_reason: '', exception: null } as const;
		const macs = situation.macs.map((mac, at) => (at < 2 ? { ...mac, verdict } : mac));
		expect(titles(noticesFor({ ...situation, framework, macs }, telling('overdue')))).toEqual([
			'2 of 3 Macs fail Cyber Essentials',
		]);
	});
});

describe('the end of support', () => {
	const rows = ['a,S1,"Mac14,2",15.8.2', 't2,S2,"Macmini8,1",15.8.2', 'b,S3,"Mac14,2",27.2'];
	const ending = async (asOf: string, told?: Situation['told']) =>
		noticesFor(
			await situationOf({ rows, policy: standard(asOf), change: told ? { told } : {} }),
			telling('ending'),
		);

	test('is told 90 and 30 days before the month in which it is expected', async () => {
		expect(await ending('2027-06-02')).toEqual([]);
		const [first] = await ending('2027-06-03');
		expect(first).toMatchObject({
			subject: 'ending:15:2027-09:90',
			title: 'Support for macOS 15 is expected to end in September 2027: 2 of 3 Macs',
			sentences: [
				'Support for macOS 15 is expected to end in September 2027. This is an estimate; Apple publishes no date.',
				'2 of 3 Macs run it.',
				'1 Mac runs nothing newer, and must be replaced to stay supported.',
			],
			data: { major: '15', estimated_end: '2027-09', running: 2, last_major: 1 },
		});
		expect(await ending('2027-06-20', toldOf([first!], 0))).toEqual([]);
		expect(message(await ending('2027-08-02', toldOf([first!], 0)), 'ending:15:2027-09:30').title).toBe(
			first!.title,
		);
		expect(await ending('2027-09-02')).toEqual([]);
	});
});

describe('a correction', () => {
	const corrected = async (change: Partial<Situation>) => {
		const situation = await situationOf();
		const told = toldOf(noticesFor(situation, ops), situation.now);
		return { told, corrections: noticesFor({ ...situation, told, ...change }, telling('correction')) };
	};

	test('is not sent while everything that was told is still true', async () => {
		expect((await corrected({})).corrections).toEqual([]);
	});

	test('tells once that a release was withdrawn', async () => {
		const change = { catalog: withRelease('27.2', { withdrawn: true }) };
		const { told, corrections } = await corrected(change);
		expect(corrections).toMatchObject([
			{
				kind: 'correction',
				subject: 'release:27.2:correction:1',
				about: 'release:27.2',
				title: 'Correction: macOS 27.2 was withdrawn: do not install it, no policy asks for it',
				urgent: true,
				data: { about: 'release:27.2', before: { state: 'offered' }, now: { state: 'withdrawn' } },
			},
		]);
		const after = new Map(told.get('ops')!);
		after.set('release:27.2', { at: 1, claims: corrections[0]!.claims, corrections: 1 });
		expect((await corrected({ ...change, told: new Map([['ops', after]]) })).corrections).toEqual([]);
	});

	test('for a pulled release goes only to fleets with a Mac that it was pulled for, and later says that it is offered again', async () => {
		const pull = (boards: readonly string[] | null, listedAgainOn: string | null) => ({
			catalog: withRelease('26.7.2', {
				pulls: [{ on: day, listedAgainOn, boards: boards && new Set(boards) }],
			}),
		});
		expect(titles((await corrected(pull(null, null))).corrections)).toEqual([
			'Correction: macOS 26.7.2 was pulled: Apple no longer offers it to some or all Macs',
		]);
		expect(titles((await corrected(pull(['J413AP'], null))).corrections)).toHaveLength(1);
		expect((await corrected(pull(['J293AP'], null))).corrections).toEqual([]);
		expect((await corrected(pull(null, day))).corrections).toEqual([]);
	});

	test('has the old and the new deadline', async () => {
		const situation = await situationOf();
		const told = toldOf(noticesFor(situation, ops), situation.now);
		const policy = policyOf(day, { behind: 1, graceDays: 7 }, 'standard');
		const shorter = await situationOf({ policy, change: { told } });
		expect(noticesFor(shorter, telling('correction')).map(({ sentences }) => sentences)).toEqual([
			['The deadline of macOS 26.7.2 is 2 November 2026, not 9 November 2026.', '2 of 6 Macs need it.'],
			['The deadline of macOS 27.2 is 2 November 2026, not 9 November 2026.', '1 of 6 Macs needs it.'],
		]);
	});
});

test('trouble is told to all channels except the one that it is about', async () => {
	const trouble = [
		{
			subject: 'feeds:2026-11-18',
			title: 'The feeds are stale',
			sentences: ['No feed answered.'],
			channel: null,
		},
		{
			subject: 'channel:ops:1',
			title: 'Channel ops is paused',
			sentences: ['It answers 410.'],
			channel: 'ops',
		},
	];
	const situation = await situationOf({ change: { trouble } });
	const told = noticesFor(situation, telling('trouble'));
	expect(told).toMatchObject([
		{ kind: 'trouble', subject: 'feeds:2026-11-18', title: 'The feeds are stale' },
	]);
	expect(titles(noticesFor(situation, { ...telling('trouble'), name: 'other' }))).toEqual([
		'The feeds are stale',
		'Channel ops is paused',
	]);
	expect(noticesFor({ ...situation, told: toldOf(told, 0) }, telling('trouble'))).toEqual([]);
});
