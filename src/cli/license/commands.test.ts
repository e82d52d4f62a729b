import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from '../../../test/cli/run-here.ts';
import { type Issued, issue } from '../../../test/issue-license.ts';
import { encodedKeyIn, type Mailbox, openMailbox } from '../../../test/mailbox.ts';
import { environment } from '../../../test/process.ts';
import { useStores } from '../../../test/stores.ts';
import { revokeLicense } from '../../licenses/issuing/changes.ts';
import { findByEmail } from '../../licenses/issuing/find.ts';
import { issueLicense } from '../../licenses/issuing/issue.ts';
import { withRegistry } from '../../licenses/registry.ts';
import { readSettings } from '../../settings/settings.ts';

const stores = useStores();
let mailbox: Mailbox;
beforeAll(async () => {
	mailbox = await openMailbox();
});
afterAll(() => mailbox.stop());

describe('issue', () => {
	test('prints id, email, key and its encoded form, and mails without a server', async () => {
		const env = {
			...(await stores.environment('sqlite')),
			SMTP_URL: mailbox.url,
			MAIL_FROM: 'shop@example.com',
		};
		const issued = await issue(
			env,
			'--email',
			'you@example.com',
			'--note',
			'order 7',
			'--expires',
			'2099-12-31',
		);
		expect(Object.keys(issued)).toEqual(['id', 'email', 'key', 'encoded', 'expires']);
		expect(issued.key).toMatch(/^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$/);
		expect(atob(issued.encoded)).toBe(issued.key);
		expect(mailbox.messages.map(encodedKeyIn)).toEqual([issued.encoded]);
		const { stdout } = await runHere(['license', 'show', issued.id, '--json'], env);
		expect(JSON.parse(stdout)).toMatchObject({
			id: issued.id,
			status: 'active',
			expires: '2099-12-31',
			note: 'order 7',
			resendable: true,
			requests_30_days: 0,
			mail: [{ occasion: 'issued', attempts: 1, problem: null }],
		});
		expect(stdout).not.toContain(issued.key);
	});

	test('repeated for an order shows its license with the last day, which an address with a name finds', async () => {
		const env = await stores.environment('sqlite');
		const request = ['--email', 'you@example.com', '--order', '1042', '--no-mail'];
		const issued = await issue(env, ...request, '--expires', '2099-12-31');
		expect(await issue(env, ...request)).toEqual({ ...issued, known: true } as Issued);
		const printed = async (...words: string[]) => (await runHere(['license', ...words], env)).stdout;
		expect(await printed('issue', ...request)).toContain('\nexpires  2099-12-31\norder    1042\n');
		for (const words of [['orders', '--email'], ['list', '--email'], ['show']])
			for (const address of ['Your Name <You@example.com>', ' you@example.com '])
				expect([words, await printed(...words, address)]).toEqual([
					words,
					expect.stringContaining(issued.id),
				]);
	});

	test('is shown with its requests of the last 30 days', async () => {
		const env = await stores.environment('sqlite');
		const { id } = await issue(env, '--email', 'you@example.com', '--no-mail');
		const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
		await withRegistry(readSettings(env), async ({ database }) => {
			const text =
				'INSERT INTO usage (license, day, requests) SELECT number, $1, $2 FROM licenses WHERE id = $3';
			for (const [days, requests] of [
				[0, 3],
				[10, 40],
				[40, 500],
			] as const)
				await database.rows(text, [dayBefore(days), requests, id]);
		});
		const { stdout } = await runHere(['license', 'show', id, '--json'], env);
		expect(JSON.parse(stdout).requests_30_days).toBe(43);
	});

	test('says that mail waits when no mail server answers, and the key is still valid', async () => {
		const env = {
			...(await stores.environment('sqlite')),
			SMTP_URL: 'smtp://shop:mail-password@127.0.0.1:1',
			MAIL_FROM: 'shop@example.com',
		};
		const { code, stdout, stderr } = await runHere(
			['license', 'issue', '--json', '--email', 'you@example.com'],
			env,
		);
		expect(code).toBe(0);
		expect(JSON.parse(stdout).email).toBe('you@example.com');
		expect(stderr).toBe(
			'pointrelease: mail not accepted yet by 127.0.0.1:1, a running service tries again: connect ECONNREFUSED 127.0.0.1:1\n',
		);
	});

	test('says that no mail goes out when the license is revoked before it does', async () => {
		const env = await stores.environment('sqlite');
		const revoking = await openMailbox({
			onConnect: (_session, callback) =>
				void withRegistry(readSettings(env), async (registry) => {
					const [license] = await findByEmail(registry.database, 'you@example.com');
					await revokeLicense(registry, license!);
				}).then(() => callback(), callback),
		});
		const { stdout, stderr } = await runHere(['license', 'issue', '--json', '--email', 'you@example.com'], {
			...env,
			SMTP_URL: revoking.url,
			MAIL_FROM: 'shop@example.com',
		});
		await revoking.stop();
		expect([JSON.parse(stdout).email, stderr]).toEqual([
			'you@example.com',
			'pointrelease: mail not sent: the license was revoked meanwhile\n',
		]);
	});

	test('a restored license whose key was never mailed is told, because a revocation drops mail that waits', async () => {
		const env = await stores.environment('sqlite');
		const issued = await withRegistry(readSettings(env), (registry) =>
			issueLicense(registry, { email: 'you@example.com' }),
		);
		const { id } = issued;
		await runHere(['license', 'revoke', id], env);
		expect(await runHere(['license', 'restore', id], env)).toEqual({
			code: 0,
			stdout: `${id}  you@example.com  restored\n`,
			stderr: `pointrelease: no mail has the key of ${id}: "license resend ${id}" sends it\n`,
		});
	});

	const mistakes: [args: string[], line: string][] = [
		[[], 'pointrelease: no address: add --email ADDRESS\n'],
		[['--email', 'nobody'], 'pointrelease: "nobody" is not an email address\n'],
		[['--email', 'a@b.c', '--expires', '2020-01-01'], 'pointrelease: 2020-01-01 is in the past\n'],
		[['--email', 'a@b.c', '--expires', 'soon'], 'pointrelease: "soon" is not a day of the form YYYY-MM-DD\n'],
	];
	test.each(mistakes)('with %p ends with one line', async (args, line) => {
		const env = await stores.environment('sqlite');
		expect(await runHere(['license', 'issue', ...args], env)).toEqual({
			code: 1,
			stdout: '',
			stderr: line,
		});
	});
});

