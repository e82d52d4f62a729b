import { afterEach, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sized } from '../../../test/size.ts';
import { dying } from '../../../test/watch/dying-database.ts';
import {
	day,
	heads,
	macs,
	noon,
	ops,
	removeScenes,
	type Scene,
	scene,
} from '../../../test/watch/round-scene.ts';
import { openHistory } from '../../history/open-history.ts';
import { Secret } from '../../pull/secret.ts';
import { acceptInventory } from '../state/inventories.ts';
import { readMessages } from '../state/messages.ts';
import { lastRound, unfinishedRound } from '../state/rounds.ts';
import { readSources } from '../state/sources.ts';
import { readStatus } from '../status.ts';
import type { Parts } from './parts.ts';
import { finishRound, startRound } from './round.ts';

afterEach(removeScenes);

/** A third of the time of a round is for the files of MDMs and auditors. */
const unwritten = { enforce: null, evidence: null };

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
	const watch = await scene(unwritten);
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
	// Every sixth statement in the usual run; a round has about twenty.
	const step = 6 / sized(1, 6);
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
		// Killed before its record, a round was never begun. Killed after its last record, it had ended.
		const hadEnded = ((await lastRound(watch.parts.database))?.ended ?? null) !== null;
		await watch.round();
		const [, ...round] = expected.round;
		expect({ number, ...(await result(watch)) }).toEqual({
			number,
			...expected,
			round: [hadEnded ? 2 : 1, ...round],
		});
		await watch.close();
	}
	expect(kills).toBeGreaterThan(15 / step);
});

test('a round without a new inventory is not whole, and after some days it says so', async () => {
	const watch = await scene(unwritten);
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
	const watch = await scene(unwritten);
	watch.export('old.csv', macs, noon - 5 * day);
	expect(await watch.round()).toMatchObject({ whole: false, macs: 3, problems: [] });
	await watch.close();
});

test('if one of two inventories cannot be read, it is left out with the reason', async () => {
	const watch = await scene(unwritten);
	const broken = join(watch.folder, 'broken.csv');
	writeFileSync(broken, 'nothing,that\nlooks,like a Mac\n');
	watch.export('monday.csv', macs);
	const { inventories } = watch.parts.file;
	const file = {
		...watch.parts.file,
		inventories: [...inventories, { name: 'broken.csv', connection: null, path: broken }],
	};
	const parts = { ...watch.parts, file };
	const round = async () => finishRound(parts, await startRound(parts, 'due'), { paused: [] });
	expect(await round()).toMatchObject({ whole: false, macs: 3 });
	const trouble = async () =>
		(await readMessages(parts.database)).filter(({ kind }) => kind === 'trouble').map(({ title }) => title);
	expect(await trouble()).toEqual(['The newest inventory from broken.csv cannot be read']);
	const problem = async () => (await readStatus(parts.database, file, noon)).inventories[1]!.problem;
	const words = 'broken.csv: no column with the model or board ID of a Mac was found';
	expect(await problem()).toBe(words);
	const [{ message }] = (await parts.database.rows<{ message: string }>(
		"SELECT message FROM watch_messages WHERE kind = 'trouble'",
	)) as [{ message: string }];
	// In a file without a head, the columns are the cells of a Mac.
	expect(JSON.parse(message).sentences[0]).toBe(`${words}.`);
	expect(message).not.toContain('nothing');
	// It is told once, and tried again.
	await round();
	expect(await trouble()).toHaveLength(1);
	writeFileSync(broken, `${heads}\n${macs[0].join(',').replace('C02AAAAAAAA1', 'C02AAAAAAAB1')}`);
	expect(await round()).toMatchObject({ macs: 4 });
	expect(await problem()).toBeNull();
	await watch.close();
});

test('the newest file of a folder that cannot be read is named', async () => {
	const watch = await scene(unwritten);
	const problem = async () => {
		await watch.round();
		return (await readStatus(watch.parts.database, watch.parts.file, noon)).inventories[0]!.problem;
	};
	watch.export('monday.csv', []);
	expect(await problem()).toBe(
		'exports/monday.csv: the file holds no rows: choose an export with at least one Mac',
	);
	writeFileSync(join(watch.folder, 'exports/tuesday.csv'), 'nothing,that\nlooks,like a Mac\n');
	utimesSync(join(watch.folder, 'exports/tuesday.csv'), noon / 1000, noon / 1000);
	expect(await problem()).toBe(
		'exports/tuesday.csv: no column with the model or board ID of a Mac was found',
	);
	await watch.close();
});

