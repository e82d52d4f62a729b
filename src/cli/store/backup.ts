import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { Verified } from '../../licenses/backup.ts';
import { backUp, backUpByPlan, backupsIn, verify } from '../../licenses/backup-plan.ts';
import { Failure } from '../../process/failure.ts';
import type { Settings } from '../../settings/settings.ts';
import { type Call, command } from '../command.ts';

export const backupCommand = command({
	name: 'backup',
	summary: 'back up the database and the encryption key to a folder, while the service runs',
	words: '[FOLDER]',
	arity: [0, 1],
	options: {
		verify: {
			type: 'boolean',
			help: 'instead, restore the backup in FOLDER into a temporary place and read all of it; without FOLDER the newest one of BACKUP',
		},
	},
	details: `
FOLDER must be new. Without FOLDER it makes and verifies the next backup in the folder that BACKUP names, as the service
does by itself, and deletes the oldest ones beyond "keep". To restore: stop the service (with PostgreSQL it may run),
"pointrelease restore FOLDER", start it.`,
	async run({ words: [folder], options, settings, json, print }) {
		if (options.verify) return printVerified(folder ?? newest(settings), settings, { json, print });
		if (folder === undefined) {
			const { folder: made, verified, deleted } = await backUpByPlan(settings, planOf(settings));
			if (json) return print(JSON.stringify({ folder: made, ...verified, deleted }));
			return print(`${made}: ${verifiedWords(verified)}; ${counted(deleted, 'old backup')} deleted`);
		}
		await backUp(settings, folder);
		print(
			json
				? JSON.stringify({ folder })
				: `${folder} holds the database and the encryption key: keep it as safe as the license keys`,
		);
	},
});

async function printVerified(
	folder: string,
	settings: Settings,
	{ json, print }: Pick<Call, 'json' | 'print'>,
): Promise<void> {
	const verified = await verify(settings, folder);
	print(
		json ? JSON.stringify({ folder, ...verified }) : `${folder} can be restored: ${verifiedWords(verified)}`,
	);
}

function verifiedWords({ licenses, identity, rows, decrypted }: Verified): string {
	const keys = decrypted === 0 ? '' : ', and the oldest and the newest key were decrypted';
	return `${counted(licenses, 'license')} of database ${identity}, ${counted(rows, 'row')} read${keys}`;
}

function planOf({ backup }: Settings) {
	if (backup !== null && backup !== 'elsewhere') return backup;
	throw new Failure(
		'bad-arguments',
		'where to? Name a new folder, or set BACKUP to a folder for dated backups',
	);
}

function newest(settings: Settings): string {
	const { folder } = planOf(settings);
	const last = backupsIn(folder).at(-1);
	if (last === undefined) throw new Failure('no-backup', `there is no backup in ${folder} yet`);
	return last;
}