test('if an address has several licenses, a person selects one by ID; resend sends all active ones', async () => {
	const env = await stores.environment('sqlite');
	const one = await issue(env, '--email', 'you@example.com', '--no-mail');
	const two = await issue(env, '--email', 'you@example.com', '--no-mail');
	const unclear = await runHere(['license', 'revoke', 'you@example.com'], env);
	expect(unclear).toEqual({
		code: 1,
		stdout: '',
		stderr: `pointrelease: you@example.com has 2 licenses, choose one by its ID: ${one.id} (active), ${two.id} (active)\n`,
	});
	const resendAll = await runHere(['license', 'resend', 'you@example.com', '--json'], env);
	expect(JSON.parse(resendAll.stdout).map(({ id }: Issued) => id)).toEqual([one.id, two.id]);
	expect((await runHere(['license', 'revoke', one.id], env)).stdout).toBe(
		`${one.id}  you@example.com  revoked\n`,
	);
	const resendActive = await runHere(['license', 'resend', 'you@example.com'], env);
	expect(resendActive.stdout).toStartWith(
		`${two.id}  you@example.com  written to ${env.POINTRELEASE_STATE}/outbox/${two.id}-`,
	);
	const list = await runHere(['license', 'list', '--status', 'revoked', '--json'], env);
	expect(JSON.parse(list.stdout).map(({ id }: Issued) => id)).toEqual([one.id]);
	expect((await runHere(['license', 'restore', one.id], env)).stdout).toBe(
		`${one.id}  you@example.com  restored\n`,
	);
	expect((await runHere(['license', 'revoke', 'nobody@example.com'], env)).code).toBe(1);
});

test('usage is shown as a table, as CSV and as JSON, for all licenses and per day for one', async () => {
	const env = await stores.environment('sqlite');
	const { id } = await issue(env, '--email', 'you@example.com', '--no-mail');
	const today = new Date().toISOString().slice(0, 10);
	await withRegistry(readSettings(env), ({ database }) =>
		database.rows('INSERT INTO usage VALUES ($1, $2, $3)', [1, today, 1234]),
	);
	const run = async (...args: string[]) => (await runHere(['license', 'usage', ...args], env)).stdout;
	expect(await run('--csv')).toBe(`id,email,requests,days,last\n${id},you@example.com,1234,1,${today}\n`);
	expect(JSON.parse(await run('--json'))).toEqual([
		{ id, email: 'you@example.com', requests: 1234, days: 1, last: today },
	]);
	expect(await run(id, '--days', '1')).toBe(`day         requests\n${today}  1234\n`);
	expect(JSON.parse(await run('you@example.com', '--days', '400', '--json'))).toHaveLength(400);
});