test('a stop while an inventory is read ends the round at once, and blames no file: the next start goes on', async () => {
	const watch = await scene(unwritten);
	const long = Array.from({ length: 2000 }, (_, at) => [
		'x'.repeat(9000),
		`C02BBB${1000 + at}`,
		...macs[0].slice(2),
	]);
	watch.export('monday.csv', long);
	for (const step of ['remember', 'judge'] as const) {
		const stop = new AbortController();
		const parts: Parts = {
			...watch.parts,
			signal: stop.signal,
			catalog: () => {
				setTimeout(() => stop.abort());
				return watch.parts.catalog();
			},
		};
		const begun = (await unfinishedRound(parts.database)) ?? (await startRound(parts, 'due'));
		await expect(finishRound(parts, begun, { paused: [] })).rejects.toThrow('aborted');
		expect(await lastRound(parts.database)).toMatchObject({ number: 1, step, ended: null });
		expect((await readStatus(parts.database, parts.file, noon)).inventories[0]!.problem).toBeNull();
		if (step === 'remember')
			await parts.database.rows("UPDATE watch_rounds SET step = 'judge' WHERE number = 1");
	}
	expect(await watch.round()).toMatchObject({ number: 1, macs: 2000 });
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
	const watch = await scene(unwritten);
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
	const watch = await scene(unwritten);
	watch.export('monday.csv', macs);
	await watch.round();
	watch.export('tuesday.csv', macs.slice(0, 1), noon + 60_000);
	expect(await watch.round('news')).toMatchObject({ macs: 3 });
	expect((await readSources(watch.parts.database)).get('exports')?.file).toEndWith('monday.csv');
	await watch.close();
});

const fleetOf = (count: number, contact = '2026-11-18') =>
	Array.from({ length: count }, (_, at) => [
		`mac-${at}`,
		`C02BBBBBB${100 + at}`,
		'MacBookPro18,3',
		'26.0',
		contact,
	]);
const troubles = async (watch: Scene) =>
	(await readMessages(watch.parts.database)).filter(({ kind }) => kind === 'trouble');

test('an inventory that lost most of its Macs is partial: files, evidence and heartbeat wait until it is accepted', async () => {
	const beats: string[] = [];
	const receiver = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		fetch: ({ url }) => new Response(String(beats.push(url))),
	});
	const watch = await scene({
		heartbeat: new Secret(`${receiver.url}beat`),
		channels: [{ ...ops, names: true }],
	});
	try {
		watch.export('monday.csv', fleetOf(40));
		expect(await watch.round()).toMatchObject({ whole: true, macs: 40 });
		for (const name of ['enforce', 'evidence']) rmSync(join(watch.folder, name), { recursive: true });
		const waits = () => ['enforce', 'evidence'].map((name) => existsSync(join(watch.folder, name)));

		watch.at(noon + day);
		watch.export('tuesday.csv', fleetOf(3));
		expect(await watch.round()).toEqual({ number: 2, whole: false, macs: 3, problems: [] });
		expect([waits(), beats.length]).toEqual([[false, false], 1]);
		const [trouble] = await troubles(watch);
		expect(trouble).toMatchObject({
			subject: 'partial:exports:half:2026-11-19',
			title: 'exports lists 3 of 40 Macs of yesterday',
		});
		const [{ message } = { message: '' }] = await watch.parts.database.rows<{ message: string }>(
			"SELECT message FROM watch_messages WHERE kind = 'trouble'",
		);
		const { sentences, list, footer } = JSON.parse(message);
		expect(sentences).toEqual([
			'The newest inventory from exports has 3 of 40 Macs of yesterday; 37 are gone. A role or token that sees fewer Macs, a filter and an export of one site look like this.',
			'Until they are back, these wait: enforcement files, evidence, the heartbeat.',
			'If these are all the Macs that exports should list, run "pointrelease watch --accept-inventory exports".',
			'The inventory of exports has 3 of 40 Macs of yesterday, so counts are too low.',
		]);
		expect(list).toHaveLength(37);
		expect(list).toContain('mac-39');
		expect(footer).toStartWith('exports: 3 of 40 Macs of yesterday, taken 19 November 2026');
		const { summary } = JSON.parse(readFileSync(join(watch.folder, 'reports/fleet.json'), 'utf8'));
		expect(summary).toMatchObject({
			incomplete: true,
			partial: [{ source: 'exports', macs: 3, of: 40 }],
		});

		// The same list again agrees only with itself. It is told again after a week.
		watch.at(noon + 2 * day);
		watch.export('wednesday.csv', fleetOf(3, '2026-11-20'));
		expect(await watch.round()).toMatchObject({ whole: false });
		expect(await troubles(watch)).toHaveLength(1);
		watch.at(noon + 8 * day);
		watch.export('next.csv', fleetOf(3, '2026-11-26'));
		await watch.round();
		expect((await troubles(watch)).map(({ subject }) => subject)).toEqual([
			'partial:exports:half:2026-11-19',
			'partial:exports:half:2026-11-19:week-2',
		]);
		expect([waits(), beats.length]).toEqual([[false, false], 1]);

		await acceptInventory(watch.parts.database, 'exports', noon + 8 * day);
		expect(await watch.round('news')).toMatchObject({ whole: true, macs: 3 });
		expect([waits(), beats.length]).toEqual([[true, true], 2]);
		expect(acceptInventory(watch.parts.database, 'exports', noon)).rejects.toThrow(
			'exports is not partial: there is nothing to accept',
		);
	} finally {
		await watch.close();
		await receiver.stop(true);
	}
});

