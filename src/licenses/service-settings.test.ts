import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { runHere } from '../../test/cli/run-here.ts';
import { headerOf, type Mailbox, openMailbox } from '../../test/mailbox.ts';
import { kinds, useStores } from '../../test/stores.ts';
import { examine } from '../cli/doctor/doctor.ts';
import { openDatabase } from '../database/open.ts';
import { createLog, silentLog } from '../process/log.ts';
import { readSettings } from '../settings/settings.ts';
import { openLicenses } from './licenses.ts';
import { storeServiceSettings, withServiceSettings } from './service-settings.ts';

const stores = useStores();
let mailbox: Mailbox;
beforeAll(async () => {
	mailbox = await openMailbox();
});
afterAll(() => mailbox.stop());

const ofService = {
	PUBLIC_URL: 'https://macs.example',
	MAIL_FROM: 'Shop <shop@example.com>',
	RENEW_URL: 'https://shop.example/renew',
};
const mailOf = ({ publicUrl, mailFrom, renewUrl }: ReturnType<typeof readSettings>) => [
	publicUrl,
	mailFrom,
	renewUrl,
];

describe.each(kinds)('%s', (kind) => {
	test('a command has the values of the service that it does not set itself, and an unset value is removed', async () => {
		const env = await stores.environment(kind);
		const command = readSettings(env);
		const database = await openDatabase(command);
		try {
			const used = async (more = {}) =>
				mailOf(await withServiceSettings(database, readSettings({ ...env, ...more })));
			expect(await used()).toEqual([null, 'pointrelease@localhost', null]);
			await storeServiceSettings(database, readSettings({ ...env, ...ofService }));
			expect(await used()).toEqual(Object.values(ofService));
			expect(await used({ PUBLIC_URL: 'https://test.example' })).toEqual([
				'https://test.example',
				'Shop <shop@example.com>',
				'https://shop.example/renew',
			]);
			await storeServiceSettings(database, readSettings({ ...env, PUBLIC_URL: 'https://new.example' }));
			expect(await used()).toEqual(['https://new.example', 'pointrelease@localhost', null]);
		} finally {
			await database.close();
		}
	});
});

test('a start with the same values writes nothing, and no secret is ever stored', async () => {
	const env = await stores.environment('sqlite');
	const settings = readSettings({
		...env,
		...ofService,
		SMTP_URL: 'smtp://shop:swordfish@127.0.0.1:1',
		STRIPE_WEBHOOK_SECRET: `whsec_${'swordfish'.repeat(4)}`,
	});
	const database = await openDatabase(settings);
	try {
		await storeServiceSettings(database, settings);
		const mark = database.mark();
		await storeServiceSettings(database, settings);
		expect(database.mark()).toBe(mark);
		const rows = await database.tuples('SELECT name, value FROM service_settings ORDER BY name');
		expect(rows).toEqual([
			['MAIL_FROM', ofService.MAIL_FROM],
			['PUBLIC_URL', ofService.PUBLIC_URL],
			['RENEW_URL', ofService.RENEW_URL],
		]);
	} finally {
		await database.close();
	}
});

test('a mail that a command sends has the sender and the address of the service', async () => {
	const env = await stores.environment('sqlite');
	await (await openLicenses(readSettings({ ...env, ...ofService }), silentLog)).close();
	const sent = mailbox.messages.length;
	const issued = await runHere(['license', 'issue', '--email', 'you@example.com'], {
		...env,
		SMTP_URL: mailbox.url,
	});
	expect([issued.code, issued.stderr]).toEqual([0, '']);
	const [mail] = mailbox.messages.slice(sent);
	expect(headerOf(mail!, 'From')).toBe('Shop <shop@example.com>');
	expect(mail).toContain('https://macs.example/items/26');
});

test('without MAIL_FROM mail to customers is held and loses no attempt; command, start and doctor say so', async () => {
	const env = { ...(await stores.environment('sqlite')), SMTP_URL: mailbox.url, FEEDS: 'off' };
	const sent = mailbox.messages.length;
	const issued = await runHere(['license', 'issue', '--email', 'you@example.com'], env);
	expect([issued.code, issued.stderr]).toEqual([
		0,
		'pointrelease: mail to customers is held, because MAIL_FROM is not set: set MAIL_FROM to the address that customers answer to, for the service and for commands\n',
	]);
	expect(issued.stdout).toMatch(/^mail +waiting, because MAIL_FROM is not set$/m);

	const lines: string[] = [];
	const log = createLog({ terminal: false, write: (line) => void lines.push(line), now: () => new Date(0) });
	await (await openLicenses(readSettings(env), log)).close();
	expect(lines.join('')).toContain('"event":"mail to customers is held, because MAIL_FROM is not set"');
	const findings = await examine(readSettings(env), env);
	expect(findings).toContainEqual({
		check: 'mail',
		state: 'problem',
		found: 'mail to customers is held, because MAIL_FROM is not set',
		advice: 'set MAIL_FROM to the address that customers answer to, for the service and for commands',
	});
	expect(mailbox.messages.length).toBe(sent);

	const resent = await runHere(['license', 'issue', '--email', 'other@example.com'], {
		...env,
		MAIL_FROM: 'shop@example.com',
	});
	expect(resent.stderr).toBe('');
	expect(mailbox.messages.slice(sent).map((mail) => headerOf(mail, 'To'))).toContain('you@example.com');
});
