import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from '../../../test/cli/run-here.ts';
import { issue } from '../../../test/issue-license.ts';
import { useMailbox } from '../../../test/mailbox.ts';
import { useStores } from '../../../test/stores.ts';
import { openDatabase } from '../../database/open.ts';
import { checkMailFiles } from '../../server/todo/mail-queue.ts';
import { readSettings } from '../../settings/settings.ts';

const stores = useStores();
const mailbox = useMailbox();
const minute = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`;

/** Commands of one installation, with and without a mail server. */
async function installation() {
	const env = await stores.environment('sqlite');
	const withServer = { ...env, SMTP_URL: mailbox.url, MAIL_FROM: 'shop@example.com' };
	const show = async (id: string, used: Record<string, string> = withServer) => {
		const { stdout } = await runHere(['license', 'show', id], used);
		return stdout.split('\n').filter((line) => line.startsWith('mail '));
	};
	const doctor = async (used: Record<string, string> = withServer) => {
		const settings = readSettings(used);
		const database = await openDatabase(settings);
		const findings = await checkMailFiles(settings, database);
		await database.close();
		return findings.map(({ found }) => found);
	};
	return { env, withServer, show, doctor };
}

test('mail that was written to a file is reported as such, whatever the settings are now', async () => {
	const { env, withServer, show, doctor } = await installation();
	const { id } = await issue(env, '--email', 'you@example.com');
	const outbox = join(env.POINTRELEASE_STATE!, 'outbox');
	const [file] = readdirSync(outbox);
	const written = new RegExp(
		`^mail +issued: written to ${RegExp.escape(join(outbox, file!))} on ${minute}, not sent$`,
	);
	expect(await show(id)).toEqual([expect.stringMatching(written)]);
	expect(await show(id, env)).toEqual([expect.stringMatching(written)]);
	const { stdout } = await runHere(['license', 'show', id, '--json'], withServer);
	expect(JSON.parse(stdout).mail).toMatchObject([{ state: 'written', place: join(outbox, file!) }]);

	expect(await doctor(env)).toEqual([]);
	expect(await doctor()).toEqual(['1 key was written to a file before SMTP_URL was set, and never sent']);
	const without = await runHere(['license', 'resend', '--undelivered'], env);
	expect([without.code, without.stderr]).toEqual([
		1,
		'pointrelease: SMTP_URL is not set: the mail would become files again\n',
	]);
	const refusal = await runHere(['license', 'resend', id, '--undelivered'], withServer);
	expect(refusal.stderr).toBe('pointrelease: name a license or give --undelivered, not both\n');
	const resent = await runHere(['license', 'resend', '--undelivered'], withServer);
	expect(resent.stdout).toMatch(
		new RegExp(`^${id} {2}you@example.com {2}sent to ${mailbox.address} on ${minute}\n$`),
	);
	expect(mailbox.messages).toHaveLength(1);
	expect(await show(id, env)).toEqual([
		expect.stringMatching(written),
		expect.stringMatching(new RegExp(`^mail +resent: sent to ${mailbox.address} on ${minute}$`)),
	]);
	expect(await doctor()).toEqual([]);
	const again = await runHere(['license', 'resend', '--undelivered'], withServer);
	expect([again.code, again.stdout]).toEqual([0, 'every mail was sent: nothing to do\n']);
});

test('refused mail names the server; --undelivered sends failed mail, but not mail in doubt', async () => {
	const { env, withServer, show } = await installation();
	mailbox.refuse = { code: 450, text: 'later' };
	const words = ['license', 'issue', '--json', '--email', 'you@example.com'];
	const { id } = JSON.parse((await runHere(words, withServer)).stdout);
	expect(await show(id, env)).toEqual([
		expect.stringMatching(
			new RegExp(`issued: not accepted yet by ${mailbox.address}, a running service tries again: .*later$`),
		),
	]);
	const database = await openDatabase(readSettings(env));
	await database.rows('UPDATE outbox SET given_up = 1000, attempts = 10');
	expect(await show(id, env)).toEqual([
		expect.stringMatching(
			new RegExp(
				`issued: refused by ${mailbox.address}, given up on 1970-01-01 00:00 UTC after 10 attempts: .*later$`,
			),
		),
	]);
	const list = async () => (await runHere(['license', 'list', '--undelivered'], withServer)).stdout;
	expect(await list()).toMatch(
		new RegExp(`^id .*\n${id} +you@example.com +refused by ${mailbox.address}, given up `),
	);
	mailbox.refuse = null;
	expect((await runHere(['license', 'resend', '--undelivered'], withServer)).stdout).toContain('sent to ');
	expect(await list()).toBe('every mail was sent\n');
	await database.rows('UPDATE outbox SET sent = NULL, given_up = NULL, unknown_since = 1, handed_over = 1');
	expect((await runHere(['license', 'resend', '--undelivered'], withServer)).stdout).toContain(
		'nothing to do',
	);
	await database.close();
});
