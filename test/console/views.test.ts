import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type {
	DataRecord,
	FleetRecord,
	IssuedRecord,
	ItemRecord,
	LicenseRecord,
	LicenseTable,
	MailAndChannels,
	OrdersRecord,
	ServiceRecord,
	TodoRecord,
} from '../../src/page/console/records.ts';
import { type SignedIn, signIn } from './console-service.ts';
import { openScene, type Scene } from './scene.ts';

let scene: Scene;
let anna: SignedIn;
beforeAll(async () => {
	scene = await openScene();
	anna = await signIn(scene.service);
});
afterAll(() => scene.end());

const get = async <T>(path: string) => (await anna.get(`/console/data${path}`)).json() as Promise<T>;
const post = (path: string, body: object = {}) => anna.post(`/console/data${path}`, body);
const sent = async <T>(path: string, body: object = {}) => (await post(path, body)).json() as Promise<T>;

test('what needs a person names what each button is about', async () => {
	const todo = await get<TodoRecord[]>('/needs-you');
	const about = (kind: string) => todo.filter((entry) => entry.kind === kind).map((entry) => entry.about);
	expect(about('order')).toEqual(['cs_held', 'cs_odd']);
	expect(about('data')).toHaveLength(2);
	expect(about('mail')).toEqual([null]);
});

test('licenses are found by anything, and their page has what happened and never a key', async () => {
	const find = async (text: string) =>
		(await sent<LicenseTable>('/licenses/find', { find: text })).rows.map(({ id }) => id);
	const { id, key, email } = scene.first;
	for (const text of [key, id, email, 'INV-1001', id.toLowerCase()]) expect(await find(text)).toEqual([id]);
	expect(await find('customer1')).toHaveLength(3);
	const none = await sent<LicenseTable>('/licenses/find', { find: 'nobody' });
	expect([none.rows, none.remark]).toEqual([[], expect.stringContaining('no license has "nobody"')]);
	const page = await anna.get(`/console/data/licenses/${id}`);
	const text = await page.text();
	expect(text).not.toContain(key);
	expect(JSON.parse(text) as LicenseRecord).toMatchObject({
		id,
		email,
		status: 'active',
		order: 'INV-1001',
		audit: [{ what: 'issue' }],
		orders: [{ order: 'INV-1001', state: 'paid' }],
	});
	expect((await anna.get('/console/data/licenses/AAAAAAAA')).status).toBe(404);
});

test('a wrong form is refused with the words of the command, and changes nothing', async () => {
	for (const [path, body, status, words] of [
		['/licenses/issue', { email: 'nobody' }, 400, 'is not an email address'],
		['/licenses/issue', { email: 'a@b.c', expires: '2020-01-01' }, 400, 'is in the past'],
		['/licenses/issue', { email: 'a@b.c', mail: 'no' }, 400, 'mail is neither true nor false'],
		['/licenses/issue', {}, 400, 'email is missing'],
		['/licenses/preview', { email: 'a@b.c', order: 'a b' }, 400, 'order reference'],
		[`/licenses/${scene.first.id}/extend`, { by: '1m', until: 'never' }, 400, 'until when?'],
		[`/licenses/${scene.first.id}/rotate`, { overlap_days: 366 }, 400, 'from 0 to 365'],
		['/licenses/AAAAAAAA/revoke', {}, 404, 'no license has the ID'],
		['/orders/apply', { order: 'cs_none', product: 'yearly' }, 404, 'there is no order'],
		['/orders/drop-rule', { provider: 'stripe', product: 'none' }, 404, 'no rule is kept'],
		['/data/items/00000000/reject', {}, 409, 'nothing held for review'],
		['/mail/none/settle', {}, 404, 'no longer in doubt'],
		['/channels/none/settle', {}, 404, 'the watch has no channel "none"'],
	] as const) {
		const answer = await post(path, body);
		const { detail } = (await answer.json()) as { detail: string };
		expect([path, answer.status, detail]).toEqual([path, status, expect.stringContaining(words)]);
	}
});

