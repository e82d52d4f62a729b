import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { peakMemory } from '../peak-memory.ts';
import { environment } from '../process.ts';
import { sized } from '../size.ts';
import { FakeMdm } from './fake-mdm.ts';
import { connectionsFile, makeFolder } from './pull-fakes.ts';
import { pullWith } from './pull-with.ts';
import { trueMacs } from './true-macs.ts';

const program = fileURLToPath(new URL('../../bin/pointrelease', import.meta.url));

test('the program pulls from every kind of service, and neither prints nor writes a secret', async () => {
	await pullWith([program], process.env.PATH ?? '');
});

test('a large fleet takes less than 300 MB', async () => {
	const macs = sized(5_000, 100_000);
	const { folder, remove } = makeFolder();
	const fake = new FakeMdm('jamf-pro', trueMacs(macs));
	const csv = join(folder, 'fleet.csv');
	const child = Bun.spawn([program, 'fleet', '@jamf', '--csv', csv], {
		env: environment({ CONNECTIONS: connectionsFile(folder, { jamf: { kind: 'jamf-pro', fake } }) }),
		stdout: 'ignore',
		stderr: 'inherit',
	});
	const [code, peak] = await Promise.all([child.exited, peakMemory(child)]);
	const lines = readFileSync(csv, 'utf8').trimEnd().split('\r\n').length;
	await fake.stop();
	remove();
	expect([code, lines]).toEqual([0, macs + 1]);
	expect(peak).toBeGreaterThan(50 * 1024 * 1024);
	expect(peak).toBeLessThan(300 * 1024 * 1024);
});
