import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { Database } from '../../database/database.ts';
import { readBackupRecord } from '../../licenses/backup-plan.ts';
import type { Settings } from '../../settings/settings.ts';
import { type Finding, needsYou, ok, problem, warning } from './finding.ts';

const check = 'backup';
const day = 86_400_000;
/** Days after which a backup that somebody made by hand is old. */
const longestByHand = 7;

/** Whether there is a backup that is not too old. Nobody is told on the first day. */
export async function checkBackup(
	{ backup: plan, stateFolder }: Settings,
	database: Database,
	now = Date.now(),
): Promise<Finding[]> {
	if (plan === 'elsewhere') return [ok(check, 'made by other means (BACKUP=elsewhere)')];
	const { made, folder, verified, failed } = readBackupRecord(stateFolder);
	if (failed !== null && plan !== null) {
		const last = made === null ? 'there is none yet' : `the last good one is of ${minute(made)}`;
		const found = `no backup could be made in ${plan.folder}: ${failed.reason}; ${last}`;
		const advice = 'correct that, then run "pointrelease backup" with the settings of the service';
		return [needsYou('backup', failed.since, problem(check, found, advice))];
	}
	const begun = made === null ? await firstLicense(database) : Date.parse(made);
	if (begun === null) return [ok(check, 'there is nothing to back up yet')];
	const longest = plan === null ? (made === null ? day : longestByHand * day) : 2 * plan.every;
	const age = now - begun;
	if (age < longest) {
		if (made === null) return [ok(check, 'never backed up yet')];
		const tested = verified === null ? 'not verified' : `verified ${minute(verified)}`;
		return [ok(check, `made ${minute(made)} in ${folder}, ${tested}`)];
	}
	const advice =
		plan === null
			? 'set BACKUP to a folder, or run "pointrelease backup FOLDER"; set BACKUP=elsewhere if you back it up by other means'
			: 'check that the service runs with BACKUP, or run "pointrelease backup" with its settings';
	const found =
		made === null
			? 'never backed up'
			: `last backed up ${counted(Math.floor(age / day), 'day')} ago, in ${folder}`;
	return [needsYou('backup', begun, warning(check, found, advice))];
}

async function firstLicense(database: Database): Promise<number | null> {
	const [row] = await database.rows<{ created: string | null }>(
		'SELECT min(created) AS created FROM licenses',
	);
	return row?.created ? Date.parse(row.created) : null;
}

function minute(moment: string): string {
	return `${moment.slice(0, 16).replace('T', ' ')} UTC`;
}
