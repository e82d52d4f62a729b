import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from '../../../test/cli/run-here.ts';
import { importText } from '../../../test/import-text.ts';
import { useStores } from '../../../test/stores.ts';
import { withRegistry } from '../../licenses/registry.ts';
import { copiesPerStep, rotateSealingKey } from '../../licenses/sealing/rotate-sealing-key.ts';
import { readSettings } from '../../settings/settings.ts';

const stores = useStores();

test('a backup taken during a rotation decrypts every key, and the rotation continues after its restore', async () => {
	const env = await stores.environment('sqlite');
	const settings = readSettings(env);
	const backup = join(stores.folder(), 'backup');
	const emails = Array.from({ length: copiesPerStep + 20 }, (_, index) => `user${index}@example.com`);
	await withRegistry(settings, async (registry) => {
		await importText(registry, emails.join('\n'));
		const controller = new AbortController();
		await rotateSealingKey(registry, settings, {
			stop: controller.signal,
			onStep: () => controller.abort(),
		}).catch(() => {});
	});
	const sealingKey = async () => {
		const { stdout } = await runHere(['doctor', '--json'], env);
		return JSON.parse(stdout).find(({ check }: { check: string }) => check === 'sealing key');
	};
	expect(await sealingKey()).toMatchObject({
		state: 'warning',
		found: '20 stored keys are encrypted with a key other than the one in use',
	});
	expect((await runHere(['backup', backup], env)).code).toBe(0);
	expect(readdirSync(backup).sort()).toEqual(['pointrelease.db', 'sealing.key', 'sealing.key.next']);

	rmSync(settings.stateFolder, { recursive: true });
	mkdirSync(settings.stateFolder, { mode: 0o700 });
	expect((await runHere(['restore', backup], env)).code).toBe(0);
	const { stdout } = await runHere(['license', 'export', '--with-keys'], env);
	expect(stdout.match(/,[0-9A-Z]{4}(-[0-9A-Z]{4}){3},/g)).toHaveLength(copiesPerStep + 20);
	expect((await runHere(['license', 'rotate-secret'], env)).stdout).toMatch(
		/^re-encrypted 20 keys with [0-9a-f]{16}, 500 already were\n$/,
	);
	expect((await sealingKey()).state).toBe('ok');
	expect(readdirSync(settings.stateFolder).sort()).toEqual(['database.id', 'pointrelease.db', 'sealing.key']);
});
