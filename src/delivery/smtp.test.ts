import { afterAll, expect, test } from 'bun:test';
import { Socket } from 'node:net';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import nodemailer from 'nodemailer/package.json' with { type: 'json' };
import type { SMTPServerOptions } from 'smtp-server';
import { type Mailbox, openMailbox } from '../../test/mailbox.ts';
import { mailboxOf } from '../licenses/license.ts';
import { smtpChannel, tryLogin } from './smtp.ts';

const mailboxes: Mailbox[] = [];
afterAll(() => Promise.all(mailboxes.map((mailbox) => mailbox.stop())));

async function listen(options: SMTPServerOptions): Promise<Mailbox> {
	const mailbox = await openMailbox(options);
	mailboxes.push(mailbox);
	return mailbox;
}

function mailTo(to: string) {
	return {
		messageId: '<1@example.com>',
		from: 'Shop <shop@example.com>',
		to,
		subject: 'x',
		date: new Date(0),
		text: 'x',
	};
}

test('SMTPUTF8 is used for non-ASCII letters before the @, and not for those of a domain', async () => {
	const { address, envelopes } = await listen({ hideSMTPUTF8: false });
	const delivery = smtpChannel(`smtp://${address}`);
	await delivery.deliver(mailTo('käse@bücher.example'), 'a', async () => {});
	await delivery.deliver(mailTo('kaese@bücher.example'), 'b', async () => {});
	const recipients = envelopes.map(({ mailFrom, rcptTo }) => [
		'SMTPUTF8' in ((mailFrom ? mailFrom.args : null) || {}),
		rcptTo[0]?.address,
	]);
	expect(recipients).toEqual([
		[true, 'käse@bücher.example'],
		// It was sent as xn--bcher-kva.example: this test server shows domains decoded.
		[false, 'kaese@bücher.example'],
	]);
});

test('nothing is sent to a server without SMTPUTF8 for such an address, and the error says why', async () => {
	const { address, envelopes } = await listen({ hideSMTPUTF8: true });
	const delivery = smtpChannel(`smtp://${address}`);
	let handedOver = false;
	const failure = await delivery
		.deliver(mailTo('käse@example.com'), 'a', async () => {
			handedOver = true;
		})
		.catch((thrown) => thrown);
	expect([failure.code, failure.message]).toEqual([
		'mail-refused',
		'the mail server does not support addresses with non-ASCII letters (SMTPUTF8)',
	]);
	expect([handedOver, envelopes]).toEqual([false, []]);
	await delivery.deliver(mailTo('kaese@bücher.example'), 'b', async () => {});
	expect(envelopes).toHaveLength(1);
});

/*
 * `smtp.ts` reads two members that nodemailer does not document: `_socket`, to end a connection at once, and
 * `_supportedExtensions`. If this fails after an upgrade, look at both in the new release, and set its version here.
 */
test('the private members of nodemailer are as they were in the release that was looked at', async () => {
	expect(nodemailer.version).toBe('10.4.0');
	const [hostname, port] = (await listen({ hideSMTPUTF8: false })).address.split(':');
	const connection = new SMTPConnection({ host: hostname, port: Number(port) });
	await new Promise<void>((resolve, reject) => {
		connection.on('error', reject);
		connection.connect((error) => (error ? reject(error) : resolve()));
	});
	const { _socket: socket, _supportedExtensions: extensions } = connection as unknown as Record<
		string,
		unknown
	>;
	expect(extensions).toContain('SMTPUTF8');
	expect(socket).toBeInstanceOf(Socket);
	connection.close();
});

test('a login is tested without sending mail, and a wrong password is reported without repeating it', async () => {
	const { address, envelopes } = await listen({});
	expect(await tryLogin(`smtp://shop:mail-password@${address}`, 10_000)).toBe('login');
	expect(await tryLogin(`smtp://${address}`, 10_000)).toBe('open');
	const failure = await tryLogin(`smtp://shop:sardine@${address}`, 10_000).catch((thrown) => thrown);
	expect(failure.code).toBe('mail-refused');
	expect(failure.message).toMatch(/535|Invalid login/);
	expect(failure.message).not.toContain('sardine');
	const without = await listen({ disabledCommands: ['STARTTLS', 'AUTH'] });
	expect(await tryLogin(`smtp://shop:mail-password@${without.address}`, 10_000)).toBe('no-login');
	expect(envelopes).toEqual([]);
});

test('both spellings of a domain are one mailbox', () => {
	for (const email of ['A@BÜCHER.example', 'a@xn--bcher-kva.example', 'a@bu\u0308cher.example'])
		expect(mailboxOf(email)).toBe('a@xn--bcher-kva.example');
	expect([mailboxOf('You@Example.com'), mailboxOf('a@[127.0.0.1]')]).toEqual([
		'you@example.com',
		'a@[127.0.0.1]',
	]);
});
