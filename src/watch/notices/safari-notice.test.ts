import { expect, test } from 'bun:test';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { situationOf, telling, titles, toldOf } from '../../../test/watch/situations.ts';
import { noticesFor } from './notices.ts';

const columns = 'Name,Serial,Model,OS Version,Safari Version';
const rows = [
	'a,S1,"Mac14,2",15.8.2,27.0',
	'b,S2,"Mac14,2",15.8.2,27.2',
	'c,S3,"Mac14,2",26.7.2,',
	'd,S4,"Mac14,2",27.2,27.0',
	'e,S5,"Mac14,2",14.8.9,26.6.1',
];
const on = (day: string) => policyOf(day, { behind: 2, graceDays: 14 }, 'standard');

test('a release of Safari is told to the Macs that lack it, and says of how many nobody knows', async () => {
	const situation = await situationOf({ columns, rows, policy: on('2026-10-27') });
	const notices = noticesFor(situation, telling('release')).filter(({ subject }) =>
		subject.includes('Safari'),
	);
	expect(titles(notices)).toEqual(['Safari 27.2: 1 of 5 Macs']);
	expect(notices[0]).toMatchObject({
		kind: 'release',
		subject: 'release:Safari 27.2',
		urgent: false,
		sentences: [
			'Safari 27.2 was released on 26 October 2026 for macOS 15 and 26. 1 of 5 Macs needs it.',
			'It fixes at least 1 vulnerability, none of them known to be exploited.',
			'The inventory does not say which Safari 1 Mac has.',
		],
		data: { release: 'Safari 27.2', majors: ['15', '26'], concerned: 1, unknown: 1, exploited_cves: [] },
	});
	const earlierNotices = toldOf(notices, situation.now);
	expect(noticesFor({ ...situation, earlierNotices }, telling('release'))).not.toContainEqual(
		expect.objectContaining({ subject: 'release:Safari 27.2' }),
	);
});

test('a Safari with fixes of exploited vulnerabilities is urgent', async () => {
	const situation = await situationOf({
		columns,
		rows: ['a,S1,"Mac14,2",15.7.3,26.1'],
		policy: on('2025-12-13'),
		change: { since: Date.parse('2025-12-01') },
	});
	const [notice] = noticesFor(situation, telling('release')).filter(({ subject }) =>
		subject.includes('Safari'),
	);
	expect(notice).toMatchObject({ subject: 'release:Safari 26.2', urgent: true });
	expect(notice!.data.exploited_cves).toEqual(['CVE-2025-14174']);
});

test('a newly exploited CVE names the Safari to install, and counts the Macs whose Safari is not known', async () => {
	const situation = await situationOf({
		columns,
		rows: ['a,S1,"Mac14,2",15.7.3,26.1', 'b,S2,"Mac14,2",15.7.3,26.2', 'c,S3,"Mac14,2",14.8.3,'],
		policy: on('2025-12-16'),
		change: { since: Date.parse('2025-12-01') },
	});
	const notice = noticesFor(situation, telling('exploited')).find(
		({ subject }) => subject === 'exploited:CVE-2025-43529',
	)!;
	expect(notice.title).toBe('CVE-2025-43529 is exploited: 1 of 3 Macs misses the fix');
	expect(notice.facts).toEqual([{ title: 'Install Safari 26.2', value: '1 Mac' }]);
	expect(notice.sentences).toContain(
		'Safari has the fix for 1 Mac more, and the inventory does not say which Safari it has.',
	);
	expect(notice.data).toMatchObject({ missing: 1, not_stated: 0, safari_not_reported: 1 });
});
