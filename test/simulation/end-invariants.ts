import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readItems } from '../../src/learning/quarantine/quarantine-store.ts';
import { takeEvent } from '../../src/licenses/orders/take-event.ts';
import { openRegistry } from '../../src/licenses/registry.ts';
import { readTodo } from '../../src/server/todo/todo.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { readMessages } from '../../src/watch/state/messages.ts';
import { readOpenMessages } from '../../src/watch/state/open-messages.ts';
import { readWatchFile } from '../../src/watch/watch-file.ts';
import { temporaryState } from '../live.ts';
import { encodedKeyIn } from '../mailbox.ts';
import { orderOutcome } from '../order-outcome.ts';
import { bodiesOfLife, products, read } from '../order-scenarios.ts';
import { admits, readAnswer } from './clients.ts';
import { countedRequests } from './invariants.ts';
import type { World } from './world.ts';

/** Counts are written every four seconds, and the write may wait for a lock. */
const countsWithin = 12_000;

/** What must hold at the end, when every trouble is over and nothing moves any more. */
export const endInvariants: Record<string, (world: World) => Promise<string[]> | string[]> = {
	'everything comes to its end': async (world) => {
		const waiting = await world.unfinished();
		return waiting.length === 0 ? [] : [waiting.join('; ')];
	},

	'no counted request is lost': async ({ database, served }) => {
		const counted = new Map((await countedRequests(database)).map(({ id, requests }) => [id, requests]));
		const safe = Map.groupBy(
			served.filter(({ by, at }) => !by.isDead || at + countsWithin < by.diedAt),
			({ license }) => license,
		);
		return [...safe].flatMap(([id, requests]) =>
			(counted.get(id) ?? 0) < requests.length
				? [`${id}: ${counted.get(id) ?? 0} requests are counted of ${requests.length}`]
				: [],
		);
	},

	'all nodes answer with the same bytes and tags': async (world) => {
		const { key } = world.licenses.find(({ revokedAt }) => revokedAt === null) ?? {};
		if (key === undefined) return [];
		const asked = [
			'/items/27',
			'/items/26',
			'/items/J314sAP:27.2',
			'/majors',
			'/releases/27.3',
			'/boards/J314sAP',
		];
		const wrong: string[] = [];
		for (const path of asked) {
			const [a, b] = [await readAnswer(world, 'a', path, key), await readAnswer(world, 'b', path, key)];
			if (a !== b) wrong.push(`${path}: ${a.slice(0, 200)} and ${b.slice(0, 200)}`);
		}
		return wrong;
	},

	'nodes admit the keys that are valid, and no others': async (world) => {
		const valid = await world.database.rows<{ id: string }>(
			'SELECT id FROM licenses WHERE revoked IS NULL AND (expires IS NULL OR expires >= $1)',
			[new Date(world.simulation.wall).toISOString().slice(0, 10)],
		);
		const isValid = new Set(valid.map(({ id }) => id));
		const known = [...world.licenses, ...mailedKeys(world)];
		return (['a', 'b'] as const).flatMap((node) =>
			known
				.filter(({ id, key }) => admits(world, node, key) !== isValid.has(id))
				.map(({ id }) => `the node ${node} ${isValid.has(id) ? 'refuses' : 'admits'} ${id}`),
		);
	},

	'no release is lost': async (world) => {
		const held = (await readItems(world.database, ['open', 'rejected'])).map(({ subject }) => subject);
		return world.catalogs.flatMap(([name, { releases }]) =>
			world.publishedVersions
				.filter((version) => !releases.has(version) && !held.some((subject) => subject.includes(version)))
				.map((version) => `the node ${name} does not serve ${version}, and it is not held`),
		);
	},

	'orders end as if nothing had gone wrong': async (world) => {
		const outcome = await withoutTimes(orderOutcome(world.registry));
		const expected = (await Promise.all(world.orders.map(({ name, life }) => expectedOf(name, life)))).flat();
		return expected.flatMap((order) => {
			const actual = outcome.find(({ ref }) => ref === order.ref);
			return Bun.deepEquals(actual, order)
				? []
				: [`${JSON.stringify(actual)} in place of ${JSON.stringify(order)}`];
		});
	},

	'each key was mailed once, or todo names it': async ({ database, network: { mails } }) => {
		const rows = await database.rows<{
			id: string;
			license: string;
			sent: number | null;
			unknown: number | null;
			email: string;
		}>(
			`SELECT licenses.id AS license, outbox.id AS id, sent, unknown_since AS unknown, licenses.email AS email
				FROM licenses LEFT JOIN outbox ON subject_kind = 'license' AND subject_id = licenses.id
				WHERE licenses.revoked IS NULL AND licenses.email <> 'first-start@localhost'`,
		);
		const arrived = new Set(mails.map(({ messageId }) => messageId.slice(1, messageId.indexOf('@'))));
		return rows
			.filter(
				({ id, sent, unknown }) => !(id !== null && (unknown !== null || (sent !== null && arrived.has(id)))),
			)
			.map(({ license, email, id }) => `the key of ${license} (${email}) never left: mail ${id}`);
	},

	'what counts as sent has arrived': async (world) => {
		const messages = await readMessages(world.database);
		const sent = messages.filter(({ state }) => state === 'sent');
		const texts = world.received.filter(({ channel }) => channel === 'chat').length;
		const ids = new Set(world.received.map(({ id }) => id));
		const mails = new Set(
			world.network.mails.map(({ messageId }) => messageId.slice(1, messageId.indexOf('@'))),
		);
		const chat = sent.filter(({ channel }) => channel === 'chat').length;
		return [
			...sent
				.filter(
					({ channel, id }) =>
						(channel === 'ops' && !ids.has(id)) ||
						(channel === 'boss' && ![...mails].some((mail) => mail.includes(id))),
				)
				.map(({ channel, subject }) => `${channel} never got ${subject}`),
			...(chat > texts ? [`chat got ${texts} of ${chat} messages that count as sent`] : []),
		];
	},

	'every channel is told the newest release': async ({ database, newestServed }) => {
		const messages = await readMessages(database);
		return ['ops', 'chat', 'boss']
			.filter(
				(name) =>
					newestServed !== null &&
					!messages.some(({ channel, subject }) => channel === name && subject === `release:${newestServed}`),
			)
			.map((name) => `${name} was not told ${newestServed}`);
	},

	'todo names every unfinished thing': async (world) => {
		const { database, settings } = world;
		const todo = JSON.stringify(await readTodo(settings, {}, database));
		const held = await database.rows<{ ref: string }>(
			"SELECT ref FROM orders WHERE state = 'held' AND live = 1",
		);
		const items = await readItems(database);
		const file = await readWatchFile({ settings, env: {} });
		const open = (await readOpenMessages(database, file.channels, world.simulation.wall)).filter(
			({ isOpen, state }) => isOpen && state !== 'waiting',
		);
		const doubts = await database.rows<{ id: string }>(
			`SELECT subject_id AS id FROM outbox WHERE subject_kind = 'license' AND unknown_since IS NOT NULL
				AND sent IS NULL AND NOT EXISTS (SELECT 1 FROM licenses WHERE id = subject_id AND revoked IS NOT NULL)`,
		);
		const named = [
			...held.map(({ ref }) => `${ref} is paid and held`),
			...items.slice(0, 20).map(({ id }) => id),
			...open.map(({ channel }) => `to ${channel}`),
			...(doubts.length > 0 ? ['state unknown'] : []),
		];
		return named
			.filter((name) => !todo.includes(name))
			.map((name) => `${name} is not among ${todo.slice(0, 300)}`);
	},

	'the report has every Mac of the newest export': (world) => {
		const report = JSON.parse(readFileSync(join(world.folder, 'reports', 'fleet.json'), 'utf8')) as {
			macs: unknown[];
		};
		return report.macs.length === world.macs ? [] : [`it has ${report.macs.length} of ${world.macs}`];
	},
};

