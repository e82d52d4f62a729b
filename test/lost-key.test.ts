import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { revokeLicense } from '../src/licenses/issuing/changes.ts';
import { findById } from '../src/licenses/issuing/find.ts';
import { issueLicense } from '../src/licenses/issuing/issue.ts';
import { waitingRequests } from '../src/licenses/lost-key.ts';
import { mailOf } from '../src/licenses/mail/license-mail.ts';
import { type Registry, withRegistry } from '../src/licenses/registry.ts';
import { readSettings } from '../src/settings/settings.ts';
import { eventually } from './eventually.ts';
import { type Live, startLive } from './live.ts';
import { encodedKeyIn, headerOf, useMailbox } from './mailbox.ts';
import { type ServiceProcess, startService } from './service-process.ts';
import { certificateFolder } from './tls/secure-service.ts';

const mailbox = useMailbox();

const form = (email: string) => new URLSearchParams({ email });
const post = (address: string, body: URLSearchParams | string, headers: Record<string, string> = {}) =>
	fetch(`${address}/lost-key`, { method: 'POST', body, headers });
/** The whole answer without its Date. */
const told = async (response: Response) => {
	const headers = Object.fromEntries(response.headers);
	delete headers.date;
	return { status: response.status, headers, page: await response.text() };
};
const keyIn = (message: string) => Buffer.from(encodedKeyIn(message)!, 'base64').toString();

