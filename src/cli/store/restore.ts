import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { migrations } from '../../database/schema.ts';
import {
	type Replay,
	readRevocations,
	replayRevocations,
} from '../../licenses/issuing/replay-revocations.ts';
import { withRegistry } from '../../licenses/registry.ts';
import { restoreBackup } from '../../licenses/restore.ts';
import { restorePostgres } from '../../licenses/restore-postgres.ts';
import { Failure } from '../../process/failure.ts';
import { authorOf } from '../author.ts';
import { command } from '../command.ts';
import { readTextFile } from '../text-file.ts';

export const restoreBackupCommand = command({
	name: 'restore',
	summary: 'restore the database from a backup; with the embedded database while no service runs',
	words: '[FOLDER]',
	arity: [0, 1],
	options: {
		'replay-revocations': {
			type: 'string',
			value: 'FILE',
			help: 'revoke what this "license export" lists as revoked; - for standard input',
		},
	},
	details: `
FOLDER was created by "pointrelease backup". It is checked before anything changes. The files of an embedded database are
kept in a folder beside it. What PostgreSQL holds is replaced in one step, while nodes run: back that up first, if you
still can. Licenses issued after the backup are gone, and licenses revoked after it work again: export the licenses
first, and pass the export to --replay-revocations. Without FOLDER only revocations are replayed, for a PostgreSQL
database that pg_restore restored.`,
	async run({ words, options, settings, json, print }) {
		const [folder] = words;
		const file = options['replay-revocations'];
		const revocations = file !== undefined ? readRevocations(await readTextFile(file)) : [];
		if (folder === undefined) {
			if (file === undefined) throw new Failure('bad-arguments', 'no backup: name the folder of a backup');
			const replay = await withRegistry(
				settings,
				({ database }) => replayRevocations(database, revocations, authorOf({})),
				{ older: 'refuse' },
			);
			return print(json ? JSON.stringify(replay) : replayWords(replay));
		}
		const { replay, ...restored } = settings.databaseUrl
			? { ...(await restorePostgres(settings, folder, revocations, authorOf({}))), before: null }
			: await restoreBackup(settings, folder, revocations, { actor: authorOf({}) });
		if (json) return print(JSON.stringify({ ...restored, ...replay }));
		print(
			[
				`restored ${counted(restored.licenses, 'license')} from ${folder}`,
				...(restored.schema < migrations.length && !settings.databaseUrl
					? [
							`its schema is that of an older release (${restored.schema} of ${migrations.length}): that release can serve it; this one migrates it when it starts`,
						]
					: []),
				...(restored.before === null ? [] : [`what was there before is in ${restored.before}`]),
				file !== undefined
					? replayWords(replay)
					: 'licenses revoked since the backup work again: revoke them, or restore with --replay-revocations',
				...(restored.tokens > 0
					? [
							`${counted(restored.tokens, 'token')} of the console ${restored.tokens === 1 ? 'is' : 'are'} as in the backup: end those that you had ended since (pointrelease console token)`,
						]
					: []),
			].join('\n'),
		);
	},
});

function replayWords({ revoked, unknown }: Replay): string {
	return `revoked ${counted(revoked, 'license')} again${unknown > 0 ? `; ${unknown} of the export were issued after the backup and no longer exist` : ''}`;
}
