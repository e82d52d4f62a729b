import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { addDays, dayTextAt } from '@pointrelease/core/src/text/day.ts';
import { kinds, useStores } from '../../../test/stores.ts';
import { databaseFile } from '../../database/state-folder.ts';
import { silentLog } from '../../process/log.ts';
import type { Settings } from '../../settings/settings.ts';
import { readAudit, writeAudit } from '../audit.ts';
import {
	changeEmail,
	renewLicense,
	resendLicenses,
	restoreLicense,
	revokeLicense,
	rotateKey,
} from '../issuing/changes.ts';
import { allLicenses, findById, findLicenses, type LicenseFilter } from '../issuing/find.ts';
import { forget } from '../issuing/forget.ts';
import { issueLicense } from '../issuing/issue.ts';
import { type License, statusOf } from '../license.ts';
import { requestLostKeys } from '../lost-key.ts';
import { mailOf, openMailSender } from '../mail/license-mail.ts';
import { type Registry, withRegistry } from '../registry.ts';
import { revealKeys } from '../sealing/sealing-keys.ts';

const stores = useStores();
const actor = { who: 'me@corp.example', why: 'asked by you@example.com' };
const today = dayTextAt(Date.now());

async function ids({ database }: Registry, filter: LicenseFilter): Promise<string[]> {
	const results: string[] = [];
	for await (const page of allLicenses(database, filter)) results.push(...page.map(({ id }) => id));
	return results;
}

async function licenseOf({ database }: Registry, id: string): Promise<License> {
	return (await findById(database, id))!;
}

