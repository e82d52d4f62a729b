import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripeTypes } from '../src/licenses/orders/stripe.ts';
import { eventually } from './eventually.ts';
import { encodedKeyIn, headerOf, useMailbox } from './mailbox.ts';
import { environment } from './process.ts';
import { type ServiceProcess, startService } from './service-process.ts';
import { useStores } from './stores.ts';
import { signed } from './stripe-events.ts';
import { charge, session, stripeEvent, stripeSecret } from './stripe-objects.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = readFileSync(join(root, 'docs/selling.md'), 'utf8');
const stores = useStores();
const mailbox = useMailbox();

/** The part of the page from one text to the next. */
function part(from: string, to: string): string {
	const start = text.indexOf(from);
	const end = text.indexOf(to, start + 1);
	expect([from, start >= 0, to, end > start]).toEqual([from, true, to, true]);
	return text.slice(start, end);
}

/** The commands in a part of the page, with their output. */
function commandsIn(shown: string): [command: string, printed: string][] {
	const blocks = [...shown.matchAll(/^```console\n([\s\S]*?)^```/gm)].map(([, block]) => block!);
	return blocks.flatMap((block) =>
		block
			.split(/^\$ /m)
			.slice(1)
			.map((lines): [string, string] => {
				const [command = '', ...printed] = lines.trimEnd().split('\n');
				return [command, printed.join('\n')];
			}),
	);
}

/** Ids, days and times differ each time. */
function blurred(output: string): string {
	return output
		.trimEnd()
		.replace(/\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, 'DAY')
		.replace(/\b(?=\w*\d)[0-9A-HJKMNP-TV-Z]{8}\b/g, 'LICENSE')
		.replace(/\b[A-HJKMNP-TV-Z]{8}\b/g, 'LICENSE');
}

let service: ServiceProcess;
const folder = stores.folder();
const products = join(folder, 'products.json');

async function restart(rules: string): Promise<void> {
	writeFileSync(products, rules);
	await service?.stop();
	service = await startService({
		state: service?.state ?? stores.folder(),
		env: {
			STRIPE_WEBHOOK_SECRET: stripeSecret,
			PRODUCTS: products,
			SMTP_URL: mailbox.url,
			MAIL_FROM: 'shop@example.com',
		},
	});
}

/** Runs the commands of the page and compares their output. */
async function follow(shown: string): Promise<void> {
	const commands = commandsIn(shown);
	expect(commands.length).toBeGreaterThan(0);
	for (const [command, printed] of commands) {
		const child = Bun.spawn(['sh', '-c', command], {
			cwd: folder,
			env: {
				...environment({ POINTRELEASE_STATE: service.state, SMTP_URL: mailbox.url }),
				STRIPE_WEBHOOK_SECRET: stripeSecret,
				PRODUCTS: products,
				PORT: String(service.port),
				PATH: `${root}bin:${process.env.PATH}`,
			},
			stdout: 'pipe',
			stderr: 'pipe',
		});
		const [stdout, stderr] = [await child.stdout.text(), await child.stderr.text()];
		expect([command, blurred(stdout), stderr]).toEqual([command, blurred(printed), '']);
	}
}

async function deliver(type: string, object: object, id: string, live: boolean): Promise<void> {
	const { body, header } = await signed(stripeEvent(type, object, { id, live }));
	const headers = { 'Stripe-Signature': header };
	const answer = await fetch(`${service.address}/hooks/stripe`, { method: 'POST', body, headers });
	expect([type, answer.status]).toEqual([type, 200]);
}

const sold = (name: string, link: string) => session(name, { payment_link: link });

beforeAll(async () => {
	const [, rules = ''] = /^```json\n([\s\S]*?)^```/m.exec(text) ?? [];
	await restart(rules);
});
afterAll(() => service?.remove());

test('the ten steps of docs/selling.md lead to a sold key, with events of Stripe', async () => {
	await follow(part('**4. ', '**5. '));
	const endpoint = part('**5. ', '**6. ');
	for (const type of stripeTypes) expect(endpoint).toContain(`\`${type}\``);
	expect(endpoint.match(/`(charge|checkout|refund|invoice|invoice_payment|customer)\.[\w.]+`/g)).toHaveLength(
		stripeTypes.length,
	);
	await follow(part('**6. ', '**7. '));
	await deliver('checkout.session.completed', sold('test_1', 'plink_test1'), 'evt_test1', false);
	await follow(part('**7. ', '**8. '));
	await eventually('the mail', () => mailbox.messages.length === 1);
	expect(headerOf(mailbox.messages[0]!, 'To')).toBe('test_1@example.com');
	const key = Buffer.from(encodedKeyIn(mailbox.messages[0]!)!, 'base64').toString();
	await eventually('the key works', async () => (await service.get('/items/14', key)).status === 200);
	await deliver('charge.refunded', charge('test_1', true), 'evt_test2', false);
	await eventually('the key ends', async () => (await service.get('/items/14', key)).status === 403);
	await follow(part('**9. ', '**10. '));
	await restart('{"stripe": {"plink_live1": {"days": 365}}}');
	await deliver('checkout.session.completed', sold('live_1', 'plink_live1'), 'evt_live1', true);
	await follow(part('**10. ', '## The products file'));
	await deliver('checkout.session.completed', sold('live_2', 'plink_new'), 'evt_live2', true);
	await follow(part('**An order that is held**', '## Renewals and subscriptions'));
	await eventually('three mails', () => mailbox.messages.length === 3);
});
