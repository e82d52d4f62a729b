import { describe, expect, test } from 'bun:test';
import { importText } from '../../test/import-text.ts';
import { eventually, kinds, useOwnStores } from '../../test/stores.ts';
import { usedMemory } from '../../test/used-memory.ts';
import { createLog, silentLog } from '../process/log.ts';
import { restoreLicense, revokeLicense } from './issuing/changes.ts';
import { findById } from './issuing/find.ts';
import { issueLicense } from './issuing/issue.ts';
import { newKey } from './key.ts';
import { firstKey, openLicenses } from './licenses.ts';
import { openRegistry } from './registry.ts';
import { usageByDay, usageTotals } from './usage/usage-store.ts';

const stores = useOwnStores();

describe.each(kinds)('%s', (kind) => {
	test('a key issued by one node works on another within a second; so do revoking and restoring', async () => {
		const settings = await stores.settings(kind);
		const firstNode = await openLicenses(settings, silentLog);
		const secondNode = await openLicenses(settings, silentLog);
		const registry = await openRegistry(settings);
		const issued = await firstNode.issue({ email: 'you@example.com', mail: false });
		expect(firstNode.admit(issued.key)).toBe(1);
		await eventually('issued', () => secondNode.admit(issued.key) === 1);
		const license = (await findById(registry.database, issued.id))!;
		await revokeLicense(registry, license);
		const isRevoked = () => secondNode.admit(issued.key) === -1 && firstNode.admit(issued.key) === -1;
		await eventually('revoked', isRevoked);
		await restoreLicense(registry, license);
		await eventually('restored', () => secondNode.admit(issued.key) === 1);
		expect(secondNode.health()).toEqual({ ready: true, degraded: null, refused: false, licenses: 1 });
		await Promise.all([firstNode.close(), secondNode.close(), registry.close()]);
		expect(firstNode.health().ready).toBe(false);
	});

	test('an import of thousands arrives whole, and a restarted node knows all of them', async () => {
		const settings = await stores.settings(kind);
		const licenses = await openLicenses(settings, silentLog);
		const registry = await openRegistry(settings);
		const emails = Array.from({ length: 12_000 }, (_, index) => `user${index}@example.com`);
		emails[11_000] = 'late@example.com,,2020-01-01';
		const issued = await importText(registry, emails.join('\n'));
		await eventually('imported', () => licenses.health().licenses === 12_000);
		await licenses.close();
		const again = await openLicenses(settings, silentLog);
		const admitted = issued.filter(({ key, number }) => again.admit(key) === number);
		expect(admitted).toHaveLength(11_999);
		expect(again.admit(issued[11_000]!.key)).toBe(-1);
		await Promise.all([again.close(), registry.close()]);
	});

	test('usage is counted per license and day, and survives a normal stop', async () => {
		const settings = await stores.settings(kind);
		const firstNode = await openLicenses(settings, silentLog);
		const secondNode = await openLicenses(settings, silentLog);
		const one = await firstNode.issue({ email: 'one@example.com', mail: false });
		const two = await firstNode.issue({ email: 'two@example.com', mail: false });
		await eventually('known', () => secondNode.health().licenses === 2);
		for (let request = 0; request < 700; request++) {
			firstNode.count(firstNode.admit(one.key));
			secondNode.count(secondNode.admit(request % 2 === 0 ? one.key : two.key));
		}
		await Promise.all([firstNode.close(), secondNode.close()]);
		const registry = await openRegistry(settings);
		const totals = await usageTotals(registry.database, '2020-01-01', 10);
		expect(totals.map(({ email, requests, days }) => [email, requests, days])).toEqual([
			['one@example.com', 1050, 1],
			['two@example.com', 350, 1],
		]);
		expect([...(await usageByDay(registry.database, 1, '2020-01-01')).values()]).toEqual([1050]);
		expect(await registry.database.rows('SELECT writer FROM usage_batches')).toEqual([]);
		await registry.close();
	});
});

test('only the very first start issues a key', async () => {
	const settings = await stores.settings('sqlite');
	const licenses = await openLicenses(settings, silentLog);
	const first = (await firstKey(licenses))!;
	expect(licenses.admit(first.key)).toBe(1);
	expect(await firstKey(licenses)).toBeNull();
	await licenses.close();
	const again = await openLicenses(settings, silentLog);
	expect(await firstKey(again)).toBeNull();
	expect(again.admit(first.key)).toBe(1);
	await again.close();
});

