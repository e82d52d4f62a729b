import { describe, expect, test } from 'bun:test';
import { encodedKeyIn, headerOf, useMailbox } from '../../test/mailbox.ts';
import { type Kind, kinds, useStores } from '../../test/stores.ts';
import { countOutbox } from '../delivery/outbox.ts';
import { createLog } from '../process/log.ts';
import { readSettings } from '../settings/settings.ts';
import { revokeLicense } from './issuing/changes.ts';
import { findById } from './issuing/find.ts';
import { forget } from './issuing/forget.ts';
import { issueLicense } from './issuing/issue.ts';
import { forgottenEmail } from './license.ts';
import { answerRequests, mostMails, requestLostKeys, waitingRequests } from './lost-key.ts';
import { countToldOutbox, openMailSender } from './mail/license-mail.ts';
import { openRegistry, type Registry } from './registry.ts';

const stores = useStores();
const mailbox = useMailbox();

/** A store with licenses, and functions to ask for their keys. */
async function open(kind: Kind) {
	const env = {
		...(await stores.environment(kind)),
		POINTRELEASE_SECRET: 'one secret for all nodes of the test',
	};
	const settings = readSettings({ ...env, SMTP_URL: mailbox.url, MAIL_FROM: 'shop@example.com' });
	const registry = await openRegistry(settings);
	const log: string[] = [];
	return {
		registry,
		settings,
		log,
		issue: (email: string, expires: string | null = null) =>
			issueLicense(registry, { email, expires, mail: false }),
		revoke: async (id: string) => revokeLicense(registry, (await findById(registry.database, id))!),
		ask: (email: string) => requestLostKeys(registry.database, email),
		async deliver() {
			const sender = openMailSender(
				registry,
				settings,
				createLog({ write: (line) => log.push(line), terminal: false, now: () => new Date(0) }),
			);
			await sender.deliverDue();
			await sender.close();
		},
	};
}

const mailsOf = async ({ database }: Registry) =>
	Number((await database.rows<{ n: number }>('SELECT count(*) AS n FROM outbox'))[0]!.n);

describe.each(kinds)('%s', (kind) => {
	test('one mail to the stored address has every key that is active when it is sent, and the log has no line about it', async () => {
		const { registry, log, issue, revoke, ask, deliver } = await open(kind);
		const first = await issue('Ann@Example.com', '2099-12-31');
		const second = await issue('ann@example.com');
		const third = await issue('ann@example.com');
		const endedLicense = await issue('ann@example.com', '2001-01-01');
		const strangersLicense = await issue('other@example.com');
		expect(await ask(' ANN@example.COM'.trim())).toBe(true);
		expect(await answerRequests(registry.database)).toBe(1);
		expect(await waitingRequests(registry.database)).toEqual({ count: 0, oldest: null });
		await revoke(third.id);
		await deliver();
		expect(mailbox.messages).toHaveLength(1);
		const [message] = mailbox.messages as [string];
		expect([headerOf(message, 'To'), mailbox.envelopes[0]!.rcptTo.map(({ address }) => address)]).toEqual([
			'ann@example.com',
			['ann@example.com'],
		]);
		expect(encodedKeyIn(message)).toBe(second.encoded);
		expect(message).toContain(`    ${first.encoded}\r\n    License ${first.id}, works until 2099-12-31`);
		for (const { encoded } of [third, endedLicense, strangersLicense]) expect(message).not.toContain(encoded);
		expect(message.split('\r\n').every((line) => line.length <= 76)).toBe(true);
		expect(log).toEqual([]);
		await registry.close();
	});

	test('no other address gets mail, and the address of a request is not stored', async () => {
		const { registry, issue, revoke, ask, deliver } = await open(kind);
		const revokedLicense = await issue('gone@example.com');
		await revoke(revokedLicense.id);
		await issue('past@example.com', '2001-01-01');
		for (const name of ['gone', 'past', 'stranger']) expect(await ask(`${name}@example.com`)).toBe(true);
		expect(await answerRequests(registry.database)).toBe(3);
		await deliver();
		expect([mailbox.messages, await mailsOf(registry)]).toEqual([[], 0]);
		expect(await registry.database.rows('SELECT * FROM lost_key_requests')).toEqual([]);
		await registry.close();
	});

	test('an address gets at most three mails a day, one at a time, with several nodes, too', async () => {
		const { registry, issue, ask, deliver } = await open(kind);
		await issue('ann@example.com');
		await issue('ben@example.com');
		for (let round = 0; round < mostMails + 2; round++) {
			for (const email of ['ann@example.com', 'ANN@example.com', 'nobody@example.com']) await ask(email);
			await Promise.all([answerRequests(registry.database), answerRequests(registry.database)]);
			// The mail still waits, so asking again adds none.
			await ask('ann@example.com');
			await answerRequests(registry.database);
			expect(await mailsOf(registry)).toBe(Math.min(round + 1, mostMails));
			await deliver();
		}
		expect(mailbox.messages).toHaveLength(mostMails);
		await ask('ben@example.com');
		await answerRequests(registry.database);
		await deliver();
		expect(mailbox.messages).toHaveLength(mostMails + 1);
		await registry.close();
	});

	test('a mail whose keys were all revoked before it left is dropped', async () => {
		const { registry, issue, revoke, ask, deliver } = await open(kind);
		const { id } = await issue('ann@example.com');
		await ask('ann@example.com');
		await answerRequests(registry.database);
		await revoke(id);
		await deliver();
		expect([mailbox.messages, await mailsOf(registry)]).toEqual([[], 0]);
		await registry.close();
	});

	test('a forgotten person gets no mail, and neither does the placeholder address', async () => {
		const { registry, settings, issue, ask, deliver } = await open(kind);
		const { id } = await issue('ann@example.com');
		await ask('ann@example.com');
		await answerRequests(registry.database);
		await ask('Ann@example.com');
		const license = (await findById(registry.database, id))!;
		await forget(registry, settings, { licenses: [license], email: null }, { revoke: false });
		expect((await waitingRequests(registry.database)).count).toBe(0);
		await ask(forgottenEmail);
		await answerRequests(registry.database);
		await deliver();
		expect([mailbox.messages, await mailsOf(registry)]).toEqual([[], 0]);
		await registry.close();
	});

	test('while the mail server refuses, neither log nor metrics show it before ten minutes have passed', async () => {
		const { registry, log, issue, ask, deliver } = await open(kind);
		mailbox.refuse = { code: 550, text: 'no such user ann@example.com' };
		await issue('ann@example.com');
		await ask('ann@example.com');
		await answerRequests(registry.database);
		await deliver();
		const watched = await countToldOutbox(registry.database);
		expect([watched.waiting, watched.failing, watched.oldest, log]).toEqual([0, 0, null, []]);
		const all = await countOutbox(registry.database);
		expect([all.waiting, all.failing]).toEqual([1, 1]);
		await registry.close();
	});

	test('the number of waiting requests is limited', async () => {
		const { registry, ask } = await open(kind);
		await registry.database.rows(
			`INSERT INTO lost_key_requests (id, email, asked)
				WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
				SELECT 'r' || i, 'x' || i || '@example.com', 0 FROM n`,
		);
		expect(await ask('ann@example.com')).toBe(false);
		await registry.database.rows("DELETE FROM lost_key_requests WHERE id = 'r1'");
		expect(await ask('ann@example.com')).toBe(true);
		await registry.close();
	});
});
