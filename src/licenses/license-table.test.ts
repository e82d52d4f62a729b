import { describe, expect, test } from 'bun:test';
import { addDays, dayTextAt } from '@pointrelease/core/src/text/day.ts';
import { kinds, useStores } from '../../test/stores.ts';
import { revokeLicense } from './issuing/changes.ts';
import { findByEmail } from './issuing/find.ts';
import { issueLicense } from './issuing/issue.ts';
import { type LicenseOrder, sortedLicenses, withUse } from './license-table.ts';
import { openRegistry } from './registry.ts';

const stores = useStores();
const now = Date.UTC(2028, 1, 28, 12);
const today = dayTextAt(now);

describe.each(kinds)('%s', (kind) => {
	test('licenses are listed by their number, end, last use and use, a page at a time', async () => {
		const registry = await openRegistry(await stores.settings(kind));
		const { database } = registry;
		for (const [name, expires] of [
			['never', null],
			['late', addDays(today, 60)],
			['soon', addDays(today, 1)],
			['past', addDays(today, -1)],
			['revoked', addDays(today, 2)],
		] as const)
			await issueLicense(registry, { email: `${name}@example.com`, expires, mail: false });
		await revokeLicense(registry, (await findByEmail(database, 'revoked@example.com'))[0]!);
		for (const [license, back, requests] of [
			[1, 29, 900],
			[2, 0, 5],
			[2, 1, 7],
			[3, 30, 5000],
			[4, 0, 6],
		] as const)
			await database.rows('INSERT INTO usage (license, day, requests) VALUES ($1, $2, $3)', [
				license,
				addDays(today, -back),
				requests,
			]);
		const list = async (order: LicenseOrder, skip = 0, most = 9) =>
			(await sortedLicenses(database, { order, most, skip, licenses: 5 }, now)).map(({ email }) =>
				email.replace('@example.com', ''),
			);
		expect(await list('newest', 0, 1)).toEqual(['revoked', 'past']);
		expect(await list('newest', 3)).toEqual(['late', 'never']);
		expect(await list('end')).toEqual(['soon', 'late']);
		expect(await list('use')).toEqual(['never', 'late', 'past']);
		expect(await list('last-use')).toEqual(['late', 'past', 'never']);
		await expect(
			sortedLicenses(database, { order: 'use', most: 9, skip: 0, licenses: 1_001 }, now),
		).rejects.toThrow('license usage');

		const [late] = await withUse(database, await findByEmail(database, 'late@example.com'), now);
		expect([late!.lastUse, late!.days.length, late!.days.slice(-3)]).toEqual([today, 30, [0, 7, 5]]);
		const [soon] = await withUse(database, await findByEmail(database, 'soon@example.com'), now);
		expect([soon!.lastUse, Math.max(...soon!.days)]).toEqual([null, 0]);
		await registry.close();
	});
});
