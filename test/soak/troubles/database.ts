import { Database } from 'bun:sqlite';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFile } from '../../../src/database/state-folder.ts';
import { eventually } from '../../eventually.ts';
import { runCommand } from '../../process.ts';
import { repeat, type Trouble, type TroubledService } from './trouble.ts';

export interface BulkImport extends Trouble {
	/** Every printed key, and every imported address. */
	readonly keys: string[];
	readonly emails: string[];
}

/**
 * Imports one file of licenses after the other. A swap of the database may interrupt an import: it is repeated until
 * it succeeds.
 */
export function startImports({ stateFolder, env, fault }: TroubledService, size: number): BulkImport {
	const keys: string[] = [];
	const emails: string[] = [];
	let files = 0;
	let interruptions = 0;
	const { stop } = repeat(async () => {
		const file = join(stateFolder, `bulk-${files}.csv`);
		const lines = Array.from({ length: size }, (_, index) => `bulk${files}x${index}@example.com`);
		writeFileSync(file, `email\n${lines.join('\n')}\n`);
		emails.push(...lines);
		for (let attempt = 0; ; attempt++) {
			const { code, stdout, stderr } = await runCommand(['license', 'import', file, '--json'], env);
			for (const [, key] of stdout.matchAll(/"key":"([^"]+)"/g)) keys.push(key!);
			if (code === 0) break;
			interruptions++;
			if (attempt === 100) return fault(`license import: ${stderr}`);
			await Bun.sleep(200);
		}
		files++;
	});
	return {
		keys,
		emails,
		told: () => `${emails.length} licenses in ${files} imports, interrupted ${interruptions} times`,
		stop,
	};
}

const longestWait = 60_000;
/** How long the empty database stays after the service has noticed it. */
const emptyFor = 1_000;

/** Moves the database away, puts an empty one in its place, and later restores it. */
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
			longestWait,
		);
	let swaps = 0;
	const swap = () =>
		database.swap(async () => {
			move(stateFolder, safe);
			writeFileSync(databaseFile(stateFolder), '');
			await becomes('degraded');
			await Bun.sleep(emptyFor);
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

const lockedFor = 1_200;
const unlockedFor = 800;
/** Between two attempts to get the lock during an import. */
const retryAfter = 3;

/** Another program that repeatedly holds the write lock of the database. */
export function startLockHolder({ stateFolder, database: shared }: TroubledService): Trouble {
	let held = 0;
	const { stop } = repeat(async () => {
		await shared.use(async () => {
			const database = new Database(databaseFile(stateFolder));
			while (!begun(database)) await Bun.sleep(retryAfter);
			held++;
			await Bun.sleep(lockedFor);
			database.run('ROLLBACK');
			database.close();
		});
		await Bun.sleep(unlockedFor);
	});
	return { told: () => `the write lock held ${held} times for ${lockedFor} ms`, stop };
}

function begun(database: Database): boolean {
	try {
		database.run('BEGIN IMMEDIATE');
		return true;
	} catch {
		return false;
	}
}
