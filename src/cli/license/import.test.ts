import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, spawnCommand } from '../../../test/process.ts';
import { sized } from '../../../test/size.ts';
import { useStores } from '../../../test/stores.ts';
import { openLicenses } from '../../licenses/licenses.ts';
import { silentLog } from '../../process/log.ts';
import { readSettings } from '../../settings/settings.ts';

const stores = useStores();
const count = sized(3_500, 20_000);
const emailsOf = (count: number) => Array.from({ length: count }, (_, index) => `user${index}@example.com`);

interface Printed {
	email: string;
	key: string;
}

async function newImport(emails: readonly string[]): Promise<{ env: Record<string, string>; file: string }> {
	const env = await stores.environment('sqlite');
	const file = join(env.POINTRELEASE_STATE!, 'purchasers.csv');
	writeFileSync(file, `email\n${emails.join('\n')}\n`);
	return { env, file };
}

/** The complete licenses in the output of a killed command, whose last line may be incomplete. */
function whole(output: string): Printed[] {
	return [...output.matchAll(/\{"id":[^{}]*\}/g)].map(([text]) => JSON.parse(text));
}

test(`kill -9 in the middle of an import of ${count}: run again until it is done, every line is one license and every printed key works`, async () => {
	const emails = emailsOf(count);
	const { env, file } = await newImport(emails);
	const printed: Printed[] = [];
	let killed = 0;
	for (let isDone = false; !isDone; ) {
		const command = spawnCommand(['license', 'import', file, '--json'], env);
		let output = '';
		for await (const piece of command.stdout) {
			// Kill it at a varying moment after its first output.
			if (output === '' && killed < 3) {
				await Bun.sleep(killed * 20);
				command.kill('SIGKILL');
				killed++;
			}
			output += Buffer.from(piece).toString();
		}
		printed.push(...whole(output));
		isDone = (await command.exited) === 0;
	}
	expect(killed).toBeGreaterThan(0);
	const listed = JSON.parse((await runCommand(['license', 'list', '--json'], env)).stdout);
	expect(listed.map(({ email }: Printed) => email)).toEqual(emails);
	const licenses = await openLicenses(readSettings(env), silentLog);
	expect(printed.filter(({ key }) => licenses.admit(key) < 1)).toEqual([]);
	await licenses.close();
	const again = await runCommand(['license', 'import', file], env);
	expect([again.code, again.stdout]).toEqual([1, '']);
	expect(again.stderr).toStartWith(`pointrelease: this file was already imported (${count} licenses, `);
});

test('after SIGTERM an import finishes its step, reports its progress, and closes its JSON', async () => {
	// Many more than can be added before the signal arrives.
	const count = 40_000;
	const { env, file } = await newImport(emailsOf(count));
	const command = spawnCommand(['license', 'import', file, '--json'], env);
	let output = '';
	for await (const piece of command.stdout) {
		// Only once: a second signal would end it at once.
		if (output === '') command.kill('SIGTERM');
		output += Buffer.from(piece).toString();
	}
	const importedCount = JSON.parse(output).length;
	expect([await command.exited, await command.stderr.text()]).toEqual([
		1,
		`{"error":{"code":"interrupted","message":"interrupted: ${importedCount} of ${count} licenses were imported, run it again with the same file to continue"}}\n`,
	]);
	const warning = new RegExp(
		`^WARN +import +${importedCount} of ${count} licenses of a file are imported, started `,
		'm',
	);
	expect((await runCommand(['doctor'], { ...env, PORT: '1' })).stdout).toMatch(warning);
});
