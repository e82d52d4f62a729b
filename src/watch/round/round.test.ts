import { afterEach, expect, test } from 'bun:test';
import {
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sized } from '../../../test/size.ts';
import { dying } from '../../../test/watch/dying-database.ts';
import { frameworks } from '../../advice/policy/frameworks.ts';
import { builtInPolicies } from '../../advice/policy/policies-file.ts';
import { loadCatalog } from '../../catalog/load.ts';
import type { Database } from '../../database/database.ts';
import { openDatabase } from '../../database/open.ts';
import { openHistory } from '../../history/open-history.ts';
import { silentLog } from '../../process/log.ts';
import { readSettings } from '../../settings/settings.ts';
import type { ChannelEntry, ChannelKind } from '../channels/channel-kind.ts';
import { noticeKinds } from '../message.ts';
import { readMessages } from '../state/messages.ts';
import { writeNote } from '../state/notes.ts';
import { type Cause, lastRound, type RoundRecord, unfinishedRound } from '../state/rounds.ts';
import { readSources } from '../state/sources.ts';
import type { WatchFile } from '../watch-file.ts';
import type { Parts } from './parts.ts';
import { finishRound, startRound } from './round.ts';

const settings = readSettings({ FEEDS: 'off' });
const catalog = loadCatalog(settings.dataFolder);
const noon = Date.parse('2026-11-18T12:00:00Z');
const day = 86_400_000;
const folders: string[] = [];
afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A channel that sends nothing: the tests look at what is queued for it. */
const ops: ChannelEntry = {
	name: 'ops',
	tell: noticeKinds,
	policy: null,
	group: null,
	names: false,
	kind: { name: 'test' } as ChannelKind,
	texts: {},
	secrets: {},
	authority: null,
};

interface Scene {
	readonly folder: string;
	readonly parts: Parts;
	/** Goes on with the interrupted round, or makes a new one. */
	round(cause?: Cause): ReturnType<typeof finishRound>;
	at(milliseconds: number): void;
	export(name: string, rows: readonly (readonly string[])[], takenAt?: number): void;
	close(): Promise<void>;
}

const heads = 'Computer Name,Serial Number,Model Identifier,Operating System Version,Last Check-in';
const macs = [
	['ada', 'C02AAAAAAAA1', 'MacBookPro18,3', '26.0', '2026-11-18'],
	['bob', 'C02AAAAAAAA2', 'MacBookAir10,1', '15.3', '2026-11-17'],
	['cem', 'C02AAAAAAAA3', 'iMac19,1', '15.0', '2026-11-18'],
] as const;

