import { afterAll, beforeAll, expect, test } from 'bun:test';
import { eventually } from './eventually.ts';
import { type Live, startLive } from './live.ts';

let live: Live;
beforeAll(async () => {
	live = await startLive({ SUBSCRIPTIONS: 'on', PUBLIC_URL: 'https://macs.example' });
});
afterAll(() => live.stop());

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

test('without a key no address is created, and paths for POST refuse other methods', async () => {
	expect((await fetch(`${live.address}/subscription/start`, { method: 'POST' })).status).toBe(403);
	expect((await ask('/subscription/start')).status).toBe(405);
});