test('the sealing key can be changed, and a lost one is reported', async () => {
	const env = await stores.environment('sqlite');
	const { id } = await issue(env, '--email', 'you@example.com', '--no-mail');
	expect((await runHere(['license', 'rotate-secret'], env)).stdout).toMatch(
		/^re-encrypted 1 key with [0-9a-f]{16}\n$/,
	);
	const other = { ...env, POINTRELEASE_SECRET: 'a secret of thirty-two characters' };
	await Bun.$`rm ${env.POINTRELEASE_STATE}/sealing.key`;
	const resend = await runHere(['license', 'resend', id], other);
	expect(resend.code).toBe(1);
	expect(resend.stderr).toStartWith(
		`pointrelease: the key of ${id} is encrypted with a secret that is not set here (`,
	);
	const exported = await runHere(['license', 'export', '--with-keys'], other);
	expect([exported.code, exported.stderr]).toEqual([
		1,
		'pointrelease: 1 key is encrypted with a secret that is not set here\n',
	]);
});

test('a bad setting is one line that does not repeat secrets', async () => {
	const env = await stores.environment('sqlite');
	const bad: [Record<string, string>, string][] = [
		[
			{ POINTRELEASE_SECRET: 'short-secret' },
			'POINTRELEASE_SECRET is too short: expected at least 32 characters',
		],
		[{ SMTP_URL: 'mail:mail-password@x' }, 'SMTP_URL is not of the form smtp://user:password@host:port'],
		[{ MAIL_FROM: 'nobody' }, 'MAIL_FROM is "nobody": expected an email address'],
		[{ RATE_LIMIT: 'lots' }, 'RATE_LIMIT is "lots": expected for example 600/min, or off'],
		[{ PUBLIC_URL: 'mac.example.com' }, 'PUBLIC_URL is not of the form https://host'],
		[
			{ DATABASE_URL: 'mysql://a:mail-password@b' },
			'DATABASE_URL is not of the form postgres://user:password@host:port/database',
		],
	];
	for (const [setting, line] of bad) {
		const outcome = await runHere(['license', 'list'], { ...env, ...setting });
		expect(outcome).toEqual({ code: 1, stdout: '', stderr: `pointrelease: ${line}\n` });
	}
});

test('a damaged database is one line', async () => {
	const env = await stores.environment('sqlite');
	writeFileSync(join(env.POINTRELEASE_STATE!, 'pointrelease.db'), 'garbage '.repeat(200));
	const { code, stdout, stderr } = await runHere(['license', 'list'], env);
	expect([code, stdout]).toEqual([1, '']);
	expect(stderr).toMatch(
		/^pointrelease: the database .*pointrelease\.db is damaged \(file is not a database\): restore a backup .*\n$/,
	);
});

