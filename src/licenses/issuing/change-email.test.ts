import { describe, expect, test } from 'bun:test';
import { headerOf, useMailbox } from '../../../test/mailbox.ts';
import { kinds, useStores } from '../../../test/stores.ts';
import { silentLog } from '../../process/log.ts';
import { readSettings } from '../../settings/settings.ts';
import { openMailSender } from '../mail/license-mail.ts';
import { openRegistry } from '../registry.ts';
import { changeEmail, revokeLicense } from './changes.ts';
import { findById } from './find.ts';
import { findPerson, forget } from './forget.ts';
import { issueLicense } from './issue.ts';

const stores = useStores();
const mailbox = useMailbox();

async function shop(kind: (typeof kinds)[number]) {
	const env = await stores.environment(kind);
	const settings = readSettings({ ...env, SMTP_URL: mailbox.url, MAIL_FROM: 'shop@example.com' });
	const registry = await openRegistry(settings);
	const { id } = await issueLicense(registry, { email: 'old@example.com', mail: false });
	const license = async () => (await findById(registry.database, id))!;
	const deliver = async () => {
		const sender = openMailSender(registry, settings, silentLog);
		await sender.deliverDue();
		await sender.close();
		return mailbox.envelopes.map(({ rcptTo }) => rcptTo[0]!.address).toSorted();
	};
	const addresses = () => registry.database.tuples('SELECT address FROM outbox WHERE address IS NOT NULL');
	return { settings, registry, id, license, deliver, addresses };
}

describe.each(kinds)('%s', (kind) => {
	test('a changed address is mailed to the new one and to the one before, which is not told the new one', async () => {
		const { registry, id, license, deliver, addresses } = await shop(kind);
		await changeEmail(registry, [await license()], 'new@example.com');
		expect(await addresses()).toEqual([['old@example.com']]);
		expect(await deliver()).toEqual(['new@example.com', 'old@example.com']);
		const toOld = mailbox.messages.find((message) => headerOf(message, 'To') === 'old@example.com')!;
		expect(toOld).toContain(`your license ${id} has another email address from now on`);
		expect(toOld).not.toContain('new@example.com');
		// Once it was sent, nothing remembers the address before.
		expect(await addresses()).toEqual([]);
		await registry.close();
	});

	test('another spelling of the same mailbox, and a license that has ended, are no reason for mail', async () => {
		const { registry, license, deliver } = await shop(kind);
		await changeEmail(registry, [await license()], 'OLD@example.com');
		await revokeLicense(registry, await license());
		await changeEmail(registry, [await license()], 'new@example.com');
		expect(await deliver()).toEqual([]);
		await registry.close();
	});

	test('to forget a person erases an address that a mail still waits for', async () => {
		const { settings, registry, license, deliver, addresses } = await shop(kind);
		await changeEmail(registry, [await license()], 'new@example.com');
		await issueLicense(registry, { email: 'old@example.com', mail: false });
		await forget(registry, settings, await findPerson(registry.database, 'old@example.com'), {
			revoke: false,
		});
		expect(await addresses()).toEqual([]);
		expect(await deliver()).toEqual(['new@example.com']);
		await registry.close();
	});
});
