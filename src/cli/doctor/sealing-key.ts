import type { Database } from '../../database/database.ts';
import { unseal } from '../../licenses/sealing/seal.ts';
import { sealingKeysAtHand } from '../../licenses/sealing/sealing-keys.ts';
import { reasonOf } from '../../process/failure.ts';
import type { Settings } from '../../settings/settings.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const check = 'sealing key';
const lost =
	'restore sealing.key from a backup, or set POINTRELEASE_SECRET as before; license keys work without it but cannot be re-sent';

interface SealedCopy {
	id: string;
	sealed: Uint8Array;
	sealKey: string;
}

/** Copies that a rotation did not come to. */
async function checkRotation(database: Database, used: string): Promise<Finding | null> {
	const [row] = await database.rows<{ others: number | string }>(
		'SELECT count(*) AS others FROM licenses WHERE seal_key <> $1',
		[used],
	);
	const others = Number(row?.others);
	if (others === 0) return null;
	return warning(
		check,
		`${others} stored keys are encrypted with a key other than the one in use`,
		'run "pointrelease license rotate-secret" again, with POINTRELEASE_OLD_SECRET if you changed a secret: it continues',
	);
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
		for (const [which, order] of [
			['oldest', 'ASC'],
			['newest', 'DESC'],
		] as const) {
			const [copy] = await database.rows<SealedCopy>(
				`SELECT id, sealed, seal_key AS "sealKey" FROM licenses ORDER BY number ${order} LIMIT 1`,
			);
			if (!copy) continue;
			const key = keys.find(({ id }) => id === copy.sealKey);
			if (!key)
				return problem(check, `is not the one that encrypted the ${which} license (${copy.id})`, lost);
			if (unseal(copy.sealed, copy.id, key) === null)
				return problem(
					check,
					`the stored copy of the ${which} key (${copy.id}) was changed`,
					'restore the database from a backup',
				);
		}
		return (
			(await checkRotation(database, used)) ?? ok(check, 'decrypts the oldest and the newest stored key')
		);
	} catch (thrown) {
		return problem(check, reasonOf(thrown), lost);
	}
}
