import { describe, expect, test } from 'bun:test';
import { eventually, kinds, useStores } from '../../test/stores.ts';
import { silentLog } from '../process/log.ts';
import { atomToken, renewAtomToken, revokeAtomToken, subscribe, unsubscribe } from './atom-address.ts';
import { readAudit } from './audit.ts';
import { revokeLicense } from './issuing/changes.ts';
import { findById } from './issuing/find.ts';
import { issueLicense } from './issuing/issue.ts';
import { readLedger } from './ledger.ts';
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

	test('a change that changes nothing writes nothing', async () => {
		const registry = await openRegistry(await stores.settings(kind));
		const { database } = registry;
		const { id, key } = await issueLicense(registry, { email: 'you@example.com', mail: false });
		const license = (await findById(database, id))!;
		const changeNumber = async () => (await readLedger(database, database.place)).change;
		const writesNothing = async (work: () => Promise<unknown>) => {
			const [before, mark] = [await changeNumber(), database.mark()];
			await work();
			expect([await changeNumber(), database.mark()]).toEqual([before, mark]);
		};
		await writesNothing(() => unsubscribe(database, key));
		await writesNothing(() => revokeAtomToken(registry, license));
		await writesNothing(() => subscribe(database, 'AAAA-BBBB-CCCC-0000'));
		const token = await subscribe(database, key);
		await writesNothing(async () => expect(await subscribe(database, key)).toBe(token));
		await writesNothing(async () => expect(await atomToken(registry, license)).toBe(token!));
		await registry.close();
	});

	test('after seventy times of start and end the present address is still known, and nothing has piled up', async () => {
		const settings = await stores.settings(kind);
		const licenses = await openLicenses(settings, silentLog);
		const { database } = licenses;
		const { id, key } = await licenses.issue({ email: 'you@example.com', mail: false });
		const tokens = new Set<string>();
		for (let cycle = 1; cycle <= 70; cycle++) {
			tokens.add((await subscribe(database, key))!);
			if (cycle === 35) await eventually('a token in between', () => licenses.feedToken(key) !== null);
			expect(await unsubscribe(database, key)).toBe(true);
		}
		const last = (await subscribe(database, key))!;
		expect(tokens.size).toBe(70);
		await eventually('the last token', () => licenses.feedToken(key) === last);
		expect([...tokens].filter((token) => licenses.admitAtom(token) >= 0)).toEqual([]);
		expect(await database.tuples('SELECT generation FROM feed_addresses')).toEqual([[71]]);
		const lines = (await readAudit(database, { license: id, most: 1000 })).filter(
			({ what }) => what === 'feed',
		);
		// The day may change while this runs.
		expect(lines.length % 10).toBe(0);
		expect(lines.length).toBeLessThanOrEqual(20);
		expect(lines[9]!.why).toBe('address revoked; later ones of this day are not listed');
		const later = await openLicenses(settings, silentLog);
		expect(later.feedToken(key)).toBe(last);
		await Promise.all([later.close(), licenses.close()]);
	});
});
