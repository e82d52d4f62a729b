import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usualLateLimits } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { builtInPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { silentLog } from '../../src/process/log.ts';
import { readSettings } from '../../src/settings/settings.ts';
import type { ChannelEntry, ChannelKind } from '../../src/watch/channels/channel-kind.ts';
import { noticeKinds } from '../../src/watch/message.ts';
import type { Parts } from '../../src/watch/round/parts.ts';
import { finishRound, startRound } from '../../src/watch/round/round.ts';
import { writeNote } from '../../src/watch/state/notes.ts';
import { type Cause, type RoundRecord, unfinishedRound } from '../../src/watch/state/rounds.ts';
import type { WatchFile } from '../../src/watch/watch-file.ts';
import { shipped as catalog } from '../shipped-data.ts';
import { inWorld } from '../world.ts';

const settings = readSettings({ ...inWorld, FEEDS: 'off' });
export const noon = Date.parse('2026-11-18T12:00:00Z');
export const day = 86_400_000;
const folders: string[] = [];
/** Removes the folders of all scenes. */
export function removeScenes(): void {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
}

/** A channel that sends nothing: the tests look at what is queued for it. */
export const ops: ChannelEntry = {
	name: 'ops',
	tell: noticeKinds,
	policy: null,
	group: null,
	groupBy: null,
	names: false,
	kind: { name: 'test' } as ChannelKind,
	texts: {},
	secrets: {},
	authority: null,
};

export interface Scene {
	readonly folder: string;
	readonly parts: Parts;
	/** Goes on with the interrupted round, or makes a new one. */
	round(cause?: Cause): ReturnType<typeof finishRound>;
	/** The same with other parts. */
	roundOf(parts: Parts): (cause?: Cause) => ReturnType<typeof finishRound>;
	at(milliseconds: number): void;
	export(name: string, rows: readonly (readonly string[])[], takenAt?: number): void;
	close(): Promise<void>;
}

export const heads = 'Computer Name,Serial Number,Model Identifier,Operating System Version,Last Check-in';
export const macs = [
	['ada', 'C02AAAAAAAA1', 'MacBookPro18,3', '26.0', '2026-11-18'],
	['bob', 'C02AAAAAAAA2', 'MacBookAir10,1', '15.3', '2026-11-17'],
	['cem', 'C02AAAAAAAA3', 'iMac19,1', '15.0', '2026-11-18'],
] as const;

/**
 * A round collects garbage between its steps, for large fleets. With a few Macs and the heap of all tests of a process, that
 * would be most of its time.
 */
async function withoutCollections<T>(work: () => Promise<T>): Promise<T> {
	const { gc } = Bun;
	Bun.gc = () => 0;
	try {
		return await work();
	} finally {
		Bun.gc = gc;
	}
}

export async function scene(
	more: Partial<WatchFile> = {},
	wrap = (database: Database) => database,
): Promise<Scene> {
	const folder = mkdtempSync(join(tmpdir(), 'watch-round-'));
	folders.push(folder);
	mkdirSync(join(folder, 'exports'));
	let now = noon;
	const roundSettings = { ...settings, stateFolder: join(folder, 'state') };
	const opened = await openDatabase(roundSettings, { make: true });
	await writeNote(opened, 'since', String(noon - 60 * day));
	const database = wrap(opened);
	const file: WatchFile = {
		path: join(folder, 'watch.json'),
		inventories: [{ name: 'exports', connection: null, path: join(folder, 'exports') }],
		every: day,
		lateDays: 3,
		lateLimits: usualLateLimits,
		owned: null,
		keep: [],
		policyName: 'latest',
		policies: builtInPolicies,
		framework: frameworks.get('cyber-essentials-3.3')!,
		unranked: null,
		exceptions: null,
		timeZone: 'Europe/Berlin',
		channels: [ops],
		reports: join(folder, 'reports'),
		enforce: { folder: join(folder, 'enforce'), formats: ['ddm'], options: {}, access: {} },
		evidence: { folder: join(folder, 'evidence'), key: null, by: null, pseudonymous: false },
		heartbeat: null,
		keepDays: 30,
		history: join(folder, 'history.db'),
		page: null,
		...more,
	};
	const parts: Parts = {
		file,
		database,
		settings: roundSettings,
		log: silentLog,
		catalog: () => catalog,
		now: () => now,
		feeds: () => ({ stale: false, frozen: false, feeds: [] }) as unknown as ReturnType<Parts['feeds']>,
		template: async () => '<html>{{report}}</html>',
		signal: new AbortController().signal,
	};
	const roundOf =
		(parts: Parts) =>
		async (cause: Cause = 'due') => {
			const openRound: RoundRecord | null = await unfinishedRound(opened);
			const begun = openRound ?? (await startRound(parts, cause));
			return withoutCollections(() => finishRound(parts, begun, { paused: [] }));
		};
	return {
		folder,
		parts,
		roundOf,
		round: roundOf(parts),
		at: (milliseconds) => {
			now = milliseconds;
		},
		export(name, rows, takenAt = now) {
			const path = join(folder, 'exports', name);
			writeFileSync(path, [heads, ...rows.map((row) => row.map((cell) => `"${cell}"`).join(','))].join('\n'));
			utimesSync(path, takenAt / 1000, takenAt / 1000);
		},
		close: () => opened.close(),
	};
}
