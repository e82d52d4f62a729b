import { describe, expect, test } from 'bun:test';
import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { noPolicy, policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { compareVersions, parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import fc from 'fast-check';
import { shipped } from '../../../test/shipped-data.ts';
import { day, message, ops, situationOf, telling, titles, toldOf } from '../../../test/watch/situations.ts';
import type { ChannelView } from '../situation.ts';
import { noticesFor } from './notices.ts';

describe('a release', () => {
	test('says how many Macs need it, by when, how many cannot have it, and how old the inventory is', async () => {
		const notices = noticesFor(await situationOf({ change: { notInInventory: 9 } }), telling('release'));
		expect(titles(notices)).toEqual([
			'macOS 26.7.2: 2 of 6 Macs, due 9 November, 1 cannot have it, 9 that you own are in no inventory',
			'macOS 27.2: 1 of 6 Macs, due 9 November, 1 cannot have it, 9 that you own are in no inventory',
		]);
		expect(notices[0]).toEqual({
			kind: 'release',
			subject: 'release:26.7.2',
			about: 'release:26.7.2',
			title:
				'macOS 26.7.2: 2 of 6 Macs, due 9 November, 1 cannot have it, 9 that you own are in no inventory',
			sentences: [
				'macOS 26.7.2 was released on 26 October 2026. 2 of 6 Macs need it.',
				'It fixes 9 vulnerabilities, none of them known to be exploited.',
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
				release: '26.7.2',
				released: day,
				macs: 6,
				concerned: 2,
				stale: 0,
				cannot: 1,
				replace: 1,
				unclear: 1,
				not_in_inventory: 9,
				exploited_cves: [],
				fixes: 9,
				deadline: '2026-11-09',
				framework_deadline: null,
				policy: 'standard',
				framework: null,
				data_version: shipped.dataVersion,
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
		const earlierNotices = toldOf(noticesFor(situation, ops), situation.now);
		expect(noticesFor({ ...situation, earlierNotices }, ops)).toEqual([]);
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
			'macOS 15.8.2: 1 of 6 Macs, due 9 November, 1 cannot have it',
			'macOS 26.7.2: 1 of 6 Macs, due 9 November, 1 cannot have it',
			'macOS 27.2: 1 of 6 Macs, due 9 November, 1 cannot have it',
		]);
	});

	test('cannot be had by all Macs whose hardware does not run it, and says how many of them must be replaced', async () => {
		// The second Mac runs 26 and not 27, the third neither: the policy allows both.
		const rows = ['a,S1,"Mac14,2",27.0.1', 'b,S2,"MacBookPro16,1",26.7.1', 'c,S3,"MacBookPro11,4",12.7.6'];
		const notices = noticesFor(await situationOf({ rows }), telling('release'));
		const of = (version: string) => message(notices, `release:${version}`);
		expect(of('27.2')).toMatchObject({
			title: 'macOS 27.2: 1 of 3 Macs, due 9 November, 2 cannot have it',
			data: { cannot: 2, replace: 1 },
		});
		expect(of('27.2').sentences).toContain(
			'2 Macs cannot have it because of the hardware; 1 of them must be replaced, because no update of an allowed major version is left for them.',
		);
		expect(of('26.7.2')).toMatchObject({
			title: 'macOS 26.7.2: 1 of 3 Macs, due 9 November, 1 cannot have it',
			data: { cannot: 1, replace: 1 },
		});
		const fine = await situationOf({ rows: rows.slice(0, 2) });
		expect(message(noticesFor(fine, telling('release')), 'release:27.2').sentences).toContain(
			'1 Mac cannot have it because of the hardware.',
		);
	});

	test('counts its deadline from the end of the deferral', async () => {
		const policy = policyOf(day, { behind: 1, deferDays: 7, graceDays: 14 }, 'later');
		const notices = noticesFor(await situationOf({ policy }), telling('release'));
		expect(message(notices, 'release:27.2').deadline).toBe('2026-11-16');
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
		const notices = noticesFor(await situationOf({ change: { notInInventory: 9 } }), view);
		expect(notices.map(({ title, list }) => [title, list])).toEqual([
			['macOS 27.2: 1 of 1 Mac, due 29 October', ['a']],
		]);
	});

	test('says which inventory is missing or incomplete', async () => {
		const inventories = [
			{ name: '@jamf', taken: 0, whole: false, macs: 6, problem: null, isUnreadable: false, check: null },
			{ name: '@iru', taken: 0, whole: true, macs: 0, problem: 'HTTP 500', isUnreadable: false, check: null },
			{
				name: 'exports',
				taken: null,
				whole: false,
				macs: 0,
				problem: null,
				isUnreadable: false,
				check: null,
			},
		];
		const notices = noticesFor(await situationOf({ change: { inventories } }), telling('release'));
		expect(notices[0]!.sentences.slice(-3)).toEqual([
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
			fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), terms, async (macs, policyTerms) => {
				const situation = await situationOf({
					rows: macs.map(([model, version], at) => `m${at},S${at},"${model}",${version}`),
					policy: policyOf('2026-10-27', policyTerms, 'any'),
				});
				const counts = new Map<string, number>();
				for (const { result } of situation.macs) {
					const { version, target_version: target, meets_policy } = result;
					if (meets_policy !== false || version === null || target === null) continue;
					const [from, to] = [parseVersion(version)!, parseVersion(target)!];
					// No Mac is told to downgrade.
					if (compareVersions(from, to) < 0) counts.set(target, (counts.get(target) ?? 0) + 1);
				}
				const notices = noticesFor(situation, telling('release'));
				for (const { data } of notices) {
					const { major, parsed } = shipped.releases.get(String(data.release))!;
					// A new Mac does not run majors from before it, and needs none of them.
					const unable = situation.macs.filter(
						({ result: { version, board_ids } }) =>
							shipped.releases.has(version!) &&
							compareVersions(parseVersion(version!)!, parsed) < 0 &&
							board_ids.every((id) => shipped.boards.get(id)?.support.has(major) === false),
					);
					expect([data.release, data.cannot]).toEqual([data.release, unable.length]);
				}
				for (const { data } of notices)
					expect([data.release, data.concerned]).toEqual([
						data.release,
						counts.get(String(data.release)) ?? 0,
					]);
				const news = [...counts.keys()].filter((version) => shipped.releases.get(version)!.released === day);
				expect(notices.map(({ data }) => data.release).sort()).toEqual(news.sort());
			}),
			{ numRuns: 40, seed: 20261118 },
		);
	});
});
