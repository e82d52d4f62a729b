import { expect, test } from 'bun:test';
import { openMailbox } from '../../../test/mailbox.ts';
import { runCommand, spawnCommand } from '../../../test/process.ts';
import { eventually, useStores } from '../../../test/stores.ts';
import { withRegistry } from '../../licenses/registry.ts';
import { readSettings } from '../../settings/settings.ts';

const stores = useStores();

test('after a kill while a mail server has its message, the state is unknown, and only resend sends it again', async () => {
	const mailbox = await openMailbox();
	const env = {
		...(await stores.environment('sqlite')),
		SMTP_URL: mailbox.url,
		MAIL_FROM: 'shop@example.com',
	};
	const answerGate = Promise.withResolvers<void>();
	mailbox.beforeAnswer = () => answerGate.promise;
	const killed = spawnCommand(['license', 'issue', '--email', 'you@example.com'], env);
	await eventually('taken', () => mailbox.messages.length === 1);
	killed.kill('SIGKILL');
	await killed.exited;
	mailbox.beforeAnswer = null;
	answerGate.resolve();
	const show = async () => (await runCommand(['license', 'show', 'you@example.com'], env)).stdout;
	expect(await show()).toMatch(/^mail +issued: state unknown: sent, and not confirmed/m);

	await withRegistry(readSettings(env), ({ database }) =>
		database.rows('UPDATE outbox SET lease_until = 1, due = 1'),
	);
	// The next delivery notices that the first process is dead.
	await runCommand(['license', 'issue', '--email', 'other@example.com'], env);
	expect(await show()).toMatch(
		/^mail +issued: state unknown: the node that sent it stopped .* license resend$/m,
	);
	const listed = await runCommand(['license', 'list', '--mail-unknown', '--json'], env);
	expect(JSON.parse(listed.stdout)).toMatchObject([{ email: 'you@example.com' }]);
	expect(mailbox.messages).toHaveLength(2);

	expect((await runCommand(['license', 'resend', 'you@example.com'], env)).stdout).toContain('  sent to ');
	expect(mailbox.messages).toHaveLength(3);
	expect(await show()).toMatch(/^mail +resent: sent to /m);
	expect((await runCommand(['license', 'list', '--mail-unknown'], env)).stdout).toBe('no licenses\n');
	await mailbox.stop();
});
