import { afterAll, beforeAll, expect, test } from 'bun:test';
import { eventually } from './eventually.ts';
import { type ServiceProcess, startService } from './service-process.ts';

let service: ServiceProcess;
let id: string;
beforeAll(async () => {
	service = await startService({
		env: { ACCESS_LOG: 'on', ADMIN_ADDRESS: '127.0.0.1:0', PUBLIC_URL: 'https://mac.example' },
	});
	const { stdout } = await service.command('license', 'list', '--json');
	id = /"id":\s*"([^"]+)"/.exec(stdout)![1]!;
});
afterAll(() => service.remove());

/** The output of `license feed`, and the path in it. */
async function feed(...words: string[]): Promise<string> {
	const { stdout } = await service.command('license', 'feed', id, ...words);
	return stdout.trim();
}

const get = (path: string, init?: RequestInit) => fetch(service.address + path, init);
const pathOf = (address: string) => new URL(address).pathname;
const opens = (path: string) => eventually('it opens', async () => (await get(path)).status === 200);
const ends = (path: string) => eventually('it ends', async () => (await get(path)).status === 403);

test('the address opens the Atom feed without a header, and is the same every time', async () => {
	const address = await feed();
	expect(address).toMatch(/^https:\/\/mac\.example\/feeds\/[0-9a-z]{32}\/releases\.atom$/);
	expect(await feed()).toBe(address);
	await opens(pathOf(address));
	const response = await get(pathOf(address));
	expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
	const text = await response.text();
	expect(text).toContain(`<link rel="self" type="application/atom+xml" href="${address}"/>`);
	const tag = { headers: { 'If-None-Match': response.headers.get('etag')! } };
	expect((await get(pathOf(address), tag)).status).toBe(304);
	expect((await get(pathOf(address), { method: 'POST' })).status).toBe(405);
});

test('it opens only the feed, and no other token opens the feed', async () => {
	const path = pathOf(await feed());
	const [, , token = ''] = path.split('/');
	for (const other of [
		'/items/14',
		'/releases.atom',
		'/dataset',
		`/feeds/${token}`,
		`/feeds/${token}/boards`,
	])
		expect([other, (await get(other, { headers: { Authorization: token } })).status]).toEqual([other, 403]);
	for (const wrong of ['x', token.slice(1), `${token}0`, '0'.repeat(32), service.key])
		expect((await get(`/feeds/${wrong}/releases.atom`)).status).toBe(403);
});

test('a renewed address replaces the earlier one, and a revoked address ends', async () => {
	const first = pathOf(await feed());
	await opens(first);
	const second = pathOf(await feed('--renew'));
	expect(second).not.toBe(first);
	await opens(second);
	expect((await get(first)).status).toBe(403);
	expect(await feed('--revoke')).toBe(`${id}  the address is revoked`);
	await ends(second);
	expect(((await (await get(second)).json()) as { detail: string }).detail).toBe(
		'this feed address is not valid, or was revoked: ask its owner for a new one',
	);
	expect(await feed('--revoke')).toBe(`${id}  nothing to do: there is no address`);
});

test('the address stops working with its license, and works again if the license is restored', async () => {
	const path = pathOf(await feed());
	await opens(path);
	await service.command('license', 'revoke', id);
	await ends(path);
	const refused = await service.command('license', 'feed', id);
	expect(refused.stderr).toBe(`pointrelease: ${id} is revoked: it has no feed\n`);
	await service.command('license', 'restore', id);
	await opens(path);
});

test('neither log nor metrics contain the address', async () => {
	const path = pathOf(await feed());
	const token = path.split('/')[2]!;
	await opens(path);
	const metrics = await (await fetch(service.metrics)).text();
	expect(metrics).toContain('/feeds/{token}/releases.atom');
	expect(metrics).not.toContain(token);
	await eventually('the log has it', () => service.output().includes('/feeds/[redacted]/releases.atom'));
	expect(service.output()).not.toContain(token);
});