test('a partial inventory that goes on to lose half of its Macs is told at once', async () => {
	const watch = await scene(unwritten);
	for (const [index, count] of [40, 33, 32, 20, 3].entries()) {
		watch.at(noon + (index * day) / 24);
		watch.export(`${index}.csv`, fleetOf(count), noon + (index * day) / 24);
		await watch.round();
	}
	expect((await troubles(watch)).map(({ title }) => title)).toEqual([
		'exports lists 33 of 40 Macs of earlier today',
		'exports lists 20 of 40 Macs of earlier today',
	]);
	await watch.close();
});

test('a partial inventory ends by itself when the Macs are back, and the evidence of all months that waited is written', async () => {
	const watch = await scene();
	watch.export('monday.csv', fleetOf(40));
	await watch.round();
	rmSync(join(watch.folder, 'evidence'), { recursive: true });
	for (const [name, at, count, contact] of [
		['b.csv', noon + day, 3, '2026-11-19'],
		['c.csv', noon + 20 * day, 3, '2026-12-08'],
		['d.csv', noon + 50 * day, 38, '2027-01-07'],
	] as const) {
		watch.at(at);
		watch.export(name, fleetOf(count, contact));
		expect(await watch.round()).toMatchObject({ whole: count === 38 });
	}
	expect(readdirSync(join(watch.folder, 'evidence')).sort()).toEqual(['2026-10', '2026-11', '2026-12']);
	await watch.close();
});

test('an inventory is as old as the contacts of its Macs, however new its file is', async () => {
	const watch = await scene();
	watch.export('copied.csv', [...fleetOf(20, '2026-09-20'), ...macs]);
	expect(await watch.round()).toMatchObject({ whole: false, macs: 23, problems: [] });
	expect(await troubles(watch)).toMatchObject([
		{
			subject: 'unseen:exports:2026-11-18',
			title: 'exports: 3 of 23 Macs were seen in the last 3 days',
		},
	]);
	const messages = await watch.parts.database.rows<{ kind: string; message: string }>(
		"SELECT kind, message FROM watch_messages WHERE kind = 'overdue'",
	);
	const { sentences, footer, data } = JSON.parse(messages[0]!.message);
	expect(sentences).toContain('20 of them were last seen more than 30 days ago.');
	expect(data.stale).toBe(20);
	expect(footer).toStartWith('exports: 23 Macs, 3 of 23 Macs were seen in the last 3 days, taken');
	// Files and evidence do not wait: nobody is missing.
	expect((await result(watch)).files).toContain('enforce/ddm/groups.json');

	watch.at(noon + 7 * day);
	watch.export('copied.csv', [...fleetOf(20, '2026-09-20'), ...macs]);
	await watch.round();
	expect((await troubles(watch)).map(({ subject }) => subject)).toEqual([
		'unseen:exports:2026-11-18',
		'unseen:exports:2026-11-18:week-2',
	]);
	watch.export('new.csv', fleetOf(23, '2026-11-25'));
	expect(await watch.round()).toMatchObject({ whole: true });
	await watch.close();
});

test('a Mac that reported today by UTC was seen, also where the day of the watch has not begun', async () => {
	const watch = await scene({ ...unwritten, timeZone: 'America/Los_Angeles' });
	watch.at(Date.parse('2026-11-18T03:00:00Z'));
	watch.export('monday.csv', fleetOf(4));
	expect(await watch.round()).toMatchObject({ whole: true });
	expect(await troubles(watch)).toEqual([]);
	await watch.close();
});

test('what is recorded of the Macs of an inventory goes with its name in the watch file', async () => {
	const watch = await scene(unwritten);
	watch.export('monday.csv', macs);
	await watch.round();
	const names = async () =>
		(await watch.parts.database.rows<{ name: string }>('SELECT name FROM watch_notes ORDER BY name')).map(
			({ name }) => name,
		);
	expect(await names()).toEqual(expect.arrayContaining(['inventory:exports', 'macs:exports']));
	const [source] = watch.parts.file.inventories;
	const file = { ...watch.parts.file, inventories: [{ ...source!, name: 'other' }] };
	const parts = { ...watch.parts, file };
	await finishRound(parts, await startRound(parts, 'due'), { paused: [] });
	expect((await names()).filter((name) => name.includes(':exports'))).toEqual([]);
	await watch.close();
});
