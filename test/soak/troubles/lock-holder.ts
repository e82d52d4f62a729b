import { Database } from 'bun:sqlite';
import { databaseFile } from '../../../src/database/state-folder.ts';
import { repeat, type Trouble, type TroubledService } from './trouble.ts';

const hold = 1_200;
const pause = 800;
/** Between two attempts to get it, while an import has it. */
const retry = 3;

/** Another program that takes the write lock of the database and keeps it, over and over. */
export function startLockHolder({ stateFolder, database: shared }: TroubledService): Trouble {
	let held = 0;
	const { stop } = repeat(async () => {
		await shared.use(async () => {
			const database = new Database(databaseFile(stateFolder));
			while (!begun(database)) await Bun.sleep(retry);
			held++;
			await Bun.sleep(hold);
			database.run('ROLLBACK');
			database.close();
		});
		await Bun.sleep(pause);
	});
	return { told: () => `the write lock held ${held} times for ${hold} ms`, stop };
}

function begun(database: Database): boolean {
	try {
		database.run('BEGIN IMMEDIATE');
		return true;
	} catch {
		return false;
	}
}
