import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { importText } from '../../../test/import-text.ts';
import { encodedKeyIn, headerOf, useMailbox } from '../../../test/mailbox.ts';
import { costlyKinds, eventually, type Kind, kinds, useOwnStores } from '../../../test/stores.ts';
import { claimDelivery, pauses } from '../../delivery/outbox.ts';
import { markFailed } from '../../delivery/outcome.ts';
import { createLog, type Log, silentLog } from '../../process/log.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { resendLicenses, revokeLicense } from '../issuing/changes.ts';
import { findByEmail } from '../issuing/find.ts';
import { issueLicense } from '../issuing/issue.ts';
import { openLicenses } from '../licenses.ts';
import { openRegistry, type Registry } from '../registry.ts';
import { mailOf, openMailSender } from './license-mail.ts';
import { composeMail } from './mail.ts';

const stores = useOwnStores();
const mailbox = useMailbox();

async function withMail(kind: Kind): Promise<Settings> {
	const env = await stores.environment(kind);
	return readSettings({
		...env,
		POINTRELEASE_SECRET: 'one secret for all nodes of the test',
		SMTP_URL: mailbox.url,
		MAIL_FROM: 'Shop <shop@example.com>',
		PUBLIC_URL: 'https://mac.example.com/',
	});
}

async function deliver(registry: Registry, settings: Settings, log: Log = silentLog): Promise<number> {
	const mailSender = openMailSender(registry, settings, log);
	const delivered = await mailSender.deliverDue();
	await mailSender.close();
	return delivered;
}

describe.each(costlyKinds)('%s', (kind) => {
	test('a license is bought, mailed, lost, sent again, used and revoked', async () => {
		const settings = await withMail(kind);
		const server = await openLicenses(settings, silentLog);
		const registry = await openRegistry(settings);
		await issueLicense(registry, { email: 'buyer@example.com' });
		await eventually('mailed by the running server', () => mailbox.messages.length === 1);
		const bought = encodedKeyIn(mailbox.messages[0]!)!;
		expect(headerOf(mailbox.messages[0]!, 'To')).toBe('buyer@example.com');
		expect(headerOf(mailbox.messages[0]!, 'From')).toBe('Shop <shop@example.com>');
		expect(server.admit(bought)).toBe(-1);
		expect(server.admit(atob(bought))).toBe(1);

		const [license] = await findByEmail(registry.database, 'Buyer@Example.com');
		await resendLicenses(registry, [license!]);
		await deliver(registry, settings);
		await eventually('sent again', () => mailbox.messages.length === 2);
		expect(encodedKeyIn(mailbox.messages[1]!)).toBe(bought);
		expect(headerOf(mailbox.messages[1]!, 'To')).toBe('buyer@example.com');
		expect(headerOf(mailbox.messages[1]!, 'Subject')).toBe('Your pointrelease license key, sent again');

		await revokeLicense(registry, license!);
		await eventually('refused', () => server.admit(atob(bought)) === -1, 1000);
		await Promise.all([server.close(), registry.close()]);
		expect(mailbox.messages).toHaveLength(2);
	});
});

describe.each(kinds)('%s', (kind) => {
	test('four nodes that empty one outbox at once send each mail exactly once', async () => {
		const settings = await withMail(kind);
		const nodes = await Promise.all(Array.from({ length: 4 }, () => openRegistry(settings)));
		const emails = Array.from({ length: 40 }, (_, index) => `user${index}@example.com`);
		await importText(nodes[0]!, emails.join('\n'), { mail: true });
		const delivered = await Promise.all(nodes.map((node) => deliver(node, settings)));
		expect(delivered.reduce((sum, count) => sum + count)).toBe(40);
		expect(mailbox.messages.map((message) => headerOf(message, 'To')).sort()).toEqual(emails.sort());
		await Promise.all(nodes.map((node) => node.close()));
	});
});