describe.each(kinds)('%s', (kind) => {
	const on = async (work: (registry: Registry, settings: Settings) => Promise<void>) => {
		const settings = await stores.settings(kind);
		await withRegistry(settings, (registry) => work(registry, settings), { actor });
	};

	test('the same order never gets two keys, even if two processes ask at once', () =>
		on(async (registry, settings) => {
			const request = { email: 'you@example.com', order: '2026/113', customer: 'C-7' };
			const [first, second] = await withRegistry(settings, (otherRegistry) =>
				Promise.all([issueLicense(registry, request), issueLicense(otherRegistry, request)]),
			);
			expect(first.key).toBe(second.key);
			expect([first.known, second.known].filter(Boolean)).toEqual([true]);
			expect(await mailOf(registry.database, 1)).toHaveLength(1);
			expect(issueLicense(registry, { ...request, email: 'them@example.com' })).rejects.toThrow(
				`the order 2026/113 has the license ${first.id}, issued to another address`,
			);
			await issueLicense(registry, { email: 'you@example.com', order: '2026/114' });
			expect(await ids(registry, { order: '2026/113' })).toEqual([first.id]);
			expect(await ids(registry, { customer: 'C-7' })).toEqual([first.id]);
			expect((await findLicenses(registry.database, '2026/113')).map(({ id }) => id)).toEqual([first.id]);
			expect(await ids(registry, { email: 'you@example.com' })).toHaveLength(2);
		}));

	test('a license is renewed with the same key, unless it was revoked or replaced', () =>
		on(async (registry) => {
			const { id, key } = await issueLicense(registry, { email: 'you@example.com', expires: '2020-01-31' });
			const license = await licenseOf(registry, id);
			expect(statusOf(license)).toBe('expired');
			expect(await renewLicense(registry, license, '2099-12-31')).toMatchObject({ expires: '2099-12-31' });
			const renewed = await licenseOf(registry, id);
			expect([statusOf(renewed), await revealKeys(registry, [renewed])]).toEqual([
				'active',
				new Map([[1, key]]),
			]);
			expect((await renewLicense(registry, renewed, null)).expires).toBe(null);
			const { id: next } = await rotateKey(registry, renewed, { overlapDays: 7 });
			expect(renewLicense(registry, await licenseOf(registry, id), null)).rejects.toThrow(
				`the key of ${id} was replaced by that of ${next}: renew ${next}`,
			);
			const revoked = await revokeLicense(registry, await licenseOf(registry, next));
			expect(renewLicense(registry, revoked, null)).rejects.toThrow(`${next} is revoked`);
		}));

	test('a replaced key works until the overlap ends, but not beyond its own last day', () =>
		on(async (registry) => {
			const { id, key } = await issueLicense(registry, { email: 'you@example.com', note: 'x', order: 'A-1' });
			const rotated = await rotateKey(registry, await licenseOf(registry, id), { overlapDays: 14 });
			expect(rotated.overlapUntil).toBe(addDays(today, 14));
			expect(rotated.key).not.toBe(key);
			expect(await licenseOf(registry, rotated.id)).toMatchObject({
				email: 'you@example.com',
				note: 'x',
				order: 'A-1',
				expires: null,
				replaces: id,
			});
			expect(await licenseOf(registry, id)).toMatchObject({ expires: addDays(today, 14), revoked: null });
			expect(await mailOf(registry.database, 2)).toMatchObject([{ occasion: 'issued' }]);
			// Asking for the key of the order returns the new key.
			const again = await issueLicense(registry, { email: 'you@example.com', order: 'A-1' });
			expect([again.id, again.key, again.known]).toEqual([rotated.id, rotated.key, true]);
			expect(rotateKey(registry, await licenseOf(registry, id), { overlapDays: 1 })).rejects.toThrow(
				`was replaced by that of ${rotated.id} already`,
			);
			const lost = await rotateKey(registry, await licenseOf(registry, rotated.id), { overlapDays: 0 });
			expect(lost.overlapUntil).toBe(null);
			expect(statusOf(await licenseOf(registry, rotated.id))).toBe('revoked');
			const soon = addDays(today, 3);
			const short = await issueLicense(registry, { email: 'a@b.c', expires: soon });
			const next = await rotateKey(registry, await licenseOf(registry, short.id), { overlapDays: 14 });
			expect([next.overlapUntil, (await licenseOf(registry, next.id)).expires]).toEqual([soon, soon]);
		}));

	test('the audit log has every change with who and why, and without an address', () =>
		on(async (registry) => {
			const { database } = registry;
			const { id } = await issueLicense(registry, { email: 'you@example.com', order: 'A-1' });
			await resendLicenses(registry, [await licenseOf(registry, id)]);
			await revokeLicense(registry, await licenseOf(registry, id));
			await restoreLicense(registry, await licenseOf(registry, id));
			await renewLicense(registry, await licenseOf(registry, id), '2099-12-31');
			await changeEmail(registry, [await licenseOf(registry, id)], 'new@example.com');
			const { id: next } = await rotateKey(registry, await licenseOf(registry, id), { overlapDays: 1 });
			const lines = await readAudit(database, { most: 100 });
			expect(lines.map(({ number, what, license, order }) => [number, what, license, order])).toEqual([
				...['issue', 'resend', 'revoke', 'restore', 'renew', 'change-email', 'rotate'].map(
					(what, at): [number, string, string, string] => [at + 1, what, id, 'A-1'],
				),
				[8, 'issue', next, 'A-1'],
			]);
			expect(new Set(lines.map(({ who }) => who))).toEqual(new Set(['me']));
			expect(lines[4]!.why).toBe('until 2099-12-31: asked by (address)');
			expect(JSON.stringify(lines)).not.toContain('@');
			expect(await readAudit(database, { license: next, most: 100 })).toHaveLength(1);
			expect(await readAudit(database, { order: 'A-1', most: 2 })).toHaveLength(2);
			const another = `INTO audit (number, moment, who, why, what) VALUES (1, '', 'x', '', 'issue')`;
			const changes = {
				sqlite: [`INSERT OR REPLACE ${another}`, `REPLACE ${another}`],
				postgres: ['TRUNCATE audit', `INSERT ${another} ON CONFLICT (number) DO UPDATE SET who = 'x'`],
			};
			for (const change of ["UPDATE audit SET who = 'x'", 'DELETE FROM audit', ...changes[kind]])
				await expect(database.rows(change)).rejects.toThrow('the table audit only grows');
			expect(await readAudit(database, { most: 100 })).toEqual(lines);
		}));

	test('a person who signs with an address appears in the audit log by name', () =>
		on(async ({ database }) => {
			for (const who of ['me@corp.example', 'Anna <anna@example.com>', '"jane doe"@example.com', '<a@b.c>'])
				await writeAudit(database, { who, why: 'for "jane doe"@example.com' }, [{ what: 'resend' }]);
			const lines = await readAudit(database, { most: 9 });
			expect(lines.map(({ who }) => who)).toEqual(['me', 'Anna', '(address)', '(address)']);
			expect(new Set(lines.map(({ why }) => why))).toEqual(new Set(['for (address)']));
		}));

	test('a forgotten person is nowhere in the store, and counts stay', () =>
		on(async (registry, settings) => {
			const { database } = registry;
			const person = 'jane.doe@example.com';
			const request = { email: person, note: 'Jane Doe', order: 'A-1', customer: 'Jane' };
			const { id, key } = await issueLicense(registry, request);
			const sender = openMailSender(registry, settings, silentLog);
			await sender.deliverDue();
			await sender.close();
			await resendLicenses(registry, [await licenseOf(registry, id)]);
			await database.rows('UPDATE outbox SET problem = $1 WHERE sent IS NULL', [`550 ${person} is unknown`]);
			await issueLicense(registry, { email: 'else@example.com' });
			await requestLostKeys(database, person.toUpperCase());
			const licenses = await findLicenses(database, person);
			const forgotten = await forget(registry, settings, { licenses, email: person }, { revoke: false });
			expect(forgotten).toMatchObject({ orders: 1, files: 1 });
			const license = await licenseOf(registry, id);
			expect(license).toMatchObject({ email: 'forgotten@forgotten.invalid', note: null, revoked: null });
			expect(await revealKeys(registry, [license])).toEqual(new Map([[1, key]]));
			expect(await mailOf(database, 1)).toHaveLength(1);
			expect(await ids(registry, { email: person })).toEqual([]);
			expect(await ids(registry, {})).toHaveLength(2);
			expect(resendLicenses(registry, [license])).rejects.toThrow(`the person of ${id} was forgotten`);
			const rows = await database.rows('SELECT * FROM orders');
			expect(await database.rows('SELECT * FROM lost_key_requests')).toEqual([]);
			expect(JSON.stringify([rows, await readAudit(database, { most: 9 })])).not.toMatch(/jane/i);
			if (kind === 'sqlite')
				for (const file of ['', '-wal'].map((end) => databaseFile(settings.stateFolder) + end))
					if (existsSync(file)) expect(readFileSync(file, 'latin1')).not.toMatch(/jane/i);
			await forget(registry, settings, { licenses: [license], email: null }, { revoke: true });
			expect(statusOf(await licenseOf(registry, id))).toBe('revoked');
		}));
});
