import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { peakMemory } from '../peak-memory.ts';
import { environment } from '../process.ts';
import { isFull, sized } from '../size.ts';
import { FakeMdm } from './fake-mdm.ts';
import { connectionsFile, makeFolder } from './pull-fakes.ts';
import { pullWith } from './pull-with.ts';
import { trueMacs } from './true-macs.ts';
import { askedKind, jamfAnswers, quietMacs } from './why-fakes.ts';

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

test('a fleet of which a twentieth is late, and asked why, takes at most 250 MB and few requests', async () => {
	const macs = sized(2_000, 20_000);
	const late = macs / 20;
	const { folder, remove } = makeFolder();
	const all = quietMacs(macs).map((mac) => ({
		...mac,
		version: mac.id <= late ? '15.3.1' : '26.7.2',
		build: mac.id <= late ? '24D70' : '25H120',
	}));
	const fake = new FakeMdm('jamf-pro', all, askedKind('jamf-pro', jamfAnswers));
	const csv = join(folder, 'fleet.csv');
	const child = Bun.spawn(
		[program, 'fleet', '@jamf', '--behind', '2', '--grace-days', '7', '--as-of', '2026-11-18', '--csv', csv],
		{
			env: environment({ CONNECTIONS: connectionsFile(folder, { jamf: { kind: 'jamf-pro', fake } }) }),
			stdout: 'pipe',
			stderr: 'inherit',
		},
	);
	const [stdout, peak] = await Promise.all([child.stdout.text(), peakMemory(child)]);
	await fake.stop();
	remove();
	expect(stdout).toContain(`${late.toLocaleString('en')} late: `);
	expect(stdout).toContain(' 1 no token');
	const asked = (part: string) => fake.paths.filter((path) => path.includes(part)).length;
	// A page of plans and one of statuses for each hundred Macs, and one request for each Mac.
	expect([asked('/plans'), asked('/update-statuses'), asked('/status-items')]).toEqual([
		late / 100,
		late / 100,
		late,
	]);
	expect(peak).toBeLessThan(250 * 1024 * 1024);
	if (isFull) process.stderr.write(`peak ${Math.round(peak / 1024 / 1024)} MB\n`);
});