test('a flood of random keys leaves nothing in memory', async () => {
	const licenses = await openLicenses(await stores.settings('sqlite'), silentLog);
	const { key } = await licenses.issue({ email: 'you@example.com', mail: false });
	const before = usedMemory();
	let refused = 0;
	for (let burst = 0; burst < 200; burst++) {
		for (let key = 0; key < 500; key++) if (licenses.admit(newKey()) === -1) refused++;
		await Bun.sleep(0);
	}
	expect(refused).toBe(100_000);
	expect(licenses.admit(key)).toBe(1);
	expect(licenses.health().licenses).toBe(1);
	expect(usedMemory() - before).toBeLessThan(5_000_000);
	await licenses.close();
});

test('while PostgreSQL is away known keys work; when it returns, changes made meanwhile take effect', async () => {
	const settings = await stores.settings('postgres');
	const lines: string[] = [];
	const log = createLog({ write: (line) => void lines.push(line), terminal: true, now: () => new Date() });
	const licenses = await openLicenses(settings, log);
	const license = await licenses.issue({ email: 'kept@example.com', mail: false });
	const lost = await licenses.issue({ email: 'lost@example.com', mail: false });
	licenses.count(licenses.admit(license.key));
	await stores.postgres().stop();
	await eventually('degraded', () => licenses.health().degraded !== null);
	expect(licenses.health().degraded).toStartWith('cannot reach the PostgreSQL at 127.0.0.1:');
	expect(licenses.admit(license.key)).toBe(1);
	expect(licenses.admit(lost.key)).toBe(2);
	expect(licenses.admit(newKey())).toBe(-1);
	expect(licenses.issue({ email: 'no@example.com' })).rejects.toThrow('cannot reach the PostgreSQL');
	licenses.count(licenses.admit(license.key));
	await stores.postgres().start();
	const registry = await openRegistry(settings);
	await revokeLicense(registry, (await findById(registry.database, lost.id))!);
	await eventually('recovered', () => licenses.health().degraded === null && licenses.admit(lost.key) === -1);
	expect(licenses.admit(license.key)).toBe(1);
	// Notifications work again, and not only sweeps.
	const later = await issueLicense(registry, { email: 'later@example.com', mail: false });
	await eventually('follows', () => licenses.admit(later.key) === 3);
	await licenses.close();
	expect([...(await usageByDay(registry.database, 1, '2020-01-01')).values()]).toEqual([2]);
	await registry.close();
	const events = lines.map((line) => line.split('  ')[0]);
	expect(events.filter((event) => event?.includes('database'))).toEqual([
		'warn: database away',
		'database back',
	]);
	expect(lines.join('')).not.toContain('correct-horse');
});

test('while a database is restored piece by piece, all keys keep working', async () => {
	const settings = await stores.settings('postgres');
	const licenses = await openLicenses(settings, silentLog);
	const registry = await openRegistry(settings);
	const license = await licenses.issue({ email: 'kept@example.com', mail: false });
	const lost = await licenses.issue({ email: 'lost@example.com', mail: false });
	const sql = (text: string) => registry.database.rows(text);
	for (const table of ['ledger', 'licenses']) await sql(`ALTER TABLE ${table} RENAME TO kept_${table}`);
	await eventually('degraded', () => licenses.health().degraded !== null);
	// Like pg_restore: first all tables, then their rows, one table after the other.
	await sql('CREATE TABLE licenses (LIKE kept_licenses)');
	await sql('ALTER TABLE kept_ledger RENAME TO ledger');
	await eventually('half seen', () => licenses.health().degraded?.includes('lacks 2 of 2 licenses') ?? false);
	expect([licenses.admit(license.key), licenses.admit(lost.key)]).toEqual([1, 2]);
	await sql('DROP TABLE licenses');
	await sql("UPDATE kept_licenses SET revoked = '2026-01-01' WHERE number = 2");
	await sql('ALTER TABLE kept_licenses RENAME TO licenses');
	await eventually('whole', () => licenses.health().degraded === null);
	expect([licenses.admit(license.key), licenses.admit(lost.key)]).toEqual([1, -1]);
	await Promise.all([licenses.close(), registry.close()]);
});
