import { moveDatabase } from '../../licenses/move.ts';
import { Failure } from '../../process/failure.ts';
import { readDatabaseUrl } from '../../settings/database-url.ts';
import type { Command } from '../command.ts';
import { progressLine } from '../license/progress.ts';

export const moveCommand: Command = {
	name: 'move',
	summary: 'bring everything from the embedded database to a PostgreSQL, while no service runs',
	options: {
		to: {
			type: 'string',
			value: 'DATABASE_URL',
			help: 'an empty database, postgres://user@host:port/database',
		},
	},
	details: `
Licenses keep their ids, keys, days and usage, mail that waits goes out from there, and every row is compared before
it is said to be done. Interrupted, run it again. The password is better set as PGPASSWORD than given in the address,
where other users of the machine can see it. Afterwards start the nodes with DATABASE_URL set; sealing.key is still
needed: give other machines a copy, or all of them one POINTRELEASE_SECRET ("license rotate-secret").`,
	async run({ settings, options, json, print }) {
		const { to } = options;
		const url = readDatabaseUrl({
			DATABASE_URL: typeof to === 'string' ? to : '',
			PGPASSWORD: process.env.PGPASSWORD,
		});
		if (url === null)
			throw new Failure(
				'bad-arguments',
				'where to? give an empty database with --to postgres://user@host:port/database',
			);
		const progress = progressLine('rows');
		const { place, identity, rows, kept } = await moveDatabase(settings, url, (_, done) =>
			progress.step(done),
		).finally(progress.end);
		if (json) return print(JSON.stringify({ place, identity, rows, kept }));
		const counted = Object.entries(rows).map(([table, count]) => `  ${table.padEnd(14)} ${count}`);
		print(
			[
				`moved to ${place}, and compared every row:`,
				...counted,
				`start the service with DATABASE_URL set; the file is kept as ${kept}`,
			].join('\n'),
		);
	},
};
