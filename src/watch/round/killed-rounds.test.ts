import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { isFull } from '../../../test/size.ts';
import { day, noon, ops, removeScenes, type Scene, scene } from '../../../test/watch/round-scene.ts';
import type { Database } from '../../database/database.ts';
import { Secret } from '../../pull/secret.ts';
import type { ChannelEntry } from '../channels/channel-kind.ts';
import { webhook } from '../channels/webhook.ts';
import { openDeliverer } from '../outbox/deliver-messages.ts';
import { PausedChannels } from '../outbox/paused-channels.ts';
import { readMessages, takeOverDeliveries } from '../state/messages.ts';
import { lastRound } from '../state/rounds.ts';
import { readStatus } from '../status.ts';
import type { Parts } from './parts.ts';

afterEach(removeScenes);

/** What the receiver accepted: by the ID of each message, its subject and its events. */
const accepted = new Map<string, { subject: string; events: readonly Event[] }>();
let requests = 0;
let receiver: ReturnType<typeof Bun.serve>;

interface Event {
	readonly key: string;
	readonly state: 'opened' | 'closed';
}

beforeAll(() => {
	receiver = Bun.serve({
		hostname: '127.0.0.1',
		port: 0,
		async fetch(request) {
			const id = request.headers.get('webhook-id')!;
			const { data } = (await request.json()) as { data: { subject: string; events?: Event[] } };
			// Every second attempt fails: refused, or accepted with an answer that says nothing.
			const status = [204, 500, 204, 502, 429][requests++ % 5]!;
			if (status === 204 || status === 502)
				accepted.set(id, { subject: data.subject, events: data.events ?? [] });
			return new Response(null, { status });
		},
	});
});
afterAll(() => receiver.stop(true));
beforeEach(() => {
	accepted.clear();
	requests = 0;
});

const channel = (): ChannelEntry => ({
	...ops,
	name: 'tickets',
	kind: webhook,
	names: true,
	secrets: {
		url: new Secret(`http://127.0.0.1:${receiver.port}/`),
		secret: new Secret(`whsec_${Buffer.alloc(32, 7).toString('base64')}`),
	},
});

/** A database that is killed at the statement with this number: no later one is executed. */
function killedAt(number: number, moment: 'before' | 'after') {
	let count = 0;
	const wrap = (database: Database): Database => {
		const step = async <T>(work: () => Promise<T>): Promise<T> => {
			const at = count++;
			if (at > number || (at === number && moment === 'before')) throw new Error('killed');
			const done = await work();
			if (at === number) throw new Error('killed');
			return done;
		};
		return {
			...database,
			rows: (text, values) => step(() => database.rows(text, values)),
			transaction: (work) => step(() => database.transaction(work)),
		};
	};
	return { wrap, wasKilled: () => count > number };
}

const monday = [
	['ada', 'C02AAAAAAAA1', 'MacBookPro18,3', '26.0', '2026-11-18'],
	['bob', 'C02AAAAAAAA2', 'MacBookAir10,1', '15.3', '2026-11-17'],
	['cem', 'C02AAAAAAAA3', 'iMac19,1', '15.0', '2026-11-18'],
	['dan', 'C02AAAAAAAA4', 'MacBookPro18,3', '27.2', '2026-11-18'],
];
/** Ada is done, and Dan went back. */
const tuesday = monday.map(([name, serial, model, version]) => [
	name!,
	serial!,
	model!,
	name === 'ada' ? '27.2' : name === 'dan' ? '26.0' : version!,
	'2026-11-19',
]);

/** Makes the two rounds that are left, and delivers what they queue until nothing waits. */
async function work(watch: Scene, parts: Parts): Promise<void> {
	await takeOverDeliveries(parts.database);
	for (const [number, rows] of [monday, tuesday].entries()) {
		const last = await lastRound(parts.database);
		const isLeft =
			last === null || last.number <= number || (last.number === number + 1 && last.ended === null);
		if (isLeft || last.number === number + 1) watch.at(noon + number * day);
		if (isLeft) {
			watch.export(`${number}.csv`, rows);
			await watch.round();
		}
		for (let attempt = 0; attempt < 20; attempt++) {
			const paused = new PausedChannels(parts.database, parts.log, parts.now);
			await paused.load(parts.file.channels, 'mark');
			const deliverer = openDeliverer(parts, paused, 'mark');
			await deliverer.deliverDue();
			await deliverer.close();
			const messages = await readMessages(parts.database);
			if (messages.every(({ state }) => state === 'sent')) break;
			await parts.database.rows('UPDATE outbox SET due = 0 WHERE sent IS NULL', []);
		}
	}
}

/** The tickets that are open by what the receiver accepted, in the order in which it got each message first. */
function openTickets(): string[] {
	const open = new Set<string>();
	for (const { events } of accepted.values())
		for (const { key, state } of events) {
			if (state === 'opened') open.add(key);
			else open.delete(key);
		}
	return [...open].sort();
}

const subjects = () => [...accepted.values()].map(({ subject }) => subject).sort();

/** Whether the status says what the receiver has: nothing is called sent that it did not accept. */
async function expectTrueStatus({ parts }: Scene): Promise<void> {
	const messages = await readMessages(parts.database);
	for (const { id, state, subject } of messages)
		if (state === 'sent') expect([subject, accepted.has(id)]).toEqual([subject, true]);
	const status = await readStatus(parts.database, parts.file, parts.now());
	const [channelStatus] = status.channels;
	const waiting = messages.filter(({ state }) => state === 'waiting').length;
	expect([channelStatus!.waiting, channelStatus!.failed, channelStatus!.unknown]).toEqual([waiting, 0, 0]);
	const last = await lastRound(parts.database);
	expect([status.last_round?.step, status.last_round?.ended === null]).toEqual([
		last?.step,
		last ? last.ended === null : false,
	]);
}

test('after a kill at any statement, with a channel that fails every second time, nothing is told twice or lost, and the status is true', async () => {
	const options = () => ({ channels: [channel()], evidence: null, enforce: null, reports: null });
	const whole = await scene(options());
	await work(whole, whole.parts);
	await whole.close();
	const [expected, tickets] = [subjects(), openTickets()];
	expect(expected.length).toBeGreaterThan(3);
	expect(new Set(expected).size).toBe(expected.length);
	expect(tickets).not.toContain('overdue:C02AAAAAAAA1');
	let kills = 0;
	// A run has about 250 statements.
	for (let number = 0; ; number += isFull ? 1 : 45) {
		accepted.clear();
		requests = number;
		const { wrap, wasKilled } = killedAt(number, number % 2 === 0 ? 'before' : 'after');
		const watch = await scene(options());
		const killed: Parts = { ...watch.parts, database: wrap(watch.parts.database) };
		const thrown = await work({ ...watch, round: watch.roundOf(killed) }, killed).then(
			() => null,
			(error) => String(error),
		);
		if (!wasKilled()) {
			await watch.close();
			break;
		}
		kills++;
		expect([number, thrown === null ? null : 'killed']).toEqual([number, thrown && 'killed']);
		await expectTrueStatus(watch);
		await work(watch, watch.parts);
		await expectTrueStatus(watch);
		expect({ number, subjects: subjects() }).toEqual({ number, subjects: expected });
		expect({ number, tickets: openTickets() }).toEqual({ number, tickets });
		await watch.close();
	}
	expect(kills).toBeGreaterThan(isFull ? 100 : 3);
});
