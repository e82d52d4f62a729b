import { lookAt } from '../../database/identity.ts';
import type { Migration } from '../../database/migrate.ts';
import { openAsItIs, openDatabase } from '../../database/open.ts';
import { migrations } from '../../database/schema.ts';
import { isOpen } from '../../database/sqlite-file.ts';
import { databaseFile } from '../../database/state-folder.ts';
import { Failure } from '../../process/failure.ts';
import type { Settings } from '../../settings/settings.ts';
import { command } from '../command.ts';

export const migrateCommand = command({
	name: 'migrate',
	summary: 'update the database of an older release to the schema of this one, while no service runs',
	options: {
		yes: { type: 'boolean', help: 'confirm that you have a backup of a PostgreSQL database' },
	},
	details: `
Older releases refuse the database afterwards. A start of the service does the same to an embedded database; no other
command changes a schema. The embedded database is first copied to pointrelease.db.schema-N beside it, where N is the
number of its schema. To go back, stop the service, put the copy in the place of pointrelease.db, remove
pointrelease.db-wal and pointrelease.db-shm, and start the older release. Delete the copy when you no longer need it.
PostgreSQL: back it up first ("pointrelease backup FOLDER"), then add --yes.`,
	async run({ settings, options, json, print }) {
		await refuseWhileInUse(settings);
		let migration: Migration | null = null;
		const database = await openDatabase(settings, {
			older: options.yes ? 'confirmed' : 'migrate',
			onMigrated(done) {
				migration = done;
			},
		});
		await database.close();
		const { place } = database;
		const { from, to, copy } = migration ?? { from: migrations.length, to: migrations.length, copy: null };
		if (json) return print(JSON.stringify({ place, from, to, copy }));
		if (from === to) return print(`${place} has the schema of this release (${to}): nothing to migrate`);
		print(
			[
				`migrated ${place} from schema ${from} to ${to}: older releases refuse it now`,
				...(copy === null
					? []
					: [`the database as it was is in ${copy}: delete it when you no longer need it`]),
			].join('\n'),
		);
	},
});

/** A process of the older release that still runs would write to a schema that it does not know. */
async function refuseWhileInUse(settings: Settings): Promise<void> {
	if (settings.databaseUrl) return;
	const database = await openAsItIs(settings);
	if (!database) return;
	const { version } = await lookAt(database).finally(() => database.close());
	const file = databaseFile(settings.stateFolder);
	if (version !== null && version < migrations.length && isOpen(file))
		throw new Failure(
			'service-running',
			`the database ${file} is in use: stop the service and the watch first`,
		);
}
