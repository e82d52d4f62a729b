import { describe, expect, test } from 'bun:test';
import { eventually, kinds, useStores } from '../../test/stores.ts';
import { silentLog } from '../process/log.ts';
import { feedToken, renewFeedToken, revokeFeedToken } from './feed-address.ts';
import { findById } from './issuing/find.ts';
import { revokeLicense } from './issuing/revoke.ts';
import { openLicenses } from './licenses.ts';
import { openRegistry } from './registry.ts';

const stores = useStores();

describe.each(kinds)('%s', (kind) => {
	test('the address of a feed is the same until it is renewed or ended, and ends with the license', async () => {
		const settings = await stores.settings(kind);
		const licenses = await openLicenses(settings, silentLog);
		const registry = await openRegistry(settings);
		const issued = await licenses.issue({ email: 'you@example.com', mail: false });
		const license = (await findById(registry.database, issued.id))!;
		const isOpen = (token: string) => licenses.admitFeed(token) === license.number;
		const opens = (token: string) => eventually('it opens', () => isOpen(token));
		const ends = (token: string) => eventually('it ends', () => !isOpen(token));

		const first = await feedToken(registry, license);
		expect(await feedToken(registry, license)).toBe(first);
		await opens(first);
		const second = await renewFeedToken(registry, license);
		expect(second).not.toBe(first);
		await opens(second);
		await ends(first);
		expect(await revokeFeedToken(registry, license)).toBe(true);
		expect(await revokeFeedToken(registry, license)).toBe(false);
		await ends(second);
		const third = await feedToken(registry, license);
		expect([first, second]).not.toContain(third);
		await opens(third);

		// A node that is started later knows the same.
		const later = await openLicenses(settings, silentLog);
		expect([first, second, third].map((token) => later.admitFeed(token) === license.number)).toEqual([
			...[false, false, true],
		]);
		await later.close();
		await revokeLicense(registry, license);
		await ends(third);
		await Promise.all([licenses.close(), registry.close()]);
	});
});
