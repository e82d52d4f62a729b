import { afterAll, expect, test } from 'bun:test';
import { temporaryState } from '../../test/live.ts';
import { openLicenses } from '../licenses/licenses.ts';
import { silentLog } from '../process/log.ts';
import { readSettings } from '../settings/settings.ts';
import { tables } from './tables.ts';

const state = temporaryState();
afterAll(() => state.remove());

test('a move copies every column of every table', async () => {
	const settings = readSettings({ POINTRELEASE_STATE: state.folder, FEEDS: 'off' });
	const licenses = await openLicenses(settings, silentLog);
	try {
		const { database } = licenses;
		const names = await database.rows<{ name: string }>(
			"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
		);
		const columnsOf = async (table: string) => {
			const columns = await database.rows<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`);
			return columns.map(({ name }) => name).toSorted();
		};
		// The target has its own row with the version of the schema.
		for (const { name } of names.filter(({ name }) => name !== 'pointrelease_schema')) {
			const moved = tables.find((table) => table.name === name)?.columns ?? [];
			expect([name, moved.toSorted()]).toEqual([name, await columnsOf(name)]);
		}
	} finally {
		await licenses.close();
	}
});
