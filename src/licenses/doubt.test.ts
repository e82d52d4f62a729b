import { describe, expect, spyOn, test } from 'bun:test';
import { headerOf, useMailbox } from '../../test/mailbox.ts';
import { costlyKinds, eventually, type Kind, kinds, useStores } from '../../test/stores.ts';
import { smtpChannel } from '../delivery/smtp.ts';
import { createLog, silentLog } from '../process/log.ts';
import { readSettings } from '../settings/settings.ts';
import { resendLicenses, revokeLicense } from './issuing/changes.ts';
import { allLicenses, findByEmail } from './issuing/find.ts';
import { issueLicense } from './issuing/issue.ts';
import { openLicenses } from './licenses.ts';
import { mailOf, openMailSender } from './mail/license-mail.ts';
import { openRegistry } from './registry.ts';

const stores = useStores();
const mailbox = useMailbox();

/** A shop with one mail in its outbox. */
async function shop(kind: Kind) {
	const env = await stores.environment(kind);
	const settings = readSettings({ ...env, SMTP_URL: mailbox.url, MAIL_FROM: 'shop@example.com' });
	const registry = await openRegistry(settings);
	const { id } = await issueLicense(registry, { email: 'you@example.com' });
	const lines: string[] = [];
	const log = createLog({ write: (line) => void lines.push(line), terminal: true, now: () => new Date() });
	/** The answer takes longer than the client waits, so that the client gets none, however fast the machine is. */
	const mailSender = (answer = 60_000) =>
		openMailSender(registry, settings, log, smtpChannel(mailbox.url, { begin: 60_000, answer }));
	const mail = async () => (await mailOf(registry.database, 1)).at(-1)!;
	/** Delivers as any node does later, when every pause and lease has ended. */
	const later = async () => {
		await registry.database.rows('UPDATE outbox SET due = 1, lease_until = 1');
		const next = mailSender();
		const delivered = await next.deliverDue();
		await next.close();
		return delivered;
	};
	return { settings, registry, id, lines, mailSender, mail, later };
}

/** The mail server receives messages and does not answer, until the returned function is called. */
function holdAnswers(): () => void {
	const release = Promise.withResolvers<void>();
	mailbox.beforeAnswer = () => release.promise;
	return () => {
		mailbox.beforeAnswer = null;
		release.resolve();
	};
}

describe.each(kinds)('%s', (kind) => {
	test('a mail without an answer has an unknown state: it is logged once, and only a person sends it again', async () => {
		const { registry, id, lines, mailSender, mail, later } = await shop(kind);
		const answer = holdAnswers();
		expect(await mailSender(50).deliverDue()).toBe(0);
		answer();
		expect(await mail()).toMatchObject({ sent: null, problem: 'the mail server took too long' });
		expect((await mail()).unknownSince).not.toBeNull();
		expect(await later()).toBe(0);
		expect(mailbox.messages).toHaveLength(1);
		expect(lines).toEqual([
			`warn: mail state unknown  license=${id}  problem="the mail server took too long"  advice="license resend ${id}"\n`,
		]);
		const inDoubt = async () => {
			const results: string[] = [];
			for await (const page of allLicenses(registry.database, { mailUnknown: true }))
				results.push(...page.map((license) => license.id));
			return results;
		};
		expect(await inDoubt()).toEqual([id]);
		await Bun.sleep(5);
		await resendLicenses(registry, await findByEmail(registry.database, 'you@example.com'));
		expect(await inDoubt()).toEqual([]);
		expect(await later()).toBe(1);
		expect(mailbox.messages.map((message) => headerOf(message, 'Subject'))).toEqual([
			'Your pointrelease license key',
			'Your pointrelease license key, sent again',
		]);
		await registry.close();
	});

	test('a mail whose node died while handing it over has an unknown state when its lease ends', async () => {
		const { registry, id, lines, mailSender, mail, later } = await shop(kind);
		const answer = holdAnswers();
		const dying = mailSender().deliverDue();
		await eventually('taken', () => mailbox.messages.length === 1);
		expect(await later()).toBe(0);
		expect((await mail()).unknownSince).not.toBeNull();
		expect(lines.join('')).toStartWith(`warn: mail state unknown  license=${id}`);
		// The node was alive after all: the answer that it gets settles the state.
		answer();
		expect(await dying).toBe(1);
		expect(await mail()).toMatchObject({ unknownSince: null, problem: null });
		expect((await mail()).sent).not.toBeNull();
		expect(mailbox.messages).toHaveLength(1);
		await registry.close();
	});
});

