import { afterAll, describe, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import type { Failure } from '../../src/process/failure.ts';
import { Secret } from '../../src/pull/secret.ts';
import { readSettings } from '../../src/settings/settings.ts';
import type { ChannelEntry } from '../../src/watch/channels/channel-kind.ts';
import { channelKinds } from '../../src/watch/channels/channel-kinds.ts';
import { createAuthority } from '../feeds/certificates.ts';
import { channelPath, useReceiver, webhookSecret } from './channel-receiver.ts';
import { envelope } from './messages.ts';

const receiver = useReceiver();
const { entry, received } = receiver;
/** Accepts a request and closes the connection without an answer. */
const cutter = Bun.listen({
	hostname: '127.0.0.1',
	port: 0,
	socket: { data: (socket) => void socket.end() },
});
afterAll(() => cutter.stop(true));

const settings = readSettings({});
const overHttp = ['slack', 'teams', 'google-chat', 'ntfy', 'webhook'];

async function send(channel: ChannelEntry): Promise<Failure | null> {
	const open = channel.kind.open(channel, settings);
	return open
		.deliver(envelope(), 'name', async () => {})
		.then(
			() => null,
			(thrown) => thrown as Failure,
		);
}

describe.each(overHttp)('%s', (kind) => {
	const repeats = ['webhook', 'google-chat'].includes(kind);
	const doubt = repeats ? 'channel-failed' : 'mail-unknown';

	test('a message is one POST of JSON to exactly this address, and an answer of 202 or 204 accepts it', async () => {
		for (const status of [200, 202, 204]) {
			receiver.answer = () => new Response(null, { status });
			expect(await send(entry(kind))).toBeNull();
		}
		expect(received).toHaveLength(3);
		const [{ path: asked, headers, body } = received[0]!] = received;
		expect(kind === 'google-chat' ? asked.startsWith(channelPath) : asked === channelPath).toBe(true);
		expect(headers.get('content-type')).toContain('application/json');
		expect(JSON.stringify(JSON.parse(body))).toContain('312 of 480 Macs');
	});

	test.each([
		[400, 'channel-failed'],
		[404, 'channel-missing'],
		[410, 'channel-gone'],
		[429, 'retry-later'],
		[500, 'channel-failed'],
		[502, doubt],
		[503, 'channel-failed'],
		[504, doubt],
		[524, doubt],
	])('status %p is %p', async (status, code) => {
		const headers = status === 429 ? { 'retry-after': '7' } : {};
		receiver.answer = () => new Response('T0SECRET1 is wrong', { status, headers });
		const failure = await send(entry(kind));
		expect(failure).toMatchObject({ code, message: `status ${status}: *** is wrong` });
		if (status === 429) expect(failure).toMatchObject({ wait: 7000 });
	});

	test('a broken connection leaves the delivery in doubt, a refused one does not, and no error shows the address', async () => {
		const cut = await send(entry(kind, `http://127.0.0.1:${cutter.port}${channelPath}`));
		expect(cut!.code).toBe(doubt);
		const refused = await send(entry(kind, `http://127.0.0.1:1${channelPath}`));
		expect(refused!.code).toBe('channel-failed');
		const absent = await send(entry(kind, `https://absent.invalid${channelPath}`));
		expect(absent!.code).toBe('channel-failed');
		for (const { message } of [cut!, refused!, absent!]) expect(message).not.toMatch(/SECRET|absent|S3cret/);
	});

	test('a redirect is not followed', async () => {
		receiver.answer = () => new Response(null, { status: 307, headers: { location: '/other' } });
		const failure = await send(entry(kind));
		expect(failure!.code).toBe('channel-failed');
		expect(received).toHaveLength(1);
	});

	test('an unencrypted address is refused', () => {
		const { expected, fits } = channelKinds.get(kind)!.needs.url!.form!;
		expect(expected).toBe('an https:// address (http:// only for this machine)');
		expect(fits('http://10.0.0.5/hook-0123')).toBe(false);
		expect(fits('https://10.0.0.5/hook-0123')).toBe(true);
	});
});

test.each(['no_service', 'channel_is_archived'])(
	'the answer %p of Slack means that the channel is gone',
	async (words) => {
		receiver.answer = () => new Response(words, { status: 403 });
		expect(await send(entry('slack'))).toMatchObject({
			code: 'channel-gone',
			message: `status 403: ${words}`,
		});
	},
);

test('a server with a certificate of a private authority is trusted only with its file', async () => {
	const authority = createAuthority('An authority of a company');
	const { cert, key } = authority.issue();
	using secure = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		tls: { cert, key },
		fetch: () => new Response('ok'),
	});
	const channel = entry('ntfy', `https://127.0.0.1:${secure.port}/`);
	expect((await send(channel))!.code).toBe('channel-failed');
	expect(await send({ ...channel, authority: authority.pem })).toBeNull();
});

test('ntfy gets its token and topic, and Google Chat the ID that makes a repeat harmless', async () => {
	await send(entry('ntfy'));
	expect(received[0]!.headers.get('authorization')).toBe('Bearer tk_0123456789');
	expect(JSON.parse(received[0]!.body).topic).toBe('macs-0123');
	await send(entry('google-chat'));
	await send(entry('google-chat'));
	const [, first, second] = received;
	expect(first!.path).toContain(`&requestId=${envelope().id}&`);
	expect(second).toMatchObject({ path: first!.path, body: first!.body });
});

test('another implementation verifies the signature of a webhook, with the former secret too', async () => {
	const former = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
	const channel = entry('webhook');
	await send({ ...channel, secrets: { ...channel.secrets, previous_secret: new Secret(former) } });
	const [{ headers, body } = received[0]!] = received;
	const signed = Object.fromEntries(headers);
	for (const key of [webhookSecret, former]) {
		expect(new Webhook(key).verify(body, signed)).toMatchObject({
			type: 'watch.release',
			timestamp: '2026-11-18T18:02:11.000Z',
			data: { subject: 'release:26.5.1', deadline: '2026-12-02', macs: 480, concerned: 312 },
		});
	}
	expect(() => new Webhook(webhookSecret).verify(`${body} `, signed)).toThrow();
	expect(headers.get('webhook-id')).toBe(envelope().id);
});
