import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { millisecondsOfDay } from '@pointrelease/core/src/text/day.ts';
import { lateRanks } from '../../fleet/judging/late-rank.ts';
import type { OwnedMac } from '../../fleet/report/owned.ts';
import { namesIn, removeDrafts, replaceFile } from '../../process/draft-file.ts';
import { Failure, fileTrouble, reasonOf } from '../../process/failure.ts';
import type { Connection } from '../../pull/kind.ts';
import { pullInventory, pullOwned, wholeOrFailed } from '../../pull/pull.ts';
import type { Settings } from '../../settings/settings.ts';
import { dayIn } from '../local-day.ts';
import type { WatchPlan } from '../state/plan.ts';
import type { RoundRecord } from '../state/rounds.ts';
import { readSources, type SourceRecord, writeSource } from '../state/sources.ts';
import { policyOn, type Source } from '../watch-file.ts';
import type { Parts } from './parts.ts';

/** Where pulled inventories are stored. */
function pulledFolder({ stateFolder }: Pick<Settings, 'stateFolder'>): string {
	return join(stateFolder, 'watch', 'pulled');
}

/** The name under which the list of owned Macs is recorded: the same connection may be an inventory, too. */
export function ownedName({ name }: Source): string {
	return `owned ${name}`;
}

/**
 * Gets the newest inventory of every source. Each is recorded by itself, so that after a crash the round goes on with the
 * next source. A source that fails keeps its earlier inventory, with the reason.
 */
export async function pullInventories(parts: Parts, round: RoundRecord): Promise<void> {
	const { file, database, settings } = parts;
	removeDrafts(pulledFolder(settings));
	const records = await readSources(database);
	const all = [
		...file.inventories.map((source) => [source.name, source] as const),
		...(file.owned ? [[ownedName(file.owned), file.owned] as const] : []),
	];
	for (const [name, source] of all) {
		const before = records.get(name);
		if (before?.round === round.number) continue;
		parts.signal.throwIfAborted();
		const got = await take(parts, name, source);
		if ('problem' in got) parts.log.warn('inventory not taken', { source: name, problem: got.problem });
		const newest = 'problem' in got ? { taken: before?.taken ?? null, file: before?.file ?? null } : got;
		await writeSource(database, {
			name,
			round: round.number,
			tried: parts.now(),
			remembered: before?.remembered ?? null,
			problem: null,
			...newest,
			...got,
		});
	}
	forgetOld(parts, await readSources(database));
}

type NewInventory = Pick<SourceRecord, 'taken' | 'file'> | { readonly problem: string };

async function take(parts: Parts, name: string, source: Source): Promise<NewInventory> {
	try {
		if (source.connection === null) return takeFile(source);
		const pieces =
			name === source.name
				? await pulledLines(parts, source.connection)
				: await pulledOwned(parts, source.connection);
		const now = parts.now();
		const path = join(pulledFolder(parts.settings), pulledName(name, now));
		replaceFile(path, pieces);
		return { taken: now, file: path };
	} catch (thrown) {
		// The process stops: the round goes on with this source at the next start.
		parts.signal.throwIfAborted();
		if (thrown instanceof Failure) return { problem: thrown.message };
		throw thrown;
	}
}

async function pulledLines(parts: Parts, connection: Connection): Promise<readonly Uint8Array[]> {
	const { signal, file, log } = parts;
	const policy = policyOn(file, dayIn(file.timeZone, parts.now()));
	const asksWhy = connection.why && policy.isStated;
	const pulled = await wholeOrFailed(
		connection,
		pullInventory(connection, {
			signal,
			keep: file.keep,
			...(asksWhy && { lateRank: lateRanks(parts.catalog(), policy) }),
		}),
	);
	if ('reason' in pulled) throw new Failure('incomplete-pull', pulled.reason);
	// A service that has lost its Macs, or a role that no longer sees them, must not look like a fleet in order.
	if (pulled.macs === 0) throw new Failure('no-macs', 'the service lists no Macs');
	if (pulled.cutTexts > 0) log.warn('long texts cut', { source: connection.name, texts: pulled.cutTexts });
	for (const note of pulled.notes) log.warn('inventory in part', { source: connection.name, note });
	return pulled.lines;
}

async function pulledOwned({ signal }: Parts, connection: Connection): Promise<readonly string[]> {
	const owned = await wholeOrFailed(connection, pullOwned(connection, { signal }));
	if ('reason' in owned) throw new Failure('incomplete-pull', owned.reason);
	return [JSON.stringify(owned satisfies readonly OwnedMac[])];
}

/** `jamf-1a2b3c-20261118T180211123Z.ndjson`: sorted by name, the files of a source are in the order of time. */
function pulledName(name: string, now: number): string {
	return `${pulledStart(name)}${new Date(now).toISOString().replace(/[-:.]/g, '')}.ndjson`;
}

/** The digest distinguishes sources whose names differ only in punctuation. */
function pulledStart(name: string): string {
	const digest = createHash('sha256').update(name).digest('hex').slice(0, 6);
	return `${name.replace(/[^\w.-]+/g, '')}-${digest}-`;
}

/** The file of a source, or the newest file of its folder. It is not copied. */
export function takeFile({ name, path }: Source): NewInventory {
	try {
		const status = statSync(path);
		const newest = status.isDirectory() ? newestIn(path) : path;
		if (newest === null) return { problem: `${name} has no file` };
		return { taken: Math.floor(statSync(newest).mtimeMs), file: newest };
	} catch (thrown) {
		return { problem: `${name} cannot be read (${fileTrouble(thrown)})` };
	}
}

/** The newest export of a folder; of several with the same time, the last by name. Drafts are left out. */
function newestIn(folder: string): string | null {
	const files = readdirSync(folder)
		.filter((name) => !/^\.|~$|\.(?:part|tmp|crdownload)$/i.test(name))
		.map((name) => ({ name, status: statSync(join(folder, name), { throwIfNoEntry: false }) }))
		.flatMap(({ name, status }) => (status?.isFile() ? [{ name, time: status.mtimeMs }] : []))
		.toSorted((a, b) => b.time - a.time || (a.name < b.name ? 1 : -1));
	return files[0] ? join(folder, files[0].name) : null;
}

/** Removes pulled inventories after `keep_days`, and never the newest of a source. */
function forgetOld({ file, settings, now, log }: Parts, records: ReadonlyMap<string, SourceRecord>): void {
	const folder = pulledFolder(settings);
	const inUse = new Set([...records.values()].map((record) => record.file));
	const before = now() - file.keepDays * millisecondsOfDay;
	try {
		for (const name of namesIn(folder)) {
			const path = join(folder, name);
			if (!inUse.has(path) && statSync(path).mtimeMs < before) rmSync(path);
		}
	} catch (thrown) {
		log.warn('old inventories not removed', { folder, reason: reasonOf(thrown) });
	}
}

/** The sources that the file names now, with what is recorded of each. */
export function recordsOf(
	{ inventories }: Pick<WatchPlan, 'inventories'>,
	records: ReadonlyMap<string, SourceRecord>,
): SourceRecord[] {
	return inventories.map(
		({ name }) =>
			records.get(name) ?? {
				name,
				round: 0,
				tried: 0,
				taken: null,
				file: null,
				remembered: null,
				problem: null,
			},
	);
}
