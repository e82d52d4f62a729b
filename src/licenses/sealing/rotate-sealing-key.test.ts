import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { importText } from '../../../test/import-text.ts';
import { costlyKinds, useStores } from '../../../test/stores.ts';
import { Failure } from '../../process/failure.ts';
import { readSettings } from '../../settings/settings.ts';
import { allLicenses } from '../issuing/find.ts';
import { issueLicense } from '../issuing/issue.ts';
import { openRegistry, type Registry, withRegistry } from '../registry.ts';
import { rotateSealingKey } from './rotate-sealing-key.ts';
import { makeKeyFile, nextKeyFile, revealKeys, sealingKeyFile } from './sealing-keys.ts';

const stores = useStores();
const emails = emailsOf(1200);
const manyEmails = emailsOf(2500);

function emailsOf(count: number): string {
	return Array.from({ length: count }, (_, index) => `user${index}@example.com`).join('\n');
}

async function readableKeys(registry: Registry): Promise<number> {
	let readable = 0;
	for await (const page of allLicenses(registry.database))
		readable += (await revealKeys(registry, page)).size;
	return readable;
}

describe.each(costlyKinds)('%s', (kind) => {
	test('licenses can be issued during a rotation, and an interrupted rotation can be continued', async () => {
		const settings = await stores.settings(kind);
		const otherRegistry = await openRegistry(settings);
		await withRegistry(settings, async (registry) => {
			await importText(registry, manyEmails);
			const stop = new AbortController();
			let issuing: Promise<unknown> | undefined;
			const failure = await rotateSealingKey(registry, settings, {
				stop: stop.signal,
				onStep() {
					issuing ??= issueLicense(otherRegistry, { email: 'meanwhile@example.com', mail: false }).then(() =>
						stop.abort(),
					);
				},
			}).catch((thrown) => thrown);
			await issuing;
			expect(failure.code).toBe('interrupted');
			expect(failure.message).toMatch(
				/^interrupted: [12]?[05]00 of 2500 keys are encrypted with [0-9a-f]{16}, run it again to continue$/,
			);
			expect(await readableKeys(registry)).toBe(2501);
			const rotation = await rotateSealingKey(registry, settings);
			expect(rotation.resealed + rotation.before).toBe(2501);
			expect(failure.message).toContain(rotation.sealKey);
		}).finally(otherRegistry.close);
		expect(existsSync(nextKeyFile(settings))).toBe(false);
		expect(await withRegistry(settings, readableKeys)).toBe(2501);
	});

	test('without the key that encrypts the stored ones nothing is issued and no other key is made, until a new one is begun', async () => {
		const settings = await stores.settings(kind);
		const file = sealingKeyFile(settings);
		await withRegistry(settings, async (registry) => {
			expect(existsSync(file)).toBe(false);
			await issueLicense(registry, { email: 'first@example.com', mail: false });
		});
		renameSync(file, `${file}.away`);
		await withRegistry(settings, async (registry) => {
			const refused = await issueLicense(registry, { email: 'second@example.com', mail: false }).catch(
				(thrown) => thrown,
			);
			expect([refused.code, refused.message]).toEqual([
				'sealing-key-lost',
				`the stored keys are encrypted with a secret that is not set here: set POINTRELEASE_SECRET, or POINTRELEASE_STATE, as the service has it (${settings.stateFolder} is used here); if the secret is lost, begin a new one with "pointrelease license rotate-secret --leave-unopened"`,
			]);
			expect(existsSync(file)).toBe(false);
			const { left } = await rotateSealingKey(registry, settings, { leaveUnopened: true });
			expect(left).toBe(1);
			await issueLicense(registry, { email: 'second@example.com', mail: false });
			expect(await readableKeys(registry)).toBe(1);
		});
		expect(existsSync(file)).toBe(true);
	});

	test('two rotations at once share the work and end with one key that opens everything', async () => {
		const settings = await stores.settings(kind);
		await withRegistry(settings, async (registry) => {
			await importText(registry, emails);
			makeKeyFile(nextKeyFile(settings));
			const rotations = await Promise.all(
				[0, 1].map(() =>
					withRegistry(settings, (otherRegistry) => rotateSealingKey(otherRegistry, settings)),
				),
			);
			expect(new Set(rotations.map(({ sealKey }) => sealKey)).size).toBe(1);
			expect(rotations[0]!.resealed + rotations[1]!.resealed).toBe(1200);
		});
		expect(await withRegistry(settings, readableKeys)).toBe(1200);
	});

	test('a rotation seals everything with a new key file, also for a process that was open before', async () => {
		const settings = await stores.settings(kind);
		await withRegistry(settings, async (older) => {
			await importText(older, emails);
			const before = readFileSync(sealingKeyFile(settings), 'utf8');
			const rotation = await withRegistry(settings, (registry) => rotateSealingKey(registry, settings));
			expect(rotation).toEqual({ resealed: 1200, before: 0, left: 0, sealKey: rotation.sealKey });
			expect(readFileSync(sealingKeyFile(settings), 'utf8')).not.toBe(before);
			expect(await readableKeys(older)).toBe(1200);
			await issueLicense(older, { email: 'late@example.com', mail: false });
			expect(await withRegistry(settings, readableKeys)).toBe(1201);
		});
	});

	test('a rotation from the key file to a secret, and from that to another secret', async () => {
		const env = await stores.environment(kind);
		const secret = 'the first secret, 32 characters long';
		const otherSecret = 'quite another secret, 32 characters';
		await withRegistry(readSettings(env), (registry) =>
			issueLicense(registry, { email: 'a@b.c', mail: false }),
		);
		const first = readSettings({ ...env, POINTRELEASE_SECRET: secret });
		await withRegistry(first, async (registry) => {
			expect((await rotateSealingKey(registry, first)).resealed).toBe(1);
			expect(await rotateSealingKey(registry, first)).toMatchObject({ resealed: 0, before: 1 });
		});
		const without = readSettings({ ...env, POINTRELEASE_SECRET: otherSecret });
		await withRegistry(without, async (registry) => {
			const before = await registry.database.tuples('SELECT seal_key, change FROM ledger');
			const failure = await rotateSealingKey(registry, without).catch((thrown) => thrown);
			expect([failure.code, failure.message]).toEqual([
				'sealing-key-lost',
				expect.stringMatching(
					/^1 of 1 key is encrypted with a secret that is not set here: .*nothing was changed/,
				),
			]);
			expect(await registry.database.tuples('SELECT seal_key, change FROM ledger')).toEqual(before);
			const rotation = await rotateSealingKey(registry, without, { leaveUnopened: true });
			expect(rotation).toMatchObject({ resealed: 0, left: 1 });
			expect(await readableKeys(registry)).toBe(0);
		});
		const second = readSettings({
			...env,
			POINTRELEASE_SECRET: otherSecret,
			POINTRELEASE_OLD_SECRET: secret,
		});
		await withRegistry(second, async (registry) => {
			expect(await rotateSealingKey(registry, second)).toMatchObject({ resealed: 1, left: 0 });
		});
		expect(await withRegistry(without, readableKeys)).toBe(1);
	});
});