test('a license is issued, changed and replaced on behalf of the person, with a reason in the audit log', async () => {
	const issued = await sent<IssuedRecord>('/licenses/issue', {
		email: 'anna@example.com',
		order: 'SHOP-1',
		why: ' a\n friend ',
		mail: false,
	});
	expect((await scene.service.get('/items/26', issued.key!)).status).toBe(200);
	expect(await sent('/licenses/issue', { email: 'anna@example.com', order: 'SHOP-1' })).toMatchObject({
		id: issued.id,
		known: true,
		key: null,
		encoded: null,
	});
	const path = `/licenses/${issued.id}`;
	expect(await sent(`${path}/extend`, { until: '2099-12-31' })).toEqual({ expires: '2099-12-31' });
	await post(`${path}/reminders`, { on: false });
	await post(`${path}/revoke`, { why: 'by mistake' });
	expect((await scene.service.get('/items/26', issued.key!)).status).toBe(403);
	await post(`${path}/restore`);
	const preview = await sent<{ text: string }>(`${path}/preview-rotate`, { overlap_days: 3 });
	expect(preview.text).toContain(`replaces the one of your license ${issued.id}`);
	const next = await sent<IssuedRecord>(`${path}/rotate`, { overlap_days: 0, mail: false });
	const keys = [issued.key, next.key].map((key) => scene.service.get('/items/26', key!));
	expect((await Promise.all(keys)).map(({ status }) => status)).toEqual([403, 200]);
	const { audit, replaced_by } = await get<LicenseRecord>(path);
	expect(replaced_by).toBe(next.id);
	expect(audit.map(({ who, what, why }) => [who, what, why])).toEqual([
		['console:anna', 'issue', 'a friend'],
		['console:anna', 'renew', 'until 2099-12-31'],
		['console:anna', 'remind', 'reminders off'],
		['console:anna', 'revoke', 'by mistake'],
		['console:anna', 'restore', ''],
		['console:anna', 'rotate', `replaced by ${next.id}, the old key ended`],
	]);
});

test('a held order lists the rules that fit, and closes without a license', async () => {
	const { held, products } = await get<OrdersRecord>('/orders');
	expect(held.map(({ order, reason }) => [order, reason?.startsWith('no rule for ')])).toEqual([
		['cs_held', true],
		['cs_odd', true],
	]);
	expect(products.map(({ product, buys }) => `${product}: ${buys}`)).toEqual([
		'yearly: 1 license for 365 days, renews',
		'fleet: 5 licenses for 365 days',
		'shirt: no license',
	]);
	expect(await sent('/orders/apply', { order: 'cs_odd', other: true })).toEqual({ state: 'paid' });
	const after = await get<OrdersRecord>('/orders');
	expect(after.held.map(({ order }) => order)).toEqual(['cs_held']);
	expect(after.kept).toMatchObject([{ provider: 'stripe', counts_as: null }]);
});

test('held data shows its sources and its effect; only the decision that a person saw is undone', async () => {
	const { items } = await get<DataRecord>('/data');
	const item = items.find(({ subject }) => subject === '27.3')!;
	const page = await get<ItemRecord>(`/data/items/${item.id}`);
	expect(page.effect!.changes[0]).toStartWith('+ release 27.3');
	expect(page.effect!.macs[0]).toMatchObject({ on: '27.2', next: { was: null, is: '27.3' } });
	const wrong = await get<ItemRecord>(`/data/items/${item.id}?date=1999-01-01`);
	expect([wrong.effect, wrong.refusal]).toEqual([null, expect.stringContaining('is not a possible day')]);
	expect((await post(`/data/items/${item.id}/accept`, { why: 'it is out' })).status).toBe(200);
	const { decisions } = await get<DataRecord>('/data');
	expect(decisions[0]).toMatchObject({
		what: 'accept',
		subject: '27.3',
		who: 'console:anna',
		why: 'it is out',
	});
	const { number } = decisions[0]!;
	expect((await post('/data/undo', { number: number + 1 })).status).toBe(409);
	expect(await sent('/data/undo', { number })).toEqual({ undone: number });
});

