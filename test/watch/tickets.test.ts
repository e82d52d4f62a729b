import { afterAll, beforeAll, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import type { Message } from '../../src/watch/message.ts';
import { noticesFor } from '../../src/watch/notices/notices.ts';
import type { ChannelView, Situation } from '../../src/watch/situation.ts';
import { ops, situationOf, standard } from './situations.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const tickets: ChannelView = { ...ops, tell: ['mac'], names: true };

/** GLPI as apirest.md documents it: a session, a search, and tickets. */
const stored: { id: number; name: string; content: string; status: number }[] = [];
const refused: string[] = [];
let isDown = false;
const glpi = Bun.serve({
	hostname: '127.0.0.1',
	port: 0,
	async fetch(request) {
		const { pathname, searchParams } = new URL(request.url);
		const path = pathname.replace('/apirest.php/', '');
		const refuse = (why: string, status: number) => {
			refused.push(why);
			return Response.json([why, ''], { status });
		};
		if (request.headers.get('App-Token') !== 'app') return refuse('ERROR_APP_TOKEN_PARAMETERS_MISSING', 400);
		if (path === 'initSession')
			return request.headers.get('Authorization') === 'user_token user'
				? Response.json({ session_token: 'session' })
				: refuse('ERROR_GLPI_LOGIN_USER_TOKEN', 401);
		if (request.headers.get('Session-Token') !== 'session') return refuse('ERROR_SESSION_TOKEN_INVALID', 401);
		if (path === 'killSession') return new Response();
		if (path === 'search/Ticket') {
			const title = searchParams.get('criteria[0][value]')!;
			expect(searchParams.get('criteria[1][value]')).toBe('notold');
			const data = stored.filter(({ name, status }) => status < 5 && name.includes(title));
			return Response.json({
				totalcount: data.length,
				data: data.map(({ id, name }) => ({ 2: id, 1: name })),
			});
		}
		const { input } = (await request.json()) as { input: (typeof stored)[number] };
		if (request.method === 'POST' && path === 'Ticket/') {
			if (isDown && stored.length > 0) return Response.json(['ERROR_GLPI_ADD', ''], { status: 500 });
			stored.push({ ...input, id: stored.length + 1, status: 1 });
			return Response.json({ id: stored.length }, { status: 201 });
		}
		const ticket = stored.find(({ id }) => path === `Ticket/${id}`);
		if (request.method !== 'PUT' || !ticket) return refuse('ERROR_ITEM_NOT_FOUND', 404);
		ticket.status = input.status;
		return Response.json([{ [ticket.id]: true, message: '' }]);
	},
});

let address = '';
let script: Bun.Subprocess<'ignore', 'pipe', 'pipe'>;
beforeAll(async () => {
	script = Bun.spawn([process.execPath, join(import.meta.dir, '../../examples/watch/tickets-glpi.mjs')], {
		env: {
			WEBHOOK_SECRET: secret,
			GLPI_URL: `http://127.0.0.1:${glpi.port}/apirest.php`,
			GLPI_USER_TOKEN: 'user',
			GLPI_APP_TOKEN: 'app',
			PORT: '0',
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	for await (const piece of script.stdout) {
		address = `http://127.0.0.1:${/\d+/.exec(new TextDecoder().decode(piece))![0]}/`;
		break;
	}
});
afterAll(async () => {
	script.kill();
	await script.exited;
	await glpi.stop(true);
});

let number = 0;
/** Sends a message as the channel does, and gives the status of the answer. */
async function send({ kind, data }: Message, by = secret): Promise<number> {
	const body = JSON.stringify({ type: `watch.${kind}`, timestamp: '2026-11-18T09:00:00Z', data });
	const id = `message-${++number}`;
	const now = new Date();
	const headers = {
		'webhook-id': id,
		'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
		'webhook-signature': new Webhook(by).sign(id, now, body),
	};
	return (await fetch(address, { method: 'POST', headers, body })).status;
}

const earlier = (messages: readonly Message[]): Situation['earlierNotices'] =>
	new Map([
		[
			'ops',
			new Map(messages.map(({ subject, claims }) => [subject, { at: 0, claims, corrections: 0 }] as const)),
		],
	]);

test('the recipe opens a ticket for each Mac in GLPI, once, and solves it when the Mac is done', async () => {
	const policy = standard('2026-11-18');
	const rows = ['anna,C02ABCDEFGH1,"Mac14,2",26.7.1', 'ben,C02ABCDEFGH2,"Mac14,2",15.6'];
	const first = noticesFor(await situationOf({ rows, policy }), tickets);
	expect(await send(first[0]!, `whsec_${randomBytes(32).toString('base64')}`)).toBe(401);
	expect(stored).toEqual([]);
	// GLPI takes the first ticket and fails at the second, so the watch sends the message again.
	isDown = true;
	expect(await send(first[0]!)).toBe(503);
	isDown = false;
	expect(await send(first[0]!)).toBe(204);
	expect(await send(first[0]!)).toBe(204);
	expect(stored.map(({ name, status }) => [name, status])).toEqual([
		['[overdue:C02ABCDEFGH1] Update anna', 1],
		['[overdue:C02ABCDEFGH2] Update ben', 1],
	]);
	expect(stored[0]!.content).toBe(
		'Install macOS 26.7.2 on anna, which runs 26.7.1.\nOverdue since 2026-11-09.',
	);
	const done = ['anna,C02ABCDEFGH1,"Mac14,2",26.7.2', rows[1]!];
	const change = { earlierNotices: earlier(first), now: 2 };
	const second = noticesFor(await situationOf({ rows: done, policy, change }), tickets);
	expect(await send(second[0]!)).toBe(204);
	expect(stored.map(({ status }) => status)).toEqual([5, 1]);
	// Late again: a new ticket, because the first one is solved.
	const third = { earlierNotices: earlier([...first, ...second]), now: 3 };
	expect(await send(noticesFor(await situationOf({ rows, policy, change: third }), tickets)[0]!)).toBe(204);
	expect(stored.map(({ status }) => status)).toEqual([5, 1, 1]);
	expect(refused).toEqual([]);
});
