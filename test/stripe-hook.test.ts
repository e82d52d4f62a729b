import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { freePortsInARow } from './free-port.ts';
import { rawRequest, startLive } from './live.ts';
import { encodedKeyIn, headerOf, useMailbox } from './mailbox.ts';
import { productsText } from './order-scenarios.ts';
import { type ServiceProcess, startService } from './service-process.ts';
import { useStores } from './stores.ts';
import { signed } from './stripe-events.ts';
import { charge, session, stripeEvent, stripeSecret } from './stripe-objects.ts';

const stores = useStores();
const mailbox = useMailbox();

interface Answer {
	status: number;
	body: { result?: string; code?: string; detail?: string };
}

async function post(address: string, body: string, headers: Record<string, string>): Promise<Answer> {
	const answer = await fetch(`${address}/hooks/stripe`, { method: 'POST', body, headers });
	const text = await answer.text();
	return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
}

describe('POST /hooks/stripe with two workers', () => {
	let service: ServiceProcess;
	let metrics: number;
	beforeAll(async () => {
		metrics = await freePortsInARow(2);
		const file = join(stores.folder(), 'products.json');
		writeFileSync(file, productsText);
		service = await startService({
			env: {
				STRIPE_WEBHOOK_SECRET: stripeSecret,
				PRODUCTS: file,
				WORKERS: '2',
				ACCESS_LOG: 'on',
				SMTP_URL: mailbox.url,
				MAIL_FROM: 'shop@example.com',
				ADMIN_ADDRESS: `127.0.0.1:${metrics}`,
			},
		});
	});
	afterAll(() => service?.remove());

	const deliver = async (event: object, options = {}) => {
		const { body, header } = await signed(event, options);
		return post(service.address, body, { 'Stripe-Signature': header });
	};

	test('a payment mails a key that works, and a refund ends it', async () => {
		const event = stripeEvent('checkout.session.completed', session('paid'));
		expect(await deliver(event)).toEqual({ status: 200, body: { received: true, result: 'paid' } as object });
		expect((await deliver(event)).body.result).toBe('repeated');
		await eventually('the mail', () => mailbox.messages.length > 0);
		const [message = ''] = mailbox.messages;
		expect(headerOf(message, 'To')).toBe('paid@example.com');
		const key = Buffer.from(encodedKeyIn(message) ?? '', 'base64').toString();
		await eventually('the key works', async () => (await service.get('/items/14', key)).status === 200);
		expect((await deliver(stripeEvent('charge.refunded', charge('paid', true)))).body.result).toBe(
			'refunded',
		);
		await eventually('the key ends', async () => (await service.get('/items/14', key)).status === 403);
		expect(mailbox.messages).toHaveLength(1);
		// The access log has neither the address nor other details of the event.
		expect(service.output()).toContain('/hooks/stripe');
		expect(service.output()).not.toMatch(/paid@example\.com|cs_paid|pi_paid|Jane/);
	});

	test('an event without a recent signature by the secret is answered 400 and changes nothing', async () => {
		const event = stripeEvent('checkout.session.completed', session('forged'));
		const { body, header } = await signed(event);
		const headers = { 'Stripe-Signature': header };
		const refused: Answer[] = [
			await deliver(event, { secret: 'whsec_another_secret' }),
			await deliver(event, { at: Date.now() - 600_000 }),
			await deliver(event, { at: Date.now() + 600_000 }),
			await post(service.address, body.replace('forged@', 'thief@'), headers),
			await post(service.address, body, {}),
			await post(service.address, '{', headers),
			await post(service.address, '', headers),
		];
		for (const { status, body } of refused) expect([status, body.code]).toEqual([400, 'bad-signature']);
		const thin = await deliver({ id: 'evt_thin', object: 'v2.core.event', type: 'v1.billing.meter' });
		expect([thin.status, thin.body.code]).toEqual([400, 'bad-event']);
		expect(thin.body.detail).toContain('v2.core.event');
		const ignored = await deliver(stripeEvent('payment_intent.created', { id: 'pi_x' }));
		expect([ignored.status, ignored.body.result]).toEqual([200, 'ignored']);
		expect((await service.command('license', 'orders', 'cs_forged', '--json')).stdout).toBe('[]\n');
	});

	test('a body has at most 64 KB, and only POST is allowed', async () => {
		const long = (length: number) =>
			stripeEvent('checkout.session.completed', session('long', { metadata: { text: 'x'.repeat(length) } }));
		expect((await deliver(long(60_000))).body.result).toBe('paid');
		expect((await deliver(long(70_000))).status).toBe(413);
		// A body without a length: the socket is closed, and the access log has the same status.
		const chunk = 'x'.repeat(70_000);
		const chunked = await rawRequest(
			Number(new URL(service.address).port),
			`POST /hooks/stripe HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n`,
		);
		expect(chunked?.status).toBe(413);
		const refused = /"client":"[^"]+","method":"POST","path":"\/hooks\/stripe","status":413,/;
		await eventually('the line', () => refused.test(service.output()));
		const got = await fetch(`${service.address}/hooks/stripe`);
		expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
	});

	test('an order without a rule is held, shown by metrics and doctor, and applied by a command', async () => {
		const event = stripeEvent('checkout.session.completed', session('odd', { payment_link: 'plink_none' }));
		expect(await deliver(event)).toMatchObject({ status: 200, body: { result: 'held' } });
		expect((await deliver(stripeEvent('charge.refunded', charge('odd', false)))).body.result).toBe('held');
		const told = () => service.output().match(/"event":"order held","worker":\d,"order":"cs_odd"/g);
		await eventually('both lines', () => told()?.length === 2);
		const orders = async (...words: string[]) =>
			JSON.parse((await service.command('license', 'orders', ...words, '--json')).stdout);
		expect(await orders('--state', 'held')).toMatchObject([
			{
				order: 'cs_odd',
				provider: 'stripe',
				live: true,
				state: 'held',
				product: 'plink_none',
				reason: 'no rule for plink_none in PRODUCTS',
				licenses: [],
			},
		]);
		const { stdout } = await service.command('doctor', '--json');
		const findings: { check: string; state: string; found: string }[] = JSON.parse(stdout);
		const warnings = findings.filter(
			({ check, state }) => state !== 'ok' && !['mail', 'service'].includes(check),
		);
		expect(warnings.map(({ check, found }) => `${check}: ${found}`)).toEqual([
			// Somebody paid and has no key: the exit status is 1.
			'orders: cs_odd is paid and held: no rule for plink_none in PRODUCTS',
			expect.stringContaining('1 of them for test mode: plink_try'),
		]);
		expect(findings.find(({ check }) => check === 'webhook')).toMatchObject({
			state: 'ok',
			found: expect.stringMatching(/^stripe: 1 secret, last event \d{4}-/),
		});
		// Each worker has its own metrics and reads the counts of the database every fifteen seconds.
		await eventually('the metrics', async () => {
			const texts = await Promise.all(
				[metrics, metrics + 1].map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
			);
			const held = texts.every((text) => text.includes('pointrelease_orders{state="held"} 1\n'));
			return held && texts.some((text) => /^pointrelease_order_events_total [1-9]/m.test(text));
		});
		const applied = await service.command('license', 'orders', 'apply', 'cs_odd', '--product', 'plink_year');
		expect([applied.code, applied.stderr]).toEqual([0, '']);
		await eventually('the mail', () =>
			mailbox.messages.some((text) => headerOf(text, 'To') === 'odd@example.com'),
		);
		expect(await orders('--email', 'odd@example.com')).toMatchObject([{ order: 'cs_odd', state: 'paid' }]);
		const audit = await service.command('license', 'audit', 'cs_odd');
		expect(audit.stdout.split('\n').map((line) => line.split('  ')[2])).toEqual([
			'order cs_odd',
			expect.stringMatching(/^issue \w{8}, order cs_odd$/),
			'order cs_odd',
			undefined,
		]);
	});
});