test('a rotation killed before its first step or before the files change places is finished by the next', async () => {
	const settings = await stores.settings('sqlite');
	await withRegistry(settings, async (registry) => {
		await importText(registry, emails);
		// Killed at once: the next key exists, nothing is sealed with it.
		const next = makeKeyFile(nextKeyFile(settings));
		expect(await readableKeys(registry)).toBe(1200);
		expect((await rotateSealingKey(registry, settings)).sealKey).toBe(next.id);
		// Killed after the last step, before the files changed places: put them back as they were then.
		renameSync(sealingKeyFile(settings), nextKeyFile(settings));
		makeKeyFile(sealingKeyFile(settings));
	});
	await withRegistry(settings, async (registry) => {
		expect(await readableKeys(registry)).toBe(1200);
		expect(await rotateSealingKey(registry, settings)).toMatchObject({ resealed: 0, before: 1200 });
		expect(existsSync(nextKeyFile(settings))).toBe(false);
		expect(await readableKeys(registry)).toBe(1200);
	});
});

test('an altered sealed copy stops a rotation before it changes anything', async () => {
	const settings = await stores.settings('sqlite');
	await withRegistry(settings, async (registry) => {
		await importText(registry, 'a@b.c\nd@e.f');
		await registry.database.rows("UPDATE licenses SET sealed = x'00' WHERE number = 2");
		expect(rotateSealingKey(registry, settings)).rejects.toThrow(Failure);
		await rotateSealingKey(registry, settings).catch(() => {});
		expect(await readableKeys(registry)).toBe(1);
	});
});
