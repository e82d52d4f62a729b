import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from '../../../test/cli/run-here.ts';
import { issue } from '../../../test/issue-license.ts';
import { longestWait } from '../../../test/patience.ts';
import { runCommand } from '../../../test/process.ts';
import { sized } from '../../../test/size.ts';
import { useStores } from '../../../test/stores.ts';

const stores = useStores();

const emailsOf = (count: number) => Array.from({ length: count }, (_, index) => `user${index}@example.com`);

test('a wrong line anywhere in a file adds no license', async () => {
	const many = sized(20_000, 100_000);
	const env = await stores.environment('sqlite');
	const file = join(env.POINTRELEASE_STATE!, 'import.csv');
	writeFileSync(file, `email\n${emailsOf(many).join('\n')}\nnobody\n`);
	expect(await runHere(['license', 'import', file], env)).toEqual({
		code: 1,
		stdout: '',
		stderr: `pointrelease: line ${many + 2}: "nobody" is not an email address: nothing was imported\n`,
	});
	expect((await runHere(['license', 'list'], env)).stdout).toBe('no licenses\n');
});

test('thousands of licenses are imported by one command', async () => {
	// An import pauses twice as long as it works, so that it does not slow down a service on the same machine.
	const many = sized(4_000, 20_000);
	const env = await stores.environment('sqlite');
	const file = join(env.POINTRELEASE_STATE!, 'import.csv');
	writeFileSync(file, `email\n${emailsOf(many).join('\n')}\n`);
	expect(await runCommand(['license', 'import', file], env)).toEqual({
		code: 0,
		stdout: `imported ${many} licenses\n`,
		stderr: '',
	});
	expect(JSON.parse((await runHere(['license', 'list', '--json'], env)).stdout)).toHaveLength(many);
});

test('an import reads its file twice, which also works for a pipe (`license import <(command)`)', async () => {
	const env = await stores.environment('sqlite');
	const pipe = join(env.POINTRELEASE_STATE!, 'pipe');
	expect(Bun.spawnSync(['mkfifo', pipe]).exitCode).toBe(0);
	// A named pipe may have no writer, and reading it would never end.
	expect(await runHere(['license', 'import', pipe], env)).toMatchObject({
		code: 1,
		stderr: expect.stringContaining(`${pipe} cannot be read (it is not a regular file)`),
	});
	// What a shell opens has one.
	const command = `exec "$0" src/cli/main.ts license import <(printf 'email\\na@example.com\\nb@example.com\\n')`;
	const { stdout, stderr } = Bun.spawnSync(['bash', '-c', command, process.execPath], {
		env,
		timeout: longestWait,
	});
	expect([stdout.toString(), stderr.toString()]).toEqual(['imported 2 licenses\n', '']);
});

test('an export has keys only with --with-keys, and can then be imported elsewhere with the same effect', async () => {
	const [from, to] = [await stores.environment('sqlite'), await stores.environment('postgres')];
	const license = await issue(from, '--email', 'a@example.com', '--note', 'say "hi", twice', '--no-mail');
	const revokedLicense = await issue(
		from,
		'--email',
		'b@example.com',
		'--expires',
		'2099-12-31',
		'--no-mail',
	);
	await runHere(['license', 'revoke', revokedLicense.id], from);
	const plain = await runHere(['license', 'export'], from);
	expect(plain.stdout).not.toContain(license.key);
	expect(plain.stdout.split('\n')[0]).toBe(
		'id,email,status,created,expires,revoked,note,order_ref,replaces,reminders',
	);
	const full = await runHere(['license', 'export', '--with-keys'], from);
	const file = join(to.POINTRELEASE_STATE!, 'export.csv');
	writeFileSync(file, full.stdout);
	expect((await runHere(['license', 'import', file], to)).stdout).toBe('imported 2 licenses\n');
	const { stdout } = await runHere(['license', 'export', '--with-keys', '--json'], to);
	expect(JSON.parse(stdout)).toMatchObject([
		{
			email: 'a@example.com',
			status: 'active',
			note: 'say "hi", twice',
			key: license.key,
			encoded: license.encoded,
		},
		{ email: 'b@example.com', status: 'revoked', expires: '2099-12-31', key: revokedLicense.key },
	]);
});

test('a file that is not UTF-8 is refused with the line, and nothing is imported', async () => {
	const env = await stores.environment('sqlite');
	const file = join(env.POINTRELEASE_STATE!, 'latin1.csv');
	writeFileSync(file, Buffer.from('email,note\na@example.com,first\nb@example.com,Zürich\n', 'latin1'));
	expect(await runHere(['license', 'import', file], env)).toEqual({
		code: 1,
		stdout: '',
		stderr: `pointrelease: ${file}, line 3: this is not UTF-8 text: save the file as UTF-8\n`,
	});
	writeFileSync(file, Buffer.from('\ufeffemail\na@example.com\n', 'utf16le'));
	expect((await runHere(['license', 'import', file], env)).stderr).toContain(
		`${file}, line 1: this is not UTF-8`,
	);
	expect((await runHere(['license', 'list'], env)).stdout).toBe('no licenses\n');
	writeFileSync(file, '\ufeffemail,revoked\na@example.com,yes\nb@example.com,no\nc@example.com,2026-01-31\n');
	expect((await runHere(['license', 'import', file], env)).stdout).toBe('imported 3 licenses\n');
	const statuses = JSON.parse((await runHere(['license', 'list', '--json'], env)).stdout);
	expect(statuses.map(({ status }: { status: string }) => status)).toEqual(['revoked', 'active', 'revoked']);
});
