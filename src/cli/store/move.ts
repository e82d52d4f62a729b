import { moveDatabase } from '../../licenses/move.ts';
import { Failure } from '../../process/failure.ts';
import { readDatabaseUrl } from '../../settings/database-url.ts';
import { command } from '../command.ts';
import { progressLine } from '../license/long-work.ts';

export const moveCommand = command({
	name: 'move',
	summary: 'migrate the embedded database to PostgreSQL, while no service runs',
	options: {
		to: {
			type: 'string',
			value: 'DATABASE_URL',
			help: 'an empty database, postgres://user@host:port/database',
		},
	},
	details: `
Licenses keep their IDs, keys, dates and usage, and waiting mail moves too. Every row is compared at the end. If the
command is interrupted, run it again. Set the password as PGPASSWORD, because other users of the machine can see an address.
Afterwards start the nodes with DATABASE_URL set. You still need sealing.key: copy it to the other machines, or change
to one POINTRELEASE_SECRET ("license rotate-secret").`,
	async run({ settings, options, json, print }) {
		const url = readDatabaseUrl({
			DATABASE_URL: options.to,
			PGPASSWORD: process.env.PGPASSWORD,
		});
		if (url === null)
			throw new Failure(
				'bad-arguments',
				'no target: add --to postgres://user@host:port/database with an empty database',
			);
		const progress = progressLine('rows');
		const {
			place,
			identity,
			rows,
			kept: keptFile,
		} = await moveDatabase(settings, url, (_, count) => progress.step(count)).finally(progress.end);
		if (json) return print(JSON.stringify({ place, identity, rows, kept: keptFile }));
		const counted = Object.entries(rows).map(([table, count]) => `  ${table.padEnd(14)} ${count}`);
		print(
			[
				`moved to ${place}, and compared every row:`,
				...counted,
				`start the service with DATABASE_URL set; the file is kept as ${keptFile}`,
			].join('\n'),
		);
	},
});
