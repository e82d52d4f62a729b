import type { Database } from '../../database/database.ts';
import { lookAt, refusalOf } from '../../database/identity.ts';
import { openToRead } from '../../database/open.ts';
import { databaseFile } from '../../database/state-folder.ts';
import { reasonOf } from '../../process/failure.ts';
import type { Settings } from '../../settings/settings.ts';
import { checkBackup } from './backup.ts';
import { checkCertificates } from './certificates.ts';
import { checkDisk } from './disk.ts';
import { checkFeeds } from './feeds.ts';
import { type Check, type Finding, needsYou, problem, type TodoKind } from './finding.ts';
import { checkHeldOrders } from './held-orders.ts';
import { checkMailQueue } from './mail-queue.ts';
import { checkRelease } from './release.ts';
import { checkWatch } from './watch.ts';

/** What `pointrelease todo --json` prints of each entry. */
export interface Todo {
	readonly kind: TodoKind;
	/** When it began, RFC 3339 in UTC; null if that is not known. */
	readonly since: string | null;
	readonly what: string;
	readonly do: string;
}

/** What in the database waits for a person. */
export async function checkStored(settings: Settings, database: Database): Promise<Finding[]> {
	return [
		...(await checkHeldOrders(database)),
		...(await checkMailQueue(settings, database)),
		...(await checkFeeds(settings, database)),
		...(await checkBackup(settings, database)),
	];
}

/**
 * Everything that waits for a person, the most urgent first: the command, the daily mail and `doctor` have the same
 * findings. What cannot be read is an entry, too. A running service passes its own database.
 */
export async function readTodo(
	settings: Settings,
	env: Parameters<Check>[1],
	database?: Database,
): Promise<Todo[]> {
	return (await readFindings(settings, env, database))
		.filter(isOpen)
		.map(({ kind, since = null, found, advice = '' }) => ({ kind, since, what: found, do: advice }));
}

/** A finding that waits for a person. */
export type OpenFinding = Finding & { readonly kind: TodoKind };

export function isOpen(finding: Finding): finding is OpenFinding {
	return finding.kind !== undefined;
}

/** Every finding, also of what is well; those that wait for a person come first, the most urgent at the top. */
export async function readFindings(
	settings: Settings,
	env: Parameters<Check>[1],
	database?: Database,
): Promise<Finding[]> {
	const checks: readonly (readonly [TodoKind, () => Promise<Finding[]> | Finding[]])[] = [
		['database', () => (database ? checkStored(settings, database) : checkOwnDatabase(settings))],
		['disk', () => diskOf(settings.stateFolder)],
		['certificate', () => checkCertificates(settings, env)],
		['watch', () => checkWatch(settings, env)],
		['release', () => checkRelease(settings)],
	];
	const findings = await Promise.all(
		checks.map(async ([kind, check]) => {
			try {
				return await check();
			} catch (thrown) {
				return [needsYou(kind, null, problem(kind, reasonOf(thrown), advice))];
			}
		}),
	);
	const place = ({ kind }: Finding) => (kind === undefined ? urgency.length : urgency.indexOf(kind));
	return findings.flat().toSorted((a, b) => place(a) - place(b));
}

const advice = 'run "pointrelease doctor" as the user of the service, which says more';

/** Somebody who paid comes first, then what stops the service, then what ages. */
const urgency: readonly TodoKind[] = [
	'order',
	'database',
	'disk',
	'mail',
	'certificate',
	'data',
	'channel',
	'watch',
	'backup',
	'feed',
	'release',
];

async function checkOwnDatabase(settings: Settings): Promise<Finding[]> {
	const database = await openToRead(settings);
	const place = database?.place ?? databaseFile(settings.stateFolder);
	try {
		const state = database ? await lookAt(database) : { version: null, identity: null, licenses: 0 };
		const refusal = refusalOf(state, place, settings);
		if (refusal) throw refusal;
		// Before the first start there is nothing that could wait.
		return database && state.version !== null ? await checkStored(settings, database) : [];
	} finally {
		await database?.close();
	}
}

function diskOf(stateFolder: string): Finding[] {
	try {
		return [checkDisk(stateFolder)];
	} catch (thrown) {
		if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return [];
		throw thrown;
	}
}
