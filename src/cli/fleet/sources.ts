import { counted, grouped, groupedCount } from '@pointrelease/core/src/text/numbers.ts';
import { type NamedFile, namedFiles } from '../../history/read-files.ts';
import { Failure } from '../../process/failure.ts';
import { connectionNamed, isConnection, readConnections } from '../../pull/connections-file.ts';
import type { Connection } from '../../pull/kind.ts';
import { pullLimits } from '../../pull/limits.ts';
import {
	type FailedPull,
	type Pulled,
	type PullOptions,
	pullInventory,
	wholeOrFailed,
} from '../../pull/pull.ts';
import type { Call } from '../command.ts';
import { tell } from '../terminal-text.ts';
import type { connectionsOption } from './fleet-options.ts';
import { progressBar } from './output.ts';

type ConnectionsCall = Call<{ connections: typeof connectionsOption }>;

/** The inputs that the words of a command name: files, and inventories that are pulled now. */
export interface Sources {
	readonly files: readonly NamedFile[];
	readonly failed: readonly FailedPull[];
}

/** Opens every file and pulls every connection. A connection that fails leaves the others. Throws if nothing is left. */
export async function openSources(
	call: ConnectionsCall,
	words: readonly string[],
	keep: readonly string[],
	lateRank?: PullOptions['lateRank'],
): Promise<Sources> {
	const connections = words.some(isConnection) ? await connectionsOf(call) : new Map<string, Connection>();
	// Refuse an unknown name before anything is pulled.
	const named = namedFiles(words).map((file) => ({
		...file,
		connection: isConnection(file.path) ? connectionNamed(connections, file.path) : null,
	}));
	const files: NamedFile[] = [];
	const failed: FailedPull[] = [];
	const empty: string[] = [];
	for (const { connection, ...file } of named) {
		if (connection === null) {
			files.push(file);
			continue;
		}
		const pulled = await pullConnection(connection, keep, lateRank);
		if ('reason' in pulled) failed.push(pulled);
		else if (pulled.macs > 0) {
			files.push({ ...file, content: pulled.lines });
			for (const note of pulled.notes) tell(`${file.path}: ${note}.`);
			if (pulled.cutTexts > 0) tell(`${file.path}: ${cutWords(pulled.cutTexts)}.`);
		} else
			empty.push(
				`${file.path} has no Macs${pulled.otherDevices > 0 ? `, and ${counted(pulled.otherDevices, 'other device')}` : ''}`,
			);
	}
	tellFailed(failed, files.length > 0 || empty.length > 0);
	if (files.length === 0) throw new Failure('no-macs', `${empty.join('; ')}: there is nothing to report`);
	for (const line of empty) tell(`${line}.`);
	return { files, failed };
}

export function cutWords(cutTexts: number): string {
	return `${counted(cutTexts, 'text')} of more than ${grouped(pullLimits.textCharacters)} characters cut`;
}

export function tellFailed(failed: readonly FailedPull[], isPart: boolean): void {
	const lines = failed.map(({ source, reason }) => `${source}: ${reason}.`);
	if (!isPart && lines.length > 0)
		throw new Failure('incomplete-pull', `${lines.join(' ')} Nothing of it is reported.`);
	for (const line of lines) tell(`${line} Nothing of it is in the result.`);
}

/** The whole inventory of a connection, or the reason why it is incomplete. */
export function pullConnection(
	connection: Connection,
	keep: readonly string[],
	lateRank?: PullOptions['lateRank'],
): Promise<Pulled | FailedPull> {
	return pulling(connection, (options) =>
		pullInventory(connection, { ...options, keep, ...(lateRank && { lateRank }) }),
	);
}

/** Pulls with a progress bar on a terminal; returns the reason instead if the list is incomplete. */
export async function pulling<T>(
	connection: Connection,
	work: (options: PullOptions) => Promise<T>,
): Promise<T | FailedPull> {
	const bar = progressBar();
	const source = `@${connection.name}`;
	try {
		return await wholeOrFailed(
			connection,
			work({
				onProgress: (rows, total) =>
					bar.show(
						total === null ? null : rows / Math.max(1, total),
						`${source}: ${total === null ? groupedCount(rows, 'row') : `${grouped(rows)} of ${groupedCount(total, 'row')}`}`,
					),
				onWait: (seconds, why) => bar.show(null, `${source}: ${why}, waiting ${seconds} s`),
			}),
		);
	} finally {
		bar.clear();
	}
}

/** The connections of --connections, or of the file that CONNECTIONS names. */
export async function connectionsOf({
	options,
	settings,
	env,
}: ConnectionsCall): Promise<ReadonlyMap<string, Connection>> {
	const file = options.connections ?? settings.connectionsFile;
	if (file === null)
		throw new Failure(
			'no-connections',
			'no connections: set CONNECTIONS to the path of a connections file, or pass --connections FILE (see "pointrelease manual connections")',
		);
	return readConnections(file, env);
}