test('mail and channels: the answer of the server, a test mail, a test of a channel', async () => {
	const { mails, channels } = await get<MailAndChannels>('/mail');
	expect(mails.find(({ about }) => about === scene.lost.id)).toMatchObject({
		state: 'given-up',
		words: expect.stringContaining('no such mailbox'),
	});
	expect(channels).toMatchObject([{ name: 'team', kind: 'file', failed: 0 }]);
	expect(await sent('/mail/test')).toEqual({ place: scene.mailbox.address, sent: true });
	expect(scene.mailbox.envelopes.at(-1)!.rcptTo[0]!.address).toBe('ops@example.com');
	expect(await sent('/channels/team/test')).toMatchObject({ sent: true });
	expect(await sent('/channels/team/settle')).toEqual({ settled: [] });
});

test('the fleet is what the watch wrote, and the service what it does, without a secret', async () => {
	const { watch } = await get<FleetRecord>('/fleet');
	expect(watch).toMatchObject({
		policy: 'n-1',
		overdue: false,
		rounds: [{ number: 1, macs: 24, whole: true }],
	});
	expect(watch!.inventories).toMatchObject([{ name: 'exports/', trouble: [] }]);
	const report = await anna.get('/console/data/fleet/report');
	expect([report.headers.get('content-type'), report.headers.get('cache-control')]).toEqual([
		'application/json',
		'no-store',
	]);
	const file = join(scene.service.state, 'watch/report.json');
	expect(await report.text()).toBe(readFileSync(file, 'utf8'));
	expect(statSync(file).mode & 0o077).toBe(0);
	const service = await anna.get('/console/data/service');
	const text = await service.text();
	expect(text).not.toContain('mail-password');
	expect((JSON.parse(text) as ServiceRecord).nodes).toMatchObject([{ here: true }]);
});

test('the service lists who is signed in and which programs have a token, and nothing that opens either', async () => {
	const reader = await signIn(scene.service, '--read');
	const made = await scene.service.command(
		'console',
		'token',
		'--may',
		'issue',
		'--for',
		'shop',
		'--per-day',
		'200',
	);
	const secret = made.stdout.trim();
	const read = async () => (await reader.get('/console/data/service')).text();
	const text = await read();
	const { sessions, tokens } = JSON.parse(text) as ServiceRecord;
	expect(sessions.map(({ name, may_write }) => [name, may_write])).toEqual([
		['anna', false],
		['anna', true],
	]);
	for (const { begun, ends } of sessions) expect(Date.parse(ends) - Date.parse(begun)).toBe(12 * 3_600_000);
	expect(tokens).toMatchObject([{ name: 'shop', may: ['issue'], per_day: 200, used_today: 0 }]);
	for (const part of [secret, reader.token, reader.cookie.split('=')[1]!]) expect(text).not.toContain(part);
	await reader.post('/console/sign-out');
	await scene.service.command('console', 'token', '--end', '--for', 'shop');
	const after = JSON.parse(await (await anna.get('/console/data/service')).text()) as ServiceRecord;
	expect([after.sessions.map(({ may_write }) => may_write), after.tokens]).toEqual([[true], []]);
});

test('who may only read reads everything and writes nothing', async () => {
	const reader = await signIn(scene.service, '--read');
	expect((await reader.get('/console/data/orders')).status).toBe(200);
	expect((await reader.post('/console/data/licenses/find', { find: scene.first.key })).status).toBe(200);
	for (const path of [
		'/licenses/issue',
		`/licenses/${scene.first.id}/revoke`,
		'/orders/apply',
		'/data/undo',
		'/mail/test',
		'/channels/team/test',
	])
		expect([path, (await reader.post(`/console/data${path}`)).status]).toEqual([path, 403]);
});