describe.each(costlyKinds)('%s', (kind) => {
	test('a refused message is tried again', async () => {
		const { registry, mailSender, mail, later } = await shop(kind);
		mailbox.refuse = { code: 452, text: 'disk full' };
		expect(await mailSender().deliverDue()).toBe(0);
		expect(await mail()).toMatchObject({ handedOver: null, unknownSince: null, attempts: 1 });
		mailbox.refuse = null;
		expect(await later()).toBe(1);
		await registry.close();
	});

	test('a mail is tried again if the connection is lost before the message', async () => {
		const { registry, settings, mail, later } = await shop(kind);
		const greetsOnly = Bun.listen({
			hostname: '127.0.0.1',
			port: 0,
			socket: { open: (socket) => void socket.write('220 here\r\n'), data: (socket) => void socket.end() },
		});
		const url = `smtp://127.0.0.1:${greetsOnly.port}`;
		const lost = openMailSender(registry, settings, silentLog, smtpChannel(url));
		expect(await lost.deliverDue()).toBe(0);
		expect(await mail()).toMatchObject({ handedOver: null, unknownSince: null, attempts: 1 });
		greetsOnly.stop(true);
		expect(await later()).toBe(1);
		await registry.close();
	});

	test('a mail that is dropped while its node connects is not sent', async () => {
		const { registry, settings, mail } = await shop(kind);
		const [license] = await findByEmail(registry.database, 'you@example.com');
		const smtp = smtpChannel(mailbox.url);
		const mailSender = openMailSender(registry, settings, silentLog, {
			...smtp,
			deliver: async (composed, name, handOver) => {
				await revokeLicense(registry, license!);
				await smtp.deliver(composed, name, handOver);
			},
		});
		expect(await mailSender.deliverDue()).toBe(0);
		expect(mailbox.messages).toEqual([]);
		expect(await mail()).toBeUndefined();
		await registry.close();
	});

	test('a delivery that is stopped while its handover is recorded is not sent, and is tried again', async () => {
		const { registry, settings, mail, later } = await shop(kind);
		const smtp = smtpChannel(mailbox.url);
		const mailSender = openMailSender(registry, settings, silentLog, {
			...smtp,
			deliver: (composed, name, handOver) =>
				smtp.deliver(composed, name, async () => {
					smtp.close();
					await Bun.sleep(100);
					await handOver().catch(() => {});
				}),
		});
		expect(await mailSender.deliverDue()).toBe(0);
		await Bun.sleep(300);
		expect(mailbox.messages).toEqual([]);
		expect(await mail()).toMatchObject({ handedOver: null, unknownSince: null, attempts: 1 });
		expect(await later()).toBe(1);
		await registry.close();
	});

	test('a normal stop waits for answers, and a mail without an answer in time has an unknown state', async () => {
		const { registry, settings, mail, later } = await shop(kind);
		const answer = holdAnswers();
		const patient = await openLicenses(settings, silentLog);
		await eventually('taken', () => mailbox.messages.length === 1);
		const closed = patient.close();
		answer();
		await closed;
		expect((await mail()).sent).not.toBeNull();

		await Bun.sleep(5);
		await resendLicenses(registry, await findByEmail(registry.database, 'you@example.com'));
		const answerLate = holdAnswers();
		const stopped = await openLicenses(settings, silentLog);
		await eventually('taken', () => mailbox.messages.length === 2);
		await stopped.close();
		answerLate();
		expect(await mail()).toMatchObject({ sent: null, problem: 'stopped before the mail server answered' });
		expect((await mail()).unknownSince).not.toBeNull();
		expect(await later()).toBe(0);
		expect(mailbox.messages).toHaveLength(2);
		await registry.close();
	});
});

test('a mail server has ten minutes to confirm a message; only then is the state of the mail unknown', async () => {
	const { registry, settings, mail, later } = await shop('sqlite');
	const answer = holdAnswers();
	const timers: { milliseconds: number; expire: () => void }[] = [];
	const { setTimeout: start } = globalThis;
	const clock = spyOn(globalThis, 'setTimeout').mockImplementation(((
		expire: () => void,
		milliseconds: number,
	) => {
		timers.push({ milliseconds, expire });
		return start(expire, milliseconds);
	}) as typeof setTimeout);
	try {
		const mailSender = openMailSender(registry, settings, silentLog);
		const delivering = mailSender.deliverDue();
		await eventually('taken', () => mailbox.messages.length === 1);
		const limit = timers.findLast(({ milliseconds }) => milliseconds >= 60_000)!;
		expect(limit.milliseconds).toBe(10 * 60_000);
		expect((await mail()).unknownSince).toBeNull();
		limit.expire();
		expect(await delivering).toBe(0);
		await mailSender.close();
	} finally {
		clock.mockRestore();
		answer();
	}
	expect(await mail()).toMatchObject({ sent: null, problem: 'the mail server took too long' });
	expect(await later()).toBe(0);
	expect(mailbox.messages).toHaveLength(1);
	await registry.close();
});