test('without STRIPE_WEBHOOK_SECRET the path does not exist', async () => {
	const live = await startLive();
	try {
		const { body, header } = await signed(stripeEvent('checkout.session.completed', session('a')));
		expect((await post(live.address, body, { 'Stripe-Signature': header })).status).toBe(403);
		const answer = await fetch(`${live.address}/hooks/stripe`, {
			method: 'POST',
			headers: { Authorization: live.key, 'Stripe-Signature': header },
			body,
		});
		expect(answer.status).toBe(404);
	} finally {
		await live.stop();
	}
});

test('a service does not start with an API key for a secret, or with a mistake in PRODUCTS', async () => {
	const file = join(stores.folder(), 'products.json');
	writeFileSync(file, '{"stripe": {"plink_1A": {"licenses": 1}}}');
	const started = (env: Record<string, string>) =>
		startLive(env).then(
			() => 'started',
			(thrown) => thrown.message,
		);
	expect(await started({ STRIPE_WEBHOOK_SECRET: 'sk_live_secret' })).toBe(
		'STRIPE_WEBHOOK_SECRET is not of the form whsec_…: take the signing secret of the endpoint, not an API key',
	);
	expect(await started({ PRODUCTS: file })).toBe(
		`the products file ${file} is invalid: stripe.plink_1A.days is missing: expected a whole number from 1 to 36500, or null for no end`,
	);
});
