import { afterAll, beforeAll, expect, test } from 'bun:test';
import { eventually } from './eventually.ts';
import { issue } from './issue-license.ts';
import { type Live, startLive, temporaryState } from './live.ts';
import { startService } from './service-process.ts';

const state = temporaryState();
const env = { POINTRELEASE_STATE: state.folder, SUBSCRIPTIONS: 'on', PUBLIC_URL: 'https://macs.example' };
let live: Live;
beforeAll(async () => {
	live = await startLive(env);
});
afterAll(async () => {
	await live.stop();
	state.remove();
});

const ask = (path: string, method = 'GET') =>
	fetch(live.address + path, { method, headers: { Authorization: live.key } });
interface Subscription {
	atom: string;
	calendar: string;
}

const record = async (path: string, method?: string) =>
	(await (await ask(path, method)).json()) as Subscription;
const status = async (address: string) => (await fetch(live.address + new URL(address).pathname)).status;

test('with a key a user creates the addresses of feed and calendar, reads both without a header, and ends them', async () => {
	expect((await record('/subscription')) as object).toEqual({ atom: null, calendar: null, can_change: true });
	const subscription = await record('/subscription/start', 'POST');
	expect(subscription.atom).toMatch(/^https:\/\/macs\.example\/feeds\/[0-9a-z]{32}\/releases\.atom$/);
	expect(subscription.calendar).toBe(subscription.atom.replace('releases.atom', 'calendar.ics'));
	expect(await record('/subscription/start', 'POST')).toEqual(subscription);
	await eventually('it opens', async () => (await status(subscription.calendar)) === 200);
	expect(await status(subscription.atom)).toBe(200);
	expect(await record('/subscription')).toEqual(subscription);
	const calendar = await fetch(live.address + new URL(subscription.calendar).pathname);
	expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
	expect(await calendar.text()).toContain('URL:https://macs.example/release/14.8.9\r\n');
	expect((await ask('/subscription/end', 'POST')).status).toBe(200);
	await eventually('it ends', async () => (await status(subscription.atom)) === 403);
	expect(await status(subscription.calendar)).toBe(403);
	const next = await record('/subscription/start', 'POST');
	expect(next.atom).not.toBe(subscription.atom);
});

/** Asks until it is refused. Ten are allowed, and one more for every six seconds that they take. */
async function refusalAfterTen(ask: () => Promise<Response>): Promise<Response> {
	const began = performance.now();
	for (let allowed = 0; ; allowed++) {
		const response = await ask();
		const most = 10 + Math.ceil((performance.now() - began) / 6_000);
		if (response.status !== 429) {
			expect(response.status).toBe(200);
			expect(allowed).toBeLessThan(most);
			continue;
		}
		expect(allowed).toBeGreaterThanOrEqual(10);
		return response;
	}
}

test('a license may start and end ten times a minute each, and another license is not affected', async () => {
	const another = async (name: string) => {
		const { key } = await issue(env, '--email', `${name}@example.com`, '--no-mail');
		const isKnown = async () =>
			(await fetch(`${live.address}/license`, { headers: { Authorization: key } })).status === 200;
		await eventually('the new license', isKnown);
		return key;
	};
	const key = await another('one');
	const start = (license: string) =>
		fetch(`${live.address}/subscription/start`, { method: 'POST', headers: { Authorization: license } });
	const refusal = await refusalAfterTen(() => start(key));
	expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
	expect(await refusal.json()).toMatchObject({
		detail: expect.stringMatching(/^this license may do this 10 times a minute: try again in \d+ seconds?$/),
	});
	expect((await start(await another('two'))).status).toBe(200);
});

test('the limit holds for all workers together', async () => {
	const service = await startService({ env: { SUBSCRIPTIONS: 'on', WORKERS: '2' } });
	try {
		// A connection of its own for each, so that both workers are asked.
		const headers = { Authorization: service.key, Connection: 'close' };
		await refusalAfterTen(() => fetch(`${service.address}/subscription/start`, { method: 'POST', headers }));
	} finally {
		await service.remove();
	}
});

test('without a key no address is created, and paths for POST refuse other methods', async () => {
	expect((await fetch(`${live.address}/subscription/start`, { method: 'POST' })).status).toBe(403);
	expect((await ask('/subscription/start')).status).toBe(405);
});
