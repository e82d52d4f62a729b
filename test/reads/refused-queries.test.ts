import { afterAll, beforeAll, expect, test } from 'bun:test';
import { eventually } from '../eventually.ts';
import { type Live, startLive } from '../live.ts';
import { describedText } from '../openapi.ts';

let live: Live;
beforeAll(async () => {
	live = await startLive({ SOFA_FEED: 'key', SUBSCRIPTIONS: 'on' });
});
afterAll(() => live.stop());

const send = (path: string, method = 'GET') =>
	fetch(`${live.address}${path}`, { method, headers: { Authorization: live.key } });

test.each(['/boards', '/advice/J293AP:26.6', '/dataset', '/license', '/subscription'])(
	'%s refuses a parameter that it does not take',
	async (path) => {
		const response = await send(`${path}?policies=n-1`);
		const record = JSON.parse(await describedText(path, response));
		expect(record).toMatchObject({ status: 400, code: 'bad-parameter', parameter: 'policies' });
		expect(response.headers.get('cache-control')).toBe('no-store');
	},
);

test('a refused parameter stays refused when the answer without it is cached', async () => {
	for (const path of ['/advice/J293AP:26.6', '/advice/J293AP:26.6?behind=1'])
		expect((await send(path)).status).toBe(200);
	for (const path of ['/advice/J293AP:26.6?policies=n-1', '/advice/J293AP:26.6?behind=1&behind=1'])
		for (const method of ['GET', 'HEAD', 'GET']) expect((await send(path, method)).status).toBe(400);
});

test('without a key it is the key that is refused', async () => {
	expect((await fetch(`${live.address}/boards?policies=n-1`)).status).toBe(403);
});

test.each([
	'/items/14',
	'/items/J293AP:14.7.2',
	'/items/14/board_ids',
	'/releases.atom',
	'/calendar.ics',
	'/sofa/v1/macos_data_feed.json',
	'/sofa/v2/macos_data_feed.json',
	'/livez',
	'/readyz',
	'/openapi.json',
	'/',
	'/mac/J293AP',
	'/release/26',
	'/fleet',
])('%s ignores parameters that others append', async (path) => {
	const [plain, appended] = [
		await send(path),
		await send(`${path}?utm_source=reader&utm_source=again&_=1&off=50%&x=%ff`),
	];
	expect([appended.status, plain.status]).toEqual([200, 200]);
	expect(appended.headers.get('content-type')).toBe(plain.headers.get('content-type'));
	await Promise.all([plain.text(), appended.text()]);
});

test('the addresses that feed readers get ignore parameters that they append', async () => {
	const started = (await (await send('/subscription/start?x=1', 'POST')).json()) as Record<string, string>;
	for (const address of [started.atom!, started.calendar!]) {
		const { pathname } = new URL(address);
		const status = async () => (await fetch(`${live.address}${pathname}?cachebust=1`)).status;
		await eventually('the new address opens', async () => (await status()) === 200);
	}
});
