import { afterAll, expect, test } from 'bun:test';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';
import { mailboxOf, mailboxSpellings } from '../license.ts';
import { smtpDelivery, tryLogin } from './smtp.ts';

interface Listening {
	url: string;
	envelopes: SMTPServerEnvelope[];
}

const servers: SMTPServer[] = [];
afterAll(() => {
	for (const server of servers) server.close();
});

async function listen(options: object): Promise<Listening> {
	const envelopes: SMTPServerEnvelope[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		allowInsecureAuth: true,
		logger: false,
		onAuth: ({ username, password }, _session, done) =>
			username === 'shop' && password === 'swordfish'
				? done(null, { user: username })
				: done(new Error('wrong')),
		onData(stream, session, done) {
			stream.resume();
			stream.on('end', () => {
				envelopes.push(session.envelope);
				done();
			});
		},
		...options,
	});
	servers.push(server);
	server.on('error', () => {});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
	return { url: `127.0.0.1:${(server.server.address() as { port: number }).port}`, envelopes };
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

test('an address with letters beyond ASCII before its @ is sent with SMTPUTF8, one with such a domain without', async () => {
	const { url, envelopes } = await listen({ hideSMTPUTF8: false });
	const delivery = smtpDelivery(`smtp://${url}`);
	await delivery.deliver(mailTo('käse@bücher.example'), 'a', async () => {});
	await delivery.deliver(mailTo('kaese@bücher.example'), 'b', async () => {});
	const sent = envelopes.map(({ mailFrom, rcptTo }) => [
		'SMTPUTF8' in ((mailFrom ? mailFrom.args : null) || {}),
		rcptTo[0]?.address,
	]);
	expect(sent).toEqual([
		[true, 'käse@bücher.example'],
		// It came as xn--bcher-kva.example: this server tells domains as people write them.
		[false, 'kaese@bücher.example'],
	]);
});

test('a server that does not know such addresses is sent none, and that is said', async () => {
	const { url, envelopes } = await listen({ hideSMTPUTF8: true });
	const delivery = smtpDelivery(`smtp://${url}`);
	let handedOver = false;
	const failure = await delivery
		.deliver(mailTo('käse@example.com'), 'a', async () => {
			handedOver = true;
		})
		.catch((thrown) => thrown);
	expect([failure.code, failure.message]).toEqual([
		'mail-refused',
		'the mail server takes no addresses with letters beyond ASCII (it has no SMTPUTF8)',
	]);
	expect([handedOver, envelopes]).toEqual([false, []]);
	await delivery.deliver(mailTo('kaese@bücher.example'), 'b', async () => {});
	expect(envelopes).toHaveLength(1);
});

test('a login is tried without sending anything, and a wrong password is told without it', async () => {
	const { url, envelopes } = await listen({});
	expect(await tryLogin(`smtp://shop:swordfish@${url}`, 10_000)).toBe('login');
	expect(await tryLogin(`smtp://${url}`, 10_000)).toBe('open');
	const failure = await tryLogin(`smtp://shop:sardine@${url}`, 10_000).catch((thrown) => thrown);
	expect(failure.code).toBe('mail-refused');
	expect(failure.message).toMatch(/535|Invalid login/);
	expect(failure.message).not.toContain('sardine');
	const without = await listen({ disabledCommands: ['STARTTLS', 'AUTH'] });
	expect(await tryLogin(`smtp://shop:swordfish@${without.url}`, 10_000)).toBe('no-login');
	expect(envelopes).toEqual([]);
});

test('both spellings of a domain are one mailbox, and what releases before stored is found under both', () => {
	for (const email of ['A@BÜCHER.example', 'a@xn--bcher-kva.example', 'a@bu\u0308cher.example'])
		expect(mailboxOf(email)).toBe('a@xn--bcher-kva.example');
	for (const email of ['a@bücher.example', 'a@XN--BCHER-KVA.example'])
		expect(mailboxSpellings(email)).toEqual(
			expect.arrayContaining(['a@xn--bcher-kva.example', 'a@bücher.example']),
		);
	expect([mailboxOf('You@Example.com'), mailboxOf('a@[127.0.0.1]')]).toEqual([
		'you@example.com',
		'a@[127.0.0.1]',
	]);
});
