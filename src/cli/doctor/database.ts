import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { Database } from '../../database/database.ts';
import { lookAt, noDatabase } from '../../database/identity.ts';
import { openAsItIs } from '../../database/open.ts';
import { databaseFile } from '../../database/state-folder.ts';
import { openImports } from '../../licenses/issuing/import.ts';
import { readLedger } from '../../licenses/ledger.ts';
import { unseal } from '../../licenses/sealing/seal.ts';
import { sealingKeysAtHand } from '../../licenses/sealing/sealing-keys.ts';
import { withServiceSettings } from '../../licenses/service-settings.ts';
import { Failure, reasonOf } from '../../process/failure.ts';
import { type Check, type Finding, ok, problem, warning } from '../../server/todo/finding.ts';
import { checkStored } from '../../server/todo/todo.ts';
import type { Settings } from '../../settings/settings.ts';
import { firstStart, troubleFinding, unfitness } from './database-trouble.ts';
import { checkLostKeys, checkReminders, checkSender } from './mail.ts';
import { checkOrders } from './orders.ts';

const mostSkew = 5_000;

/** Checks the database and everything stored in it: licenses, the sealing key, waiting mail, feeds, the clock. */
export const checkDatabase: Check = async (settings) => {
	let database: Database | null;
	try {
		database = await openAsItIs(settings);
	} catch (thrown) {
		return [await troubleFinding(thrown, settings)];
	}
	try {
		const state = database ? await lookAt(database) : noDatabase;
		const place = database?.place ?? databaseFile(settings.stateFolder);
		const unfit = await unfitness(state, database, place, settings);
		if (unfit || !database) return [unfit ?? ok('database', firstStart)];
		await database.inspect();
		const mailSettings = await withServiceSettings(database, settings);
		const { licenses, sealKey, identity } = await readLedger(database, database.place);
		return [
			ok(
				'database',
				`${database.kind} at ${database.place}, ${counted(licenses, 'license')}, identity ${identity}`,
			),
			await checkSealingKey(settings, database, sealKey),
			...(await checkStored(settings, database)),
			...(await checkLostKeys(settings, database)),
			...checkSender(mailSettings),
			...checkReminders(mailSettings),
			...(await checkOrders(settings, database)),
			...(await checkImports(database)),
			...(await checkClock(database)),
		];
	} catch (thrown) {
		return [await troubleFinding(thrown, settings)];
	} finally {
		await database?.close().catch(() => {});
	}
};

/** An import that was interrupted and not continued. */
async function checkImports(database: Database): Promise<Finding[]> {
	return (await openImports(database)).map(({ taken: count, licenses, begun }) =>
		warning(
			'import',
			`${count} of ${counted(licenses, 'license')} of a file are imported, started ${begun.slice(0, 10)}`,
			'if the import is not running, run "pointrelease license import" with the same file again: it continues',
		),
	);
}

async function checkClock(database: Database): Promise<Finding[]> {
	if (database.kind === 'sqlite') return [];
	const skew = Date.now() - (await database.now());
	if (Math.abs(skew) < mostSkew) return [ok('clock', `${Math.round(skew)} ms off the database's clock`)];
	return [
		warning(
			'clock',
			`${Math.round(skew / 1000)} s off the database's clock`,
			'run NTP on both machines, because keys expire by the clock',
		),
	];
}

const check = 'sealing key';
const lost =
	'restore sealing.key from a backup, or set POINTRELEASE_SECRET as before; license keys work without it but cannot be re-sent';

const unreadable = 'give the file to the user of the service (chown, chmod 600); nothing is lost';

interface SealedCopy {
	id: string;
	sealed: Uint8Array;
	sealKey: string;
}

/** Counts encrypted copies that a rotation has not reached, and those that it gave up. */
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
	const [readableCopies, lostCopies] = [countOf(true), countOf(false)];
	if (readableCopies > 0)
		return warning(
			check,
			`${counted(readableCopies, 'stored key is', 'stored keys are')} encrypted with a key other than the one in use`,
			'run "pointrelease license rotate-secret" again: it continues',
		);
	if (lostCopies > 0)
		return warning(
			check,
			`${counted(lostCopies, 'stored key is', 'stored keys are')} encrypted with a secret that is not set here, and cannot be re-sent`,
			'set it as POINTRELEASE_OLD_SECRET and run "pointrelease license rotate-secret"; if it is lost, these keys keep working, and "license rotate" replaces one',
		);
	return null;
}

/** Whether the stored copies of keys can be decrypted, by trying the oldest and the newest. */
async function checkSealingKey(
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
		for (const [age, order] of [
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
					`the stored copy of the ${age} key (${copy.id}) was changed`,
					'restore the database from a backup',
				);
		}
		const atHand = keys.map(({ id }) => id);
		return (
			(await checkOthers(database, used, atHand)) ??
			ok(check, 'the oldest and the newest stored key can be decrypted')
		);
	} catch (thrown) {
		const isUnreadable = thrown instanceof Failure && thrown.code === 'sealing-key-unreadable';
		return problem(check, reasonOf(thrown), isUnreadable ? unreadable : lost);
	}
}