const unseen = /[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/;

test('text from others never reaches a terminal raw: list, show, usage and errors, as text and as JSON', async () => {
	const env = await stores.environment('sqlite');
	const file = join(env.POINTRELEASE_STATE!, 'odd.csv');
	writeFileSync(file, 'email,note\na@example.com,"gpj.\u202eexe \u2066x\u2069 \u009b2J"\n');
	expect((await runHere(['license', 'import', file], env)).code).toBe(0);
	// Such an address is refused, but a database may have been changed by hand.
	await withRegistry(readSettings(env), ({ database }) =>
		database.rows('UPDATE licenses SET email = $1', ['a\u202e\u009b@example.com']),
	);
	const program = join(import.meta.dir, '../../../bin/pointrelease');
	const onTerminal = (words: string) =>
		Bun.spawnSync(['script', '-qec', `${program} ${words}`, '/dev/null'], {
			env: environment(env),
		}).stdout.toString();
	for (const words of [
		'license list',
		'license list --json',
		'license show A@EXAMPLE.COM',
		'license export',
		'license usage',
	]) {
		const { stdout, stderr } = await runHere(words.split(' '), env);
		if (!words.includes('export')) expect([words, unseen.exec(stdout + stderr)]).toEqual([words, null]);
		if (Bun.which('script')) expect([words, unseen.exec(onTerminal(words))]).toEqual([words, null]);
	}
	const listed = JSON.parse((await runHere(['license', 'list', '--json'], env)).stdout);
	expect(listed[0].note).toBe('gpj.\u202eexe \u2066x\u2069 \u009b2J');
	for (const words of [
		['license', 'show', '\u202enobody\u009b'],
		['\u202e\u009b'],
		['lookup', 'J\u202e\u009b'],
		['license', 'issue', '--email', 'a\u202e@example.com'],
	]) {
		const { code, stdout, stderr } = await runHere(words, env);
		expect([words, code, stdout, unseen.exec(stderr)]).toEqual([words, 1, '', null]);
	}
});

test('forget deletes the copies of the database that the program made, and names what it could not delete', async () => {
	const env = await stores.environment('sqlite');
	const state = env.POINTRELEASE_STATE!;
	await issue(env, '--email', 'a@example.com', '--no-mail');
	const { id } = await issue(env, '--email', 'b@example.com', '--no-mail');
	const without = JSON.parse((await runHere(['license', 'forget', 'a@example.com', '--json'], env)).stdout);
	expect([without.erased_copies, without.copies]).toEqual([[], []]);
	const names = ['before-restore-2026', 'before-restore-other', 'pointrelease.db.schema-16'];
	const [aside, others, older] = names.map((name) => join(state, name)) as [string, string, string];
	for (const folder of [aside, others]) {
		mkdirSync(folder, { mode: 0o700 });
		writeFileSync(join(folder, 'pointrelease.db'), 'b@example.com');
	}
	writeFileSync(older, 'b@example.com');
	// A file of somebody else, and a link to one, are not ours to delete.
	writeFileSync(join(others, 'notes.txt'), '');
	symlinkSync(others, join(state, 'before-restore-link'));
	const { stdout } = await runHere(['license', 'forget', id], env);
	expect(stdout).toContain(`erased earlier states of the database in the state folder: ${aside}, `);
	expect(stdout).toContain(`delete these copies of the database, which still have the address: ${others}\n`);
	expect([aside, older, join(others, 'pointrelease.db')].map((path) => existsSync(path))).toEqual([
		false,
		false,
		false,
	]);
	expect(existsSync(join(others, 'notes.txt'))).toBe(true);
});

test('renew extends by days, months or years from the last day, or from today if that has passed', async () => {
	const env = await stores.environment('sqlite');
	const { id } = await issue(env, '--email', 'a@example.com', '--expires', '2090-01-31', '--no-mail');
	const renew = async (...words: string[]) => runHere(['license', 'renew', id, ...words], env);
	const works = (day: string) => `${id}  a@example.com  works until ${day}\n`;
	expect((await renew('--by', '1m', '--by', 'anna', '--why', 'paid')).stdout).toBe(works('2090-02-28'));
	expect((await renew('--by', '1y')).stdout).toBe(works('2091-02-28'));
	expect((await runHere(['license', 'audit', id], env)).stdout).toContain('by anna: until 2090-02-28: paid');
	for (const wrong of [['--by', '1 year'], ['--by', '11y'], ['--by', '1y', '--expires', 'never'], []])
		expect((await renew(...wrong)).stderr).toStartWith('pointrelease: until when? Add --by 30d, 1m or 1y');
	await renew('--expires', 'never');
	expect((await renew('--by', '1y')).stderr).toBe(
		`pointrelease: ${id} has no last day, so there is nothing to extend\n`,
	);
});

test('show finds a license by its key, a renewal, and a part of its address or note, and repeats no key', async () => {
	const env = await stores.environment('sqlite');
	const issued = await issue(
		env,
		'--email',
		'Anna@Example.com',
		'--order',
		'cs_1',
		'--note',
		'Lab, 2nd floor',
		'--no-mail',
	);
	const other = await issue(env, '--email', 'ben@example.org', '--no-mail');
	await withRegistry(readSettings(env), ({ database }) =>
		database.rows(`INSERT INTO orders (ref, provider, live, state, payment, created, changed, renews)
			VALUES ('cs_2', 'stripe', 1, 'paid', 'pi_2', '2026-01-01', '2026-01-01', 'cs_1')`),
	);
	const show = async (name: string) => runHere(['license', 'show', name, '--json'], env);
	const names = [
		issued.key,
		issued.key.toLowerCase().replaceAll('-', ''),
		issued.encoded,
		'cs_1',
		'cs_2',
		'pi_2',
	];
	for (const name of [...names, 'anna@', 'EXAMPLE.COM', '2nd FLOOR'])
		expect([name, JSON.parse((await show(name)).stdout).id]).toEqual([name, issued.id]);
	expect(JSON.parse((await show('example')).stdout).map(({ id }: Issued) => id)).toEqual([
		issued.id,
		other.id,
	]);
	const unknown = await show('AAAA-BBBB-CCCC-DDDD');
	expect(unknown.stderr).not.toContain('AAAA');
	expect(unknown.stderr).toContain('no license has this key');
	expect((await show('100%_')).stderr).toContain('no license has');
	// What changes a license takes no part of anything.
	expect((await runHere(['license', 'revoke', 'anna@'], env)).code).toBe(1);
	expect((await runHere(['license', 'revoke', issued.key], env)).stdout).toContain('revoked');
});

test('a license is found by any spelling of the domain to which it was issued', async () => {
	const env = await stores.environment('sqlite');
	const { id } = await issue(env, '--email', 'a@bücher.example', '--no-mail');
	for (const name of ['a@xn--bcher-kva.example', 'A@BÜCHER.example']) {
		expect(JSON.parse((await runHere(['license', 'show', name, '--json'], env)).stdout).id).toBe(id);
		expect(
			JSON.parse((await runHere(['license', 'list', '--email', name, '--json'], env)).stdout),
		).toHaveLength(1);
	}
});