/** The keys that purchasers have from their mail. */
function mailedKeys({ network: { mails } }: World): { id: string; key: string }[] {
	return mails.flatMap(({ text }) => {
		const key = encodedKeyIn(text);
		const [, id] = /Your license is (\w+):/.exec(text) ?? [];
		return key && id ? [{ id, key: Buffer.from(key, 'base64').toString() }] : [];
	});
}

type Outcome = Record<string, unknown> & { ref: string; licenses: [string, string, string, string][] };

/** Without what depends on when mail left and on the day. */
async function withoutTimes(outcome: Promise<unknown>): Promise<Outcome[]> {
	return ((await outcome) as Outcome[]).map(({ mails: _, licenses, ...order }) => ({
		...order,
		licenses: licenses
			.map(([email, expires, note, status]): Outcome['licenses'][number] => [
				email,
				expires,
				note,
				status === 'revoked' ? status : '',
			])
			.sort(),
	}));
}

/** What becomes of an order whose events come once and in their order, by its history. */
const outcomes = new Map<number, Promise<string>>();

async function expectedOf(name: string, life: number): Promise<Outcome[]> {
	const stored = outcomes.get(life) ?? outcomeOfLife(life);
	outcomes.set(life, stored);
	return JSON.parse((await stored).replaceAll('model', name)) as Outcome[];
}

async function outcomeOfLife(life: number): Promise<string> {
	const state = temporaryState();
	const registry = await openRegistry(readSettings({ POINTRELEASE_STATE: state.folder }), { make: true });
	for (const body of bodiesOfLife('model', life)) {
		const event = read(body);
		if (event) await takeEvent(registry, event, products);
	}
	const outcome = JSON.stringify(await withoutTimes(orderOutcome(registry)));
	await registry.close();
	state.remove();
	return outcome;
}
