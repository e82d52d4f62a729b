import { afterEach, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHere } from '../cli/run-here.ts';
import { useMailbox } from '../mailbox.ts';
import { environment } from '../process.ts';
import { writeExport } from './export-file.ts';

const mailbox = useMailbox();
const folders: string[] = [];
afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A watch over one Mac that is late, with one channel. */
function setUp(channel: object) {
	const folder = mkdtempSync(join(tmpdir(), 'watch-mail-'));
	folders.push(folder);
	const heads = 'Computer Name,Serial Number,Model Identifier,Operating System Version';
	const ada = 'ada,C02AAAAAAAA1,"MacBookPro18,3",15.3';
	writeExport(join(folder, 'macs.csv'), [heads, ada], Date.now());
	const watchFile = { inventories: ['macs.csv'], policy: 'latest', channels: { team: channel } };
	writeFileSync(join(folder, 'watch.json'), JSON.stringify(watchFile));
	const env = environment({
		WATCH: join(folder, 'watch.json'),
		POINTRELEASE_STATE: join(folder, 'state'),
		FEEDS: 'off',
	});
	const run = async (words: string, more: Record<string, string> = {}) => {
		const { code, stdout, stderr } = await runHere(words.split(' '), { ...env, ...more });
		return { code, text: `${stdout}${stderr}` };
	};
	return { folder, run };
}

test('a mail in a file is not sent: status 3 until there is a mail server, and then it goes out', async () => {
	const { folder, run } = setUp({ kind: 'mail', to: 'mac-team@example.com' });
	const check = await run('watch --check');
	expect([check.code, check.text]).toMatchObject([
		0,
		expect.stringContaining('WARNING: SMTP_URL is not set, so messages to team are written to'),
	]);
	expect(await run('watch --once')).toMatchObject({
		code: 3,
		text: expect.stringContaining('Round 1: 1 Mac; 1 message not delivered.'),
	});
	const status = await run('watch status');
	expect(status.code).toBe(3);
	expect(status.text).toContain('1 only WRITTEN TO FILES: set SMTP_URL, or use the kind file');
	expect(status.text).toMatch(/team {2}written {2}1 of 1 Mac is overdue/);
	expect((await run('doctor')).text).toContain('1 message to team is a file and was not sent');
	expect(await run('watch --test team')).toMatchObject({
		code: 3,
		text: expect.stringContaining('the test message was written to'),
	});
	expect(readdirSync(join(folder, 'state', 'outbox'))).toHaveLength(2);

	const smtp = { SMTP_URL: mailbox.url, MAIL_FROM: 'Macs <macs@example.com>' };
	expect((await run('watch --check', smtp)).text).not.toContain('WARNING');
	expect(await run('watch --once', smtp)).toMatchObject({ code: 0 });
	expect(mailbox.messages.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]?.trim())).toEqual([
		'1 of 1 Mac is overdue',
	]);
	const after = await run('watch status', smtp);
	expect([after.code, after.text]).toMatchObject([
		0,
		expect.stringMatching(/team {2}sent {5}1 of 1 Mac is overdue|team {2}sent {2}1 of 1 Mac is overdue/),
	]);
});

test('a file channel is told when its file is written, and a person settles mail that nobody needs', async () => {
	const file = setUp({ kind: 'file', folder: 'messages' });
	expect((await file.run('watch --check')).text).not.toContain('WARNING');
	expect(await file.run('watch --once')).toMatchObject({ code: 0 });
	const [name, ...others] = readdirSync(join(file.folder, 'messages'));
	expect(others).toEqual([]);
	expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d{6}Z-overdue-\d{4}-\d\d-\d\d-[\da-f]{8}\.txt$/);
	expect(await file.run('watch --settle team')).toMatchObject({
		code: 0,
		text: 'There is nothing to settle for team.\n',
	});

	const mail = setUp({ kind: 'mail', to: 'mac-team@example.com' });
	expect((await mail.run('watch --once')).code).toBe(3);
	expect(await mail.run('watch --settle team')).toMatchObject({
		code: 0,
		text: '1 message to team is settled:\n  1 of 1 Mac is overdue\n',
	});
	expect((await mail.run('watch status')).code).toBe(0);
	expect((await mail.run('watch --settle tean')).text).toContain(
		'the watch file has no channel "tean": expected one of team',
	);
});

test('a file channel has a folder of its own: the newest file beside the exports is the inventory', async () => {
	const { folder, run } = setUp({ kind: 'file', folder: '.' });
	const watchFile = { inventories: ['.'], channels: { team: { kind: 'file', folder: '.' } } };
	writeFileSync(join(folder, 'watch.json'), JSON.stringify(watchFile));
	expect(await run('watch --check')).toMatchObject({
		code: 1,
		text: expect.stringContaining(
			'channels.team.folder is a folder that inventories are read from: expected one of its own',
		),
	});
});
