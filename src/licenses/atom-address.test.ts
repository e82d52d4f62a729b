import { describe, expect, test } from 'bun:test';
import { eventually, kinds, useStores } from '../../test/stores.ts';
import { silentLog } from '../process/log.ts';
import { atomToken, renewAtomToken, revokeAtomToken } from './atom-address.ts';
import { revokeLicense } from './issuing/changes.ts';
import { findById } from './issuing/find.ts';
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
		const isOpen = (token: string) => licenses.admitAtom(token) === license.number;
		const opens = (token: string) => eventually('it opens', () => isOpen(token));
		const ends = (token: string) => eventually('it ends', () => !isOpen(token));

		const first = await atomToken(registry, license);
		expect(await atomToken(registry, license)).toBe(first);
		await opens(first);
		const second = await renewAtomToken(registry, license);
		expect(second).not.toBe(first);
		await opens(second);
		await ends(first);
		expect(await revokeAtomToken(registry, license)).toBe(true);
		expect(await revokeAtomToken(registry, license)).toBe(false);
		await ends(second);
		const third = await atomToken(registry, license);
		expect([first, second]).not.toContain(third);
		await opens(third);

		// A node that starts later gives the same answers.
		const later = await openLicenses(settings, silentLog);
		expect([first, second, third].map((token) => later.admitAtom(token) === license.number)).toEqual([
			false,
			false,
			true,
		]);
		await later.close();
		await revokeLicense(registry, license);
		await ends(third);
		await Promise.all([licenses.close(), registry.close()]);
	});
});
