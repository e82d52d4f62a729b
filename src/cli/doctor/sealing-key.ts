import type { Database } from '../../database/database.ts';
import { unseal } from '../../licenses/sealing/seal.ts';
import { sealingKeysAtHand } from '../../licenses/sealing/sealing-keys.ts';
import { reasonOf } from '../../process/failure.ts';
import type { Settings } from '../../settings/settings.ts';
import { counted } from '../../text/counted.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const check = 'sealing key';
const lost =
	'restore sealing.key from a backup, or set POINTRELEASE_SECRET as before; license keys work without it but cannot be re-sent';

interface SealedCopy {
	id: string;
	sealed: Uint8Array;
	sealKey: string;
}

/** Copies that a rotation did not come to, and those that it gave up. */
async function checkOthers(
	database: Database,
	used: string,
	atHand: readonly string[],
): Promise<Finding | null> {
	const rows = await database.rows<{ sealKey: string; copies: number | string }>(
		'SELECT seal_key AS "sealKey", count(*) AS copies FROM licenses WHERE seal_key <> $1 GROUP BY seal_key',
		[used],
	);
	const countOf = (isHere: boolean) =>
		rows
			.filter(({ sealKey }) => atHand.includes(sealKey) === isHere)
			.reduce((sum, { copies }) => sum + Number(copies), 0);
	const [left, lostCopies] = [countOf(true), countOf(false)];
	if (left > 0)
		return warning(
			check,
			`${counted(left, 'stored key is', 'stored keys are')} encrypted with a key other than the one in use`,
			'run "pointrelease license rotate-secret" again: it continues',
		);
	if (lostCopies > 0)
		return warning(
			check,
			`${counted(lostCopies, 'stored key is', 'stored keys are')} encrypted with a secret that is not set here, and cannot be re-sent`,
			'set it as POINTRELEASE_OLD_SECRET and run "pointrelease license rotate-secret"; if it is lost, these keys work on, and "license rotate" replaces one',
		);
	return null;
}

/** Whether the stored copies of keys can be opened: the oldest and the newest are tried. */
export async function checkSealingKey(
	settings: Settings,
	database: Database,
	used: string | null,
): Promise<Finding> {
	try {
		const keys = sealingKeysAtHand(settings);
		if (used === null) return ok(check, 'not used yet');
		if (keys.length === 0)
			return problem(check, 'the file is missing, and stored keys are encrypted with it', lost);
		if (!keys.some(({ id }) => id === used))
			return problem(check, 'is not the one that encrypts the stored keys', lost);
		for (const [which, order] of [
			['oldest', 'ASC'],
			['newest', 'DESC'],
		] as const) {
			const [copy] = await database.rows<SealedCopy>(
				`SELECT id, sealed, seal_key AS "sealKey" FROM licenses ORDER BY number ${order} LIMIT 1`,
			);
			const key = keys.find(({ id }) => id === copy?.sealKey);
			if (copy && key && unseal(copy.sealed, copy.id, key) === null)
				return problem(
					check,
					`the stored copy of the ${which} key (${copy.id}) was changed`,
					'restore the database from a backup',
				);
		}
		const atHand = keys.map(({ id }) => id);
		return (
			(await checkOthers(database, used, atHand)) ??
			ok(check, 'the oldest and the newest stored key can be decrypted')
		);
	} catch (thrown) {
		return problem(check, reasonOf(thrown), lost);
	}
}