async function scene(more: Partial<WatchFile> = {}, wrap = (database: Database) => database): Promise<Scene> {
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
		enforce: { folder: join(folder, 'enforce'), formats: ['ddm'], options: {} },
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
	const round = async (cause: Cause = 'due') => {
		const openRound: RoundRecord | null = await unfinishedRound(opened);
		return finishRound(parts, openRound ?? (await startRound(parts, cause)), { paused: [] });
	};
	return {
		folder,
		parts,
		round,
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

async function queued({ parts }: Scene): Promise<string[]> {
	return (await readMessages(parts.database)).map(
		({ channel, kind, subject }) => `${channel} ${kind} ${subject}`,
	);
}

/** Everything that a round stores and writes, without moments and random names. */
async function result(scene: Scene) {
	const { folder, parts } = scene;
	const files = readdirSync(folder, { recursive: true })
		.map(String)
		.filter((name) => !name.startsWith('state'))
		.sort();
	const history = openHistory(parts.file.history, false);
	const sightings = history.rows('SELECT * FROM sightings');
	const imports = history.imports().length;
	history.close();
	const outbox = await parts.database.rows('SELECT subject_kind, occasion FROM outbox');
	const reports = ['fleet.csv', 'fleet.json'].map((name) =>
		readFileSync(join(folder, 'reports', name), 'utf8'),
	);
	const last = await lastRound(parts.database);
	return {
		files,
		sightings,
		imports,
		reports,
		queued: (await queued(scene)).sort(),
		outbox: outbox.length,
		round: [last?.number, last?.step, last?.whole, last?.counts],
	};
}

test('a round remembers, judges, writes and tells, and the next one repeats nothing', async () => {
	const watch = await scene();
	watch.export('monday.csv', macs);
	expect(await watch.round()).toEqual({ number: 1, whole: true, macs: 3, problems: [] });
	const first = await queued(watch);
	expect(first.some((line) => line.startsWith('ops release release:'))).toBe(true);
	const { files, imports } = await result(watch);
	expect(imports).toBe(1);
	expect(files).toContain('evidence/2026-10/manifest.json');
	for (const name of [
		'reports/fleet.html',
		'reports/fleet.csv',
		'reports/fleet.json',
		'enforce/ddm/groups.json',
	])
		expect(files).toContain(name);
	expect(files.filter((name) => name.includes('.draft'))).toEqual([]);
	watch.at(noon + 3_600_000);
	expect(await watch.round()).toMatchObject({ number: 2, whole: true });
	expect(await queued(watch)).toEqual(first);
	expect((await result(watch)).imports).toBe(1);
	await watch.close();
});

test('the newest export of a folder is its inventory, and each new export is remembered', async () => {
	const watch = await scene();
	watch.export('monday.csv', macs, noon - 2 * day);
	await watch.round();
	watch.export('tuesday.csv', macs.slice(0, 2), noon);
	expect(await watch.round()).toMatchObject({ macs: 2 });
	expect((await result(watch)).imports).toBe(2);
	await watch.close();
});

test('after a kill before or after any statement, the next start ends in the same state: nothing is lost or done twice', async () => {
	const whole = await scene();
	whole.export('monday.csv', macs);
	await whole.round();
	const expected = await result(whole);
	await whole.close();
	expect(expected.queued.length).toBeGreaterThan(0);
	expect(expected.outbox).toBe(expected.queued.length);
	// Every third statement in the usual run, every sixth in the quick one; a round has about twenty.
	const step = Math.ceil(6 / sized(2, 6));
	let kills = 0;
	for (let number = 0; ; number += step) {
		const moment = kills % 2 === 0 ? 'after' : 'before';
		const { wrap, killed, wasKilled } = dying(number, moment);
		const watch = await scene({}, wrap);
		watch.export('monday.csv', macs);
		const thrown = await watch.round().then(
			() => null,
			(error) => error,
		);
		if (!wasKilled()) {
			await watch.close();
			break;
		}
		kills++;
		expect([number, thrown]).toEqual([number, killed]);
		// Killed before its record, a round was never begun.
		await watch.round();
		expect({ number, ...(await result(watch)) }).toEqual({ number, ...expected });
		await watch.close();
	}
	expect(kills).toBeGreaterThan(15 / step);
});

test('a round without a new inventory is not whole, and after some days it says so', async () => {
	const watch = await scene();
	watch.export('monday.csv', macs);
	await watch.round();
	rmSync(join(watch.folder, 'exports', 'monday.csv'));
	watch.at(noon + day);
	expect(await watch.round()).toMatchObject({ whole: false, macs: 0 });
	expect(JSON.parse(readFileSync(join(watch.folder, 'reports/fleet.json'), 'utf8')).summary).toMatchObject({
		incomplete: true,
		not_pulled: ['exports'],
	});
	watch.at(noon + 4 * day);
	await watch.round();
	expect((await queued(watch)).filter((line) => line.includes('trouble'))).toEqual([
		'ops trouble inventory:exports:2026-11-18',
	]);
	// A day later it is the same trouble, which is not told again.
	watch.at(noon + 5 * day);
	await watch.round();
	expect((await queued(watch)).filter((line) => line.includes('trouble'))).toHaveLength(1);
	await watch.close();
});

test('an export that is late is not whole, however complete it is', async () => {
	const watch = await scene();
	watch.export('old.csv', macs, noon - 5 * day);
	expect(await watch.round()).toMatchObject({ whole: false, macs: 3, problems: [] });
	await watch.close();
});

test('if one of two inventories cannot be read, it is left out with the reason', async () => {
	const watch = await scene();
	const broken = join(watch.folder, 'broken.csv');
	writeFileSync(broken, 'nothing,that\nlooks,like a Mac\n');
	watch.export('monday.csv', macs);
	const { inventories } = watch.parts.file;
	const file = {
		...watch.parts.file,
		inventories: [...inventories, { name: 'b.csv', connection: null, path: broken }],
	};
	const parts = { ...watch.parts, file };
	const outcome = await finishRound(parts, await startRound(parts, 'due'), { paused: [] });
	expect(outcome).toMatchObject({ whole: false, macs: 3 });
	await watch.close();
});

test('folders that cannot be written are a problem of the round, which still sends its messages', async () => {
	const watch = await scene();
	watch.export('monday.csv', macs);
	writeFileSync(join(watch.folder, 'reports'), '');
	const outcome = await watch.round();
	expect(outcome.whole).toBe(false);
	expect(outcome.problems).toEqual([expect.stringContaining('cannot be written')]);
	expect(await queued(watch)).toContain('ops trouble round:2026-11-18');
	expect((await queued(watch)).some((line) => line.includes('release:'))).toBe(true);
	await watch.close();
});

test('a clock that jumps years ahead and back repeats nothing, and the next round is at the right time', async () => {
	const watch = await scene();
	watch.export('monday.csv', macs);
	await watch.round();
	const first = await queued(watch);
	watch.at(noon + 3650 * day);
	await watch.round();
	watch.at(noon + 3_600_000);
	expect(await watch.round()).toMatchObject({ whole: true });
	const all = await queued(watch);
	expect(all.filter((line) => first.includes(line))).toEqual(first);
	expect(new Set(all).size).toBe(all.length);
	await watch.close();
});

test('a round for news pulls nothing and judges the stored inventories', async () => {
	const watch = await scene();
	watch.export('monday.csv', macs);
	await watch.round();
	watch.export('tuesday.csv', macs.slice(0, 1), noon + 60_000);
	expect(await watch.round('news')).toMatchObject({ macs: 3 });
	expect((await readSources(watch.parts.database)).get('exports')?.file).toEndWith('monday.csv');
	await watch.close();
});
