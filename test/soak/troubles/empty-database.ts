import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFile } from '../../../src/database/state-folder.ts';
import { eventually } from '../../eventually.ts';
import { repeat, type Trouble, type TroubledService } from './trouble.ts';

const longest = 60_000;
/** For so long the empty one stays once it was noticed. */
const hold = 1_000;

/** Somebody who moves the database away, puts an empty one in its place, and later brings the right one back. */
export function startSwappingDatabase(service: TroubledService, every: number): Trouble {
	const { address, stateFolder, database, fault } = service;
	const safe = join(stateFolder, 'safe');
	mkdirSync(safe);
	const move = (from: string, to: string) => {
		for (const name of readdirSync(from).filter((name) => name.startsWith('pointrelease.db')))
			renameSync(join(from, name), join(to, name));
	};
	const becomes = (status: string) =>
		eventually(
			`/readyz tells ${status}`,
			async () => {
				const headers = { Connection: 'close' };
				const response = await fetch(`${address}/readyz`, { headers, tls: { rejectUnauthorized: false } });
				return ((await response.json()) as { status: string }).status === status;
			},
			longest,
		);
	let swaps = 0;
	const swap = () =>
		database.swap(async () => {
			move(stateFolder, safe);
			writeFileSync(databaseFile(stateFolder), '');
			await becomes('degraded');
			await Bun.sleep(hold);
			for (const name of readdirSync(stateFolder))
				if (name.startsWith('pointrelease.db')) rmSync(join(stateFolder, name));
			move(safe, stateFolder);
			await becomes('ready');
			swaps++;
		});
	const { stop } = repeat(async (isRunning) => {
		for (let waited = 0; waited < every && isRunning(); waited += 100) await Bun.sleep(100);
		if (isRunning()) await swap().catch((thrown) => fault(`the database was swapped: ${thrown}`));
	});
	return { told: () => `the database swapped for an empty one ${swaps} times`, stop };
}
