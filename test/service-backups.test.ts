import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { startService } from './service-process.ts';

test('with BACKUP the service makes and verifies a backup by itself, in a process of its own', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-backups-'));
	const service = await startService({ env: { BACKUP: `${folder} every=1h keep=1` } });
	try {
		await eventually('the backup', async () => service.output().includes('backup made and verified'), 20_000);
		const names = readdirSync(folder);
		expect(names).toEqual([expect.stringMatching(/^pointrelease-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/)]);
		expect(readdirSync(join(folder, names[0]!)).toSorted()).toEqual(['pointrelease.db', 'sealing.key']);
	} finally {
		await service.remove();
		rmSync(folder, { recursive: true });
	}
});