describe.each(costlyKinds)('%s', (kind) => {
	test('a refused mail waits longer after each attempt, and is finally given up', async () => {
		const settings = await withMail(kind);
		const registry = await openRegistry(settings);
		mailbox.refuse = { code: 451, text: '<you@example.com> try later AAAA-BBBB-CCCC-0000' };
		const lines: string[] = [];
		const log = createLog({ write: (line) => void lines.push(line), terminal: true, now: () => new Date() });
		const { id } = await issueLicense(registry, { email: 'you@example.com' });
		expect(await deliver(registry, settings, log)).toBe(0);
		expect(await deliver(registry, settings, log)).toBe(0);
		const [mail] = await mailOf(registry.database, 1);
		expect(mail!.attempts).toBe(1);
		expect(mail!.problem).toBe('Message failed: 451 <(address)> try later ***');
		expect(lines).toEqual([
			`warn: mail not accepted  license=${id}  attempt=1  problem="Message failed: 451 <(address)> try later ***"  retrySeconds=10\n`,
		]);
		for (let attempt = 2; attempt <= pauses.length; attempt++) {
			await registry.database.rows('UPDATE outbox SET due = 1');
			const before = Date.now();
			await deliver(registry, settings);
			const [waiting] = await mailOf(registry.database, 1);
			expect(waiting!.attempts).toBe(attempt);
			expect(waiting!.due).toBeWithin(before + pauses[attempt - 1]!, Date.now() + pauses[attempt - 1]! + 1);
		}
		await registry.database.rows('UPDATE outbox SET due = 1');
		await deliver(registry, settings);
		expect((await mailOf(registry.database, 1))[0]!.givenUp).not.toBeNull();
		await registry.close();
	});

	test('a mail claimed by a node that died is sent by another node when the lease ends, with the same ID', async () => {
		const settings = await withMail(kind);
		const registry = await openRegistry(settings);
		await issueLicense(registry, { email: 'you@example.com' });
		const delivery = await claimDelivery(registry.database, [{ kind: 'license' }]);
		expect(await deliver(registry, settings)).toBe(0);
		await registry.database.rows('UPDATE outbox SET lease_until = 1');
		expect(await deliver(registry, settings)).toBe(1);
		expect(headerOf(mailbox.messages[0]!, 'Message-ID')).toBe(`<${delivery!.id}@example.com>`);
		// The first node was not dead after all. It lost the mail to another node, so its result no longer counts.
		await markFailed(registry.database, delivery!, { problem: 'too late', place: '' });
		expect(await deliver(registry, settings)).toBe(0);
		expect((await mailOf(registry.database, 1))[0]).toMatchObject({ attempts: 2, problem: null });
		await registry.close();
	});

	test('a lease or a pause from a clock that was years ahead does not delay mail', async () => {
		const settings = await withMail(kind);
		const registry = await openRegistry(settings);
		await issueLicense(registry, { email: 'you@example.com' });
		await registry.database.rows('UPDATE outbox SET due = $1, lease_until = $1', [Date.UTC(2099, 0, 1)]);
		expect(await deliver(registry, settings)).toBe(1);
		await registry.close();
	});
});

test('a mail that was accepted while the database was away is recorded later and not sent again', async () => {
	const settings = await withMail('postgres');
	const registry = await openRegistry(settings);
	await issueLicense(registry, { email: 'you@example.com' });
	const mailSender = openMailSender(registry, settings, silentLog);
	mailbox.beforeAnswer = () => stores.postgres().stop();
	expect(await mailSender.deliverDue().catch((thrown) => thrown.code)).toBe('database-unreachable');
	mailbox.beforeAnswer = null;
	await stores.postgres().start();
	await eventually('noted', async () => {
		await mailSender.deliverDue().catch(() => {});
		return (await mailOf(registry.database, 1).catch(() => []))[0]?.sent != null;
	});
	await mailSender.close();
	expect(mailbox.messages).toHaveLength(1);
	await registry.close();
});

