import { expect, test } from 'bun:test';
import { addDays, daysBetween, dayTextAt } from '@pointrelease/core/src/text/day.ts';
import fc from 'fast-check';
import { useStores } from '../../test/stores.ts';
import { issueLicense } from './issuing/issue.ts';
import { endOf, licenseStatus, statusLines } from './license-status.ts';
import { openRegistry } from './registry.ts';

const stores = useStores();

test('a license has its last day, the days left, and the requests of today and of 30 days', async () => {
	const registry = await openRegistry(await stores.settings('sqlite'));
	const { id, key } = await issueLicense(registry, {
		email: 'you@example.com',
		expires: '2028-03-01',
		mail: false,
	});
	for (const [day, requests] of [
		['2028-02-28', 5],
		['2028-01-30', 40],
		['2028-01-29', 700],
	])
		await registry.database.rows('INSERT INTO usage (license, day, requests) VALUES (1, $1, $2)', [
			day!,
			requests!,
		]);
	const question = {
		rateLimit: { requests: 600, seconds: 60 },
		renewUrl: 'https://shop.example',
		now: Date.UTC(2028, 1, 28, 23, 59),
	};
	const status = await licenseStatus(registry.database, key, question);
	expect(status).toEqual({
		id,
		ends_on: '2028-03-01',
		days_left: 2,
		rate_limit: { requests: 600, seconds: 60 },
		requests_today: 5,
		requests_30_days: 45,
		renew_url: 'https://shop.example',
	});
	expect(statusLines(status!)).toBe(
		`id=${id}\nends_on=2028-03-01\ndays_left=2\nrequests_today=5\nrequests_30_days=45\nrenew_url=https://shop.example\nrate_limit=600/60s\n`,
	);
	expect(statusLines({ ...status!, ends_on: null, days_left: null, rate_limit: null, renew_url: null })).toBe(
		`id=${id}\nends_on=\ndays_left=\nrequests_today=5\nrequests_30_days=45\nrenew_url=\nrate_limit=\n`,
	);
	expect(await licenseStatus(registry.database, 'AAAA-BBBB-CCCC-DDDD', question)).toBeNull();
	await registry.close();
});

test('today plus the days left is the last day, at any time of day and year', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 18_000, max: 40_000 }),
			fc.integer({ min: -800, max: 800 }),
			fc.integer({ min: 0, max: 86_399_999 }),
			(day, daysLeft, time) => {
				const today = dayTextAt(day * 86_400_000);
				const ends = addDays(today, daysLeft);
				expect(endOf(ends, day * 86_400_000 + time)).toEqual({ ends_on: ends, days_left: daysLeft });
				expect(daysBetween(today, ends)).toBe(daysLeft);
			},
		),
	);
	expect(endOf(null, 0)).toEqual({ ends_on: null, days_left: null });
});
