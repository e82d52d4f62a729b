import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dayNumber, dayTextAt } from '@pointrelease/core/src/text/day.ts';
import { silentLog } from '../../../src/process/log.ts';
import { openDeliverer } from '../../../src/watch/outbox/deliver-messages.ts';
import { PausedChannels } from '../../../src/watch/outbox/paused-channels.ts';
import type { Parts } from '../../../src/watch/round/parts.ts';
import { finishRound, startRound } from '../../../src/watch/round/round.ts';
import { dueCause } from '../../../src/watch/schedule.ts';
import { readNote } from '../../../src/watch/state/notes.ts';
import { lastPull, lastRound } from '../../../src/watch/state/rounds.ts';
import { readWatchFile } from '../../../src/watch/watch-file.ts';
import { FakeMdm } from '../../../test/pull/fake-mdm.ts';
import { connectionsFile, makeFolder } from '../../../test/pull/pull-fakes.ts';
import { first, last } from '../draws.ts';
import type { Event } from '../history.ts';
import { type Moment, replay } from '../run.ts';
import { today } from '../today.ts';
import { type LivedMac, listed, livedMacs, releaseOn } from './fleets.ts';
import { type InventoriedMac, type Received, WatchTally } from './watch-score.ts';

const services = ['jamf-pro', 'intune', 'iru'];
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/**
 * Replays the history for a watch over three management services, with the real rounds and outbox, a webhook, and a
 * clock that follows the history.
 */
export async function replayWatch(
	history: readonly Event[],
	seed: number,
	macs: number,
): Promise<WatchTally> {
	const { folder, remove } = makeFolder();
	const fleets = services.map((_, at) => livedMacs(today.catalog, seed + at, macs, first!, last!));
	const fakes = services.map((kind) => new FakeMdm(kind, []));
	const received: Received[] = [];
	let clock = 0;
	const receiver = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		fetch: async (request) => {
			const { type, data } = (await request.json()) as { type: string; data: Record<string, unknown> };
			received.push({ at: clock, kind: type.replace('watch.', ''), data });
			return new Response(null, { status: 204 });
		},
	});
	const path = join(folder, 'watch.json');
	writeWatchFile(path, folder, fakes, `http://127.0.0.1:${receiver.port}/`);
	const tally = new WatchTally(today.catalog, history, received);
	let inventory: readonly InventoriedMac[] = [];
	let parts: Parts | null = null;
	const take = (time: number) => {
		inventory = fleets.flatMap((fleet, at) => {
			const running = runningOn(fleet, time);
			fakes[at]!.reset(running.map(({ mac, release }) => listed(mac, release, time)));
			return running.map(({ mac, release }) => ({ board: mac.board, version: release.version }));
		});
	};
	try {
		await replay(
			{
				name: 'watch',
				data: first!,
				from: first!,
				until: last!,
				async each(moment) {
					clock = moment.time;
					parts ??= await partsOf(moment, path, () => clock);
					parts = { ...parts, catalog: moment.catalog };
					if (await round(parts, take)) tally.judged(clock, inventory, moment.catalog());
				},
			},
			history,
		);
		return tally;
	} finally {
		await Promise.all([...fakes.map((fake) => fake.stop()), receiver.stop(true)]);
		remove();
	}
}

function writeWatchFile(path: string, folder: string, fakes: readonly FakeMdm[], url: string): void {
	const named = services.map((kind, at) => [kind, { kind, fake: fakes[at]! }] as const);
	const content = {
		inventories: services.map((kind) => `@${kind}`),
		connections: connectionsFile(folder, Object.fromEntries(named)),
		policy: 'n-1',
		history: join(folder, 'fleet.history'),
		channels: {
			ops: {
				kind: 'webhook',
				url,
				secret,
				names: false,
				tell: ['release', 'exploited', 'overdue', 'ending', 'correction', 'trouble'],
			},
		},
	};
	writeFileSync(path, JSON.stringify(content), { mode: 0o600 });
}

function runningOn(fleet: readonly LivedMac[], time: number) {
	const day = dayNumber(dayTextAt(time));
	return fleet.flatMap((mac) => {
		const release = releaseOn(mac, day);
		return release ? [{ mac, release }] : [];
	});
}

async function partsOf(
	{ settings, database, status, catalog }: Moment,
	path: string,
	now: () => number,
): Promise<Parts> {
	const watched = { ...settings, watchFile: path };
	return {
		settings: watched,
		database,
		catalog,
		now,
		log: silentLog,
		feeds: status,
		file: await readWatchFile({ settings: watched, env: {} }),
		template: async () => '',
		signal: new AbortController().signal,
	};
}

/** Makes the round that is due, if any, and delivers its messages. */
async function round(parts: Parts, take: (time: number) => void): Promise<boolean> {
	const { database, file, now } = parts;
	const cause = dueCause(
		{
			every: file.every,
			last: await lastRound(database),
			lastPull: await lastPull(database),
			hasFailed: false,
			hasNews: parts.catalog().dataVersion !== (await readNote(database, 'data')),
		},
		now(),
	);
	if (!cause) return false;
	if (cause === 'due') take(now());
	const paused = new PausedChannels(database, silentLog, now);
	await finishRound(parts, await startRound(parts, cause), paused);
	const deliverer = openDeliverer(parts, paused, '');
	await deliverer.deliverDue();
	await deliverer.close();
	return true;
}
