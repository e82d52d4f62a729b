import { expect, test } from 'bun:test';
import { existsSync, symlinkSync } from 'node:fs';
import { runHere } from '../../../test/cli/run-here.ts';
import { useStores } from '../../../test/stores.ts';
import { writePrivateFile } from '../../database/private-file.ts';
import { firstKeyFile } from '../../database/state-folder.ts';

const stores = useStores();
const key = 'K3MC-9R1H-O9Q9-E1ZE';

test('shows the first key once, as text or JSON, and deletes its file', async () => {
	const env = await stores.environment('sqlite');
	const file = firstKeyFile(env.POINTRELEASE_STATE!);
	for (const [words, shown] of [
		[[], `${key}\n`],
		[['--json'], `{"key":"${key}"}\n`],
	] as const) {
		writePrivateFile(file, `${key}\n`);
		const command = ['license', 'first-key', ...words];
		expect(await runHere(command, env)).toEqual({ code: 0, stdout: shown, stderr: '' });
		expect(existsSync(file)).toBe(false);
	}
	expect(await runHere(['license', 'first-key'], env)).toEqual({
		code: 1,
		stdout: '',
		stderr: `pointrelease: there is no ${file}: the key was shown before, the first start showed it on a terminal, or another node has it. Issue another one with: bin/pointrelease license issue --email you@example.com\n`,
	});
});

test('does not follow a link in place of the first key', async () => {
	const env = await stores.environment('sqlite');
	const file = firstKeyFile(env.POINTRELEASE_STATE!);
	symlinkSync('/etc/hostname', file);
	const { code, stdout, stderr } = await runHere(['license', 'first-key'], env);
	expect([code, stdout]).toEqual([1, '']);
	expect(stderr).toContain(`${file} is a symbolic link, which is not followed in the state folder`);
});
