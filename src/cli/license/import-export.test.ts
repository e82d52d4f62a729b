import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { issue } from '../../../test/issue-license.ts';
import { runCommand } from '../../../test/process.ts';
import { sized } from '../../../test/size.ts';
import { useStores } from '../../../test/stores.ts';

const stores = useStores();

const many = sized(20_000, 100_000);

test(`${many} licenses are imported by one command, and a wrong line anywhere adds none`, async () => {
	const env = await stores.environment('sqlite');
	const file = join(env.POINTRELEASE_STATE!, 'import.csv');
	const lines = Array.from({ length: many }, (_, index) => `user${index}@example.com`);
	writeFileSync(file, `email\n${lines.join('\n')}\nnobody\n`);
	const wrong = await runCommand(['license', 'import', file], env);
	expect(wrong.stderr).toBe(
		`pointrelease: line ${many + 2}: "nobody" is not an email address: nothing was imported\n`,
	);
	expect((await runCommand(['license', 'list'], env)).stdout).toBe('no licenses\n');
	writeFileSync(file, `email\n${lines.join('\n')}\n`);
	const right = await runCommand(['license', 'import', file], env);
	expect(right).toEqual({ code: 0, stdout: `imported ${many} licenses\n`, stderr: '' });
	const listed = await runCommand(['license', 'list', '--json'], env);
	expect(JSON.parse(listed.stdout)).toHaveLength(many);
});

test('an export has keys only when told to, and then it can be imported elsewhere with the same effect', async () => {
	const [from, to] = [await stores.environment('sqlite'), await stores.environment('postgres')];
	const kept = await issue(from, '--email', 'a@example.com', '--note', 'say "hi", twice', '--no-mail');
	const gone = await issue(from, '--email', 'b@example.com', '--expires', '2099-12-31', '--no-mail');
	await runCommand(['license', 'revoke', gone.id], from);
	const plain = await runCommand(['license', 'export'], from);
	expect(plain.stdout).not.toContain(kept.key);
	expect(plain.stdout.split('\n')[0]).toBe('id,email,status,created,expires,revoked,note,order_ref,replaces');
	const full = await runCommand(['license', 'export', '--with-keys'], from);
	const file = join(to.POINTRELEASE_STATE!, 'export.csv');
	writeFileSync(file, full.stdout);
	expect((await runCommand(['license', 'import', file], to)).stdout).toBe('imported 2 licenses\n');
	const { stdout } = await runCommand(['license', 'export', '--with-keys', '--json'], to);
	expect(JSON.parse(stdout)).toMatchObject([
		{
			email: 'a@example.com',
			status: 'active',
			note: 'say "hi", twice',
			key: kept.key,
			encoded: kept.encoded,
		},
		{ email: 'b@example.com', status: 'revoked', expires: '2099-12-31', key: gone.key },
	]);
});

test('a file that is not UTF-8 is refused with the line, and nothing is imported', async () => {
	const env = await stores.environment('sqlite');
	const file = join(env.POINTRELEASE_STATE!, 'latin1.csv');
	writeFileSync(file, Buffer.from('email,note\na@example.com,first\nb@example.com,Zürich\n', 'latin1'));
	expect(await runCommand(['license', 'import', file], env)).toEqual({
		code: 1,
		stdout: '',
		stderr: `pointrelease: ${file}, line 3: this is not UTF-8 text: save the file as UTF-8\n`,
	});
	writeFileSync(file, Buffer.from('\ufeffemail\na@example.com\n', 'utf16le'));
	expect((await runCommand(['license', 'import', file], env)).stderr).toContain(
		`${file}, line 1: this is not UTF-8`,
	);
	expect((await runCommand(['license', 'list'], env)).stdout).toBe('no licenses\n');
	writeFileSync(file, '\ufeffemail,revoked\na@example.com,yes\nb@example.com,no\nc@example.com,2026-01-31\n');
	expect((await runCommand(['license', 'import', file], env)).stdout).toBe('imported 3 licenses\n');
	const statuses = JSON.parse((await runCommand(['license', 'list', '--json'], env)).stdout);
	expect(statuses.map(({ status }: { status: string }) => status)).toEqual(['revoked', 'active', 'revoked']);
});
