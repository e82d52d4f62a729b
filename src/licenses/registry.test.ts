import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { importText } from '../../test/import-text.ts';
import { type Kind, kinds, useStores } from '../../test/stores.ts';
import { databaseFile } from '../database/state-folder.ts';
import { Failure } from '../process/failure.ts';
import { readSettings } from '../settings/settings.ts';
import { resendLicenses, restoreLicense, revokeLicense } from './issuing/changes.ts';
import { allLicenses, findByEmail, findById, findLicenses } from './issuing/find.ts';
import { issueFirst, issueLicense } from './issuing/issue.ts';
import { readLedger } from './ledger.ts';
import { statusOf } from './license.ts';
import { mailOf } from './mail/license-mail.ts';
import { openRegistry, type Registry, withRegistry } from './registry.ts';
import { revealKeys } from './sealing/sealing-keys.ts';

const stores = useStores();

async function onNewRegistry(kind: Kind, work: (registry: Registry) => Promise<void>): Promise<void> {
	await withRegistry(await stores.settings(kind), work);
}

describe.each(kinds)('%s', (kind) => {
	test('a license is found by its ID and by its address, without regard to case', () =>
		onNewRegistry(kind, async (registry) => {
			const { database } = registry;
			const request = { email: 'You@Example.com', note: 'order 7', expires: '2099-12-31', mail: false };
			const issued = await issueLicense(registry, request);
			const license = (await findById(database, issued.id))!;
			expect(license).toEqual({
				number: 1,
				id: issued.id,
				email: 'You@Example.com',
				note: 'order 7',
				created: license.created,
				expires: '2099-12-31',
				revoked: null,
				sealKey: registry.sealingKeys.ids()[0]!,
				order: null,
				replaces: null,
				reminders: null,
			});
			expect(await findByEmail(database, ' you@example.COM ')).toEqual([license]);
			expect(await findLicenses(database, issued.id.toLowerCase())).toEqual([license]);
			expect(await revealKeys(registry, [license])).toEqual(new Map([[1, issued.key]]));
			expect(findLicenses(database, 'them@example.com')).rejects.toThrow(
				'no license was issued to "them@example.com"',
			);
			expect(findLicenses(database, '00000000')).rejects.toThrow(Failure);
		}));

	test('revoking and restoring change the status, and revoking drops waiting mail', () =>
		onNewRegistry(kind, async (registry) => {
			const { id } = await issueLicense(registry, { email: 'you@example.com' });
			const license = (await findById(registry.database, id))!;
			expect(await mailOf(registry.database, 1)).toHaveLength(1);
			expect(statusOf(await revokeLicense(registry, license))).toBe('revoked');
			expect(statusOf((await findById(registry.database, id))!)).toBe('revoked');
			expect(await mailOf(registry.database, 1)).toHaveLength(0);
			expect(
				resendLicenses(registry, await findByEmail(registry.database, 'you@example.com')),
			).rejects.toThrow('you@example.com has no active license: nothing to send');
			await restoreLicense(registry, license);
			expect(statusOf((await findById(registry.database, id))!)).toBe('active');
			expect((await readLedger(registry.database, '')).change).toBe(3);
		}));

	test('if two nodes start at once, one gets the first key, and nobody gets it again', async () => {
		const settings = await stores.settings(kind);
		const nodes = await Promise.all([openRegistry(settings), openRegistry(settings)]);
		const first = await Promise.all(nodes.map(issueFirst));
		expect(first.filter((issued) => issued !== null)).toHaveLength(1);
		expect(await issueFirst(nodes[0]!)).toBeNull();
		expect(await findByEmail(nodes[1]!.database, 'first-start@localhost')).toHaveLength(1);
		await Promise.all(nodes.map((node) => node.close()));
	});

	test('licenses issued from several nodes at once get numbers without gaps', async () => {
		const settings = await stores.settings(kind);
		const nodes = await Promise.all([openRegistry(settings), openRegistry(settings)]);
		const requests = Array.from({ length: 20 }, (_, index) =>
			issueLicense(nodes[index % 2]!, { email: `user${index}@example.com`, mail: false }),
		);
		expect(new Set((await Promise.all(requests)).map(({ id }) => id)).size).toBe(20);
		const numbers: number[] = [];
		for await (const page of allLicenses(nodes[0]!.database))
			numbers.push(...page.map(({ number }) => number));
		expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
		await Promise.all(nodes.map((node) => node.close()));
	});

	test('an import uses the keys in the file, makes the others, and mails only with --mail', () =>
		onNewRegistry(kind, async (registry) => {
			const text = 'a@example.com,AAAA-BBBB-CCCC-0000,2099-01-01,"old, shop"\nb@example.com\n';
			const issued = await importText(registry, text);
			expect(issued.map(({ number, email }) => [number, email])).toEqual([
				[1, 'a@example.com'],
				[2, 'b@example.com'],
			]);
			expect(issued[0]!.key).toBe('AAAA-BBBB-CCCC-0000');
			expect(await findByEmail(registry.database, 'a@example.com')).toMatchObject([
				{ expires: '2099-01-01', note: 'old, shop', revoked: null },
			]);
			expect(await mailOf(registry.database, 1)).toEqual([]);
			await importText(registry, 'c@example.com', { mail: true });
			expect(await mailOf(registry.database, 3)).toHaveLength(1);
		}));

	test('an import with a key that exists adds nothing at all', () =>
		onNewRegistry(kind, async (registry) => {
			await importText(registry, 'a@example.com,AAAA-BBBB-CCCC-0000');
			const lines = Array.from({ length: 3000 }, (_, index) => `user${index}@example.com`);
			lines[2500] = 'thief@example.com,AAAA-BBBB-CCCC-0000';
			expect(importText(registry, lines.join('\n'))).rejects.toThrow(
				'line 2501: a license with this key exists already: nothing was imported',
			);
			await findByEmail(registry.database, 'x@example.com');
			const ledger = await readLedger(registry.database, '');
			expect([ledger.change, ledger.licenses]).toEqual([1, 1]);
		}));

	test('without the secret a key cannot be sent again, but everything else works', async () => {
		const env = await stores.environment(kind);
		const before = readSettings({ ...env, POINTRELEASE_SECRET: 'the first secret, 32 characters long' });
		await withRegistry(before, (registry) =>
			issueLicense(registry, { email: 'you@example.com', mail: false }),
		);
		const after = readSettings({ ...env, POINTRELEASE_SECRET: 'quite another secret, 32 characters' });
		await withRegistry(after, async (registry) => {
			const licenses = await findByEmail(registry.database, 'you@example.com');
			expect(await revealKeys(registry, licenses)).toEqual(new Map());
			expect(resendLicenses(registry, licenses)).rejects.toThrow(
				`the key of ${licenses[0]!.id} is encrypted with a secret that is not set here (${licenses[0]!.sealKey}): it ` +
					'keeps working but cannot be sent again: issue a new license and revoke this one',
			);
			const fresh = await issueLicense(registry, { email: 'new@example.com', mail: false });
			const license = await findByEmail(registry.database, 'new@example.com');
			expect(await revealKeys(registry, license)).toEqual(new Map([[2, fresh.key]]));
		});
	});
});

test('neither a key nor its encoded form is readable in the database file', async () => {
	const settings = await stores.settings('sqlite');
	const issued = await withRegistry(settings, async (registry) => {
		const license = await issueLicense(registry, { email: 'you@example.com' });
		await registry.database.rows('PRAGMA wal_checkpoint(TRUNCATE)');
		return license;
	});
	const bytes = readFileSync(databaseFile(settings.stateFolder));
	expect(bytes.includes('you@example.com')).toBe(true);
	for (const secret of [issued.key, issued.encoded, issued.key.slice(0, 9), issued.key.replaceAll('-', '')])
		expect(bytes.includes(secret)).toBe(false);
});