describe('a service with a mail server', () => {
	let service: ServiceProcess;
	const issued = new Map<string, { id: string; key: string }>();
	beforeAll(async () => {
		service = await startService({
			env: {
				LOST_KEY: '100000/s',
				SMTP_URL: mailbox.url,
				MAIL_FROM: 'shop@example.com',
				ACCESS_LOG: 'on',
				ADMIN_ADDRESS: '127.0.0.1:0',
			},
		});
		await inStore(service, async (registry) => {
			for (const name of ['customer', 'gone'])
				issued.set(name, await issueLicense(registry, { email: `${name}@example.com`, mail: false }));
			await revokeLicense(registry, (await findById(registry.database, issued.get('gone')!.id))!);
		});
	});
	afterAll(() => service?.remove());

	test('answers every address with the same page, status and headers, and mails the key of the customer', async () => {
		const answers = [];
		for (const name of ['customer', 'stranger', 'gone', 'CUSTOMER'])
			answers.push(await told(await post(service.address, form(`${name}@example.com`))));
		for (const answer of answers) expect(answer).toEqual(answers[0]!);
		expect([answers[0]!.status, answers[0]!.headers['cache-control']]).toEqual([200, 'no-store']);
		expect(answers[0]!.page).toContain('Check your mail');
		await eventually('the mail', () => mailbox.messages.length === 1);
		const [message] = mailbox.messages as [string];
		expect([headerOf(message, 'To'), keyIn(message)]).toEqual([
			'customer@example.com',
			issued.get('customer')!.key,
		]);
		const number = 2;
		await eventually('it is on record', () =>
			inStore(service, async ({ database }) => (await mailOf(database, number)).at(-1)?.sent !== null),
		);
	});

	test('no log, metric or file shows who is a customer', async () => {
		const series = async () => {
			const text = await (await fetch(service.metrics)).text();
			const told = text
				.split('\n')
				.filter((line) => /lost_key|outbox|license/.test(line) && !/^#|_bucket|_sum/.test(line));
			return told.map((line) => line.replace(/(_count|_total)(.*) \d+$/, '$1$2')).join('\n');
		};
		const lines = () => service.output().split('\n').length;
		const noted: unknown[] = [];
		for (const name of ['customer', 'stranger']) {
			const [before, mails] = [lines(), mailbox.messages.length];
			await post(service.address, form(`${name}@example.com`));
			await eventually('its line', () => lines() > before);
			if (name === 'customer') await eventually('its mail', () => mailbox.messages.length > mails);
			else
				await eventually('its look', () =>
					inStore(service, async ({ database }) => (await waitingRequests(database)).count === 0),
				);
			noted.push([lines() - before, await series()]);
		}
		expect(noted[1]).toEqual(noted[0]!);
		for (const name of ['customer', 'stranger', issued.get('customer')!.id])
			expect([name, service.output().includes(name)]).toEqual([name, false]);
		// The address of a stranger is not stored after the lookup.
		for (const file of readdirSync(service.state).filter((file) => file.endsWith('.db')))
			expect([file, readFileSync(join(service.state, file), 'latin1').includes('stranger@')]).toEqual([
				file,
				false,
			]);
	});

	test('accepts a form with an address, and explains what is wrong with anything else', async () => {
		for (const [body, headers, status, words] of [
			[form('nobody'), {}, 400, 'This is not an email address'],
			['', {}, 400, 'This is not an email address'],
			[form(`a@${'b'.repeat(300)}`), {}, 400, 'This is not an email address'],
			[form('a@example.com\r\nBcc: b@example.com'), {}, 400, 'This is not an email address'],
			[form('<script>x</script>'), {}, 400, 'This is not an email address'],
			[form('a@example.com'), { 'Sec-Fetch-Site': 'cross-site' }, 403, 'sent from another site'],
			// Browsers without Sec-Fetch-Site.
			[form('a@example.com'), { Origin: 'https://evil.example' }, 403, 'sent from another site'],
			[form('a@example.com'), { Origin: 'null' }, 403, 'sent from another site'],
			[form('a@example.com'), { Origin: service.address }, 200, 'Check your mail'],
			[
				form('a@example.com'),
				{ Origin: 'https://shop.example', Host: 'shop.example' },
				200,
				'Check your mail',
			],
		] as const) {
			const answer = await told(await post(service.address, body, headers));
			expect([answer.status, answer.page]).toEqual([status, expect.stringContaining(words)]);
			expect(answer.page).not.toContain('<script');
		}
		expect((await post(service.address, 'x'.repeat(3_000))).status).toBe(413);
		const put = await fetch(`${service.address}/lost-key`, { method: 'PUT' });
		expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
		const page = await fetch(`${service.address}/lost-key?email=customer@example.com`);
		expect([page.status, page.headers.get('content-security-policy')]).toEqual([
			200,
			expect.stringContaining("form-action 'self'"),
		]);
		expect(await page.text()).not.toContain('customer');
		expect((await fetch(`${service.address}/lost-key`, { method: 'HEAD' })).status).toBe(200);
	});
});

/** Opens the store of a running service. */
function inStore<T>({ env }: ServiceProcess, work: (registry: Registry) => Promise<T>): Promise<T> {
	return withRegistry(readSettings(env), work);
}

test('an accepted request survives kill -9 and is mailed once', async () => {
	const env = { LOST_KEY: 'on', SMTP_URL: mailbox.url, MAIL_FROM: 'shop@example.com' };
	const first = await startService({ env });
	try {
		const { key } = await inStore(first, (registry) =>
			issueLicense(registry, { email: 'ann@example.com', mail: false }),
		);
		expect((await post(first.address, form('ann@example.com'))).status).toBe(200);
		first.signal('SIGKILL');
		await first.exited;
		// The mail is sent even if LOST_KEY is off by then.
		const second = await startService({ env: { ...env, LOST_KEY: 'off' }, state: first.state });
		await eventually('the mail', () => mailbox.messages.length > 0);
		await second.stop();
		expect(mailbox.messages.map(keyIn)).toEqual([key]);
	} finally {
		await first.remove();
	}
});

test('with workers and TLS the requests of a client are limited, whatever the address in the form', async () => {
	const files = certificateFolder();
	const service = await startService({
		env: {
			...files.env,
			WORKERS: '2',
			LOST_KEY: '2/h',
			SMTP_URL: mailbox.url,
			MAIL_FROM: 'shop@example.com',
		},
	});
	try {
		const ask = (email: string) =>
			fetch(`https://127.0.0.1:${service.port}/lost-key`, {
				method: 'POST',
				body: form(email),
				tls: { ca: files.ca },
				keepalive: false,
			});
		const statuses: number[] = [];
		// Each process has its own count.
		for (let at = 0; at < 12; at++) statuses.push((await ask(`x${at}@example.com`)).status);
		expect([...new Set(statuses)].toSorted()).toEqual([200, 429]);
		expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(4);
	} finally {
		await service.remove();
		files.remove();
	}
});

describe('is off', () => {
	let live: Live;
	afterAll(() => live?.stop());

	test('until LOST_KEY is on and there is a mail server', async () => {
		live = await startLive({ LOST_KEY: 'on' });
		for (const method of ['GET', 'POST']) {
			const path = `${live.address}/lost-key`;
			expect([method, (await fetch(path, { method })).status]).toEqual([method, 403]);
			const headers = { Authorization: live.key };
			expect([method, (await fetch(path, { method, headers })).status]).toEqual([method, 404]);
		}
	});
});