test('without a mail server mail becomes private files, one per request', async () => {
	const settings = await stores.settings('sqlite');
	const registry = await openRegistry(settings);
	const { id, encoded } = await issueLicense(registry, { email: 'you@example.com' });
	await deliver(registry, settings);
	await resendLicenses(registry, await findByEmail(registry.database, 'you@example.com'));
	await deliver(registry, settings);
	const folder = join(settings.stateFolder, 'outbox');
	const files = readdirSync(folder);
	expect(files).toHaveLength(2);
	for (const file of files) {
		expect(file).toStartWith(`${id}-`);
		expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
		expect(encodedKeyIn(readFileSync(join(folder, file), 'utf8'))).toBe(encoded);
	}
	await registry.close();
});

test('if the mail server refuses our password, the problem does not repeat it', async () => {
	const env = await stores.environment('sqlite');
	const url = mailbox.url.replace('mail-password', 'wrong-password');
	const settings = readSettings({ ...env, SMTP_URL: url, MAIL_FROM: 'shop@example.com' });
	const registry = await openRegistry(settings);
	await issueLicense(registry, { email: 'you@example.com' });
	await deliver(registry, settings);
	const [mail] = await mailOf(registry.database, 1);
	expect(mail!.problem).toStartWith('Invalid login');
	expect(mail!.problem).not.toContain('wrong-password');
	await registry.close();
});

const mailed = {
	id: '7KQ2M9XA',
	email: 'you@example.com',
	expires: null,
	replaces: null,
	overlapUntil: null,
};

test('the mail of a key that replaces another says until when the old key works', () => {
	const textOf = (overlapUntil: string | null) =>
		composeMail(
			{ id: 'x', occasion: 'issued', queued: 0 },
			[{ license: { ...mailed, replaces: '0A1B2C3D', overlapUntil }, key: 'AAAA-BBBB-CCCC-0000' }],
			{ mailFrom: 'shop@example.com', publicUrl: null, lostKey: null, smtpUrl: null },
		).text;
	expect(textOf('2027-01-31')).toContain(
		'this license key replaces the one of your license 0A1B2C3D, which\nworks until 2027-01-31 (UTC). The new key, encoded in base64, is:\n',
	);
	expect(textOf(null)).toContain('which\nno longer works. The new key, encoded in base64, is:\n');
});

test('without PUBLIC_URL a mail has no placeholder for the address: neither an example nor a page', () => {
	const { text } = composeMail(
		{ id: 'x', occasion: 'issued', queued: 0 },
		[{ license: mailed, key: 'AAAA-BBBB-CCCC-0000' }],
		{
			mailFrom: 'shop@example.com',
			publicUrl: null,
			lostKey: { requests: 10, seconds: 3600 },
			smtpUrl: 'smtp://x',
		},
	);
	expect(text).not.toMatch(/SERVER|curl|https?:|the page/);
	expect(text).toContain('Bearer, in the Authorization header of every request.\n\nYour license is ');
});

test('the text of a mail decodes with the command it names', async () => {
	const mail = composeMail(
		{ id: 'x', occasion: 'issued', queued: 0 },
		[{ license: { ...mailed, expires: '2027-01-31' }, key: 'AAAA-BBBB-CCCC-0000' }],
		{
			mailFrom: 'shop@example.com',
			publicUrl: 'https://mac.example.com',
			lostKey: { requests: 10, seconds: 3600 },
			smtpUrl: 'smtp://x',
		},
	);
	const command = /^ {4}(echo .*)$/m.exec(mail.text)![1]!;
	expect(await Bun.$`sh -c ${command}`.text()).toBe('AAAA-BBBB-CCCC-0000');
	expect(mail.text).toContain('https://mac.example.com/items/26');
	expect(mail.text).toContain(
		'Or look up Macs on the page, which takes the key in both forms:\n\n    https://mac.example.com/\n',
	);
	expect(mail.text).toContain('\nhttps://mac.example.com/lost-key\n');
	expect(mail.text).toContain('The key works until 2027-01-31 (UTC), that day included.');
	expect(mail.text.split('\n').every((line) => line.length <= 76 && /^[\x20-\x7e]*$/.test(line))).toBe(true);
});
