import { Database } from 'bun:sqlite';
import { databaseFile } from '../../../src/database/state-folder.ts';
import { disturbedSubject } from './disturbed.ts';

/** Another program that holds the write lock of the database. */
export const lockSubject = disturbedSubject('lock', 'a held write lock', 18_420, async ({ state }) => {
	const database = new Database(databaseFile(state));
	return {
		async begin() {
			database.run('PRAGMA busy_timeout = 10000');
			database.run('BEGIN IMMEDIATE');
		},
		pause: async () => void database.run('ROLLBACK'),
		async end() {
			database.close();
			return [];
		},
	};
});
