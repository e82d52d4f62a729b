import { expect, test } from 'bun:test';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../service-process.ts';
import { worldFolder } from '../world.ts';

test('a data folder that is replaced by rubbish changes no answer; the next start names the fault and does not serve', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-data-'));
	cpSync(worldFolder, folder, { recursive: true });
	const env = { POINTRELEASE_DATA: folder };
	const service = await startService({ env });
	try {
		const ask = async () => (await service.get('/items/J293AP:14.7.2')).text();
		const before = await ask();
		writeFileSync(join(folder, 'primary/releases.csv'), Buffer.alloc(100_000, 0xff));
		rmSync(join(folder, 'legacy'), { recursive: true });
		for (let index = 0; index < 50; index++) expect(await ask()).toBe(before);
		expect((await service.get('/items/9.0')).status).toBe(200);
		expect((await service.get('/readyz')).status).toBe(200);
		expect(await service.stop()).toBe(0);
		const again = startService({ env, state: service.state });
		await expect(again).rejects.toThrow(
			/exit code 1\): pointrelease: the data in [^\n]+ is invalid: [^\n]+\n$/,
		);
		cpSync(worldFolder, folder, { recursive: true });
		const mended = await startService({ env, state: service.state });
		expect(await (await mended.get('/items/J293AP:14.7.2', service.key)).text()).toBe(before);
		await mended.stop();
	} finally {
		await service.remove();
		rmSync(folder, { recursive: true, force: true });
	}
});
