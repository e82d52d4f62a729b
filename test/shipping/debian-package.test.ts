import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDeb } from '../../tools/build/deb.ts';
import { buildExecutable } from '../../tools/build/executable.ts';
import { freePort } from '../free-port.ts';
import { waitFor } from '../service-process.ts';
import { isFull } from '../size.ts';

/*
 * Installs the package on this machine: only where root asked for the full run, and never over an installation or a
 * running systemd. It leaves the machine as it was.
 */
const state = '/var/lib/pointrelease';
const settings = '/etc/pointrelease.env';
const user = () => Bun.spawnSync(['getent', 'passwd', 'pointrelease']).exitCode === 0;
const isFree = () =>
	![state, settings, '/usr/bin/pointrelease', '/run/systemd/system'].some(existsSync) && !user();
const can =
	process.platform === 'linux' &&
	process.getuid?.() === 0 &&
	isFull &&
	['dpkg', 'dpkg-deb', 'deb-systemd-helper', 'setpriv'].every((program) => Bun.which(program)) &&
	isFree();

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-package-'));
afterAll(async () => {
	if (can) {
		await Bun.$`dpkg --purge pointrelease`.nothrow().quiet();
		rmSync(state, { recursive: true, force: true });
		if (user()) await Bun.$`userdel pointrelease`.nothrow().quiet();
	}
	rmSync(folder, { recursive: true, force: true });
});

const dpkg = async (...words: string[]) => {
	const { exitCode, stdout, stderr } = await Bun.$`dpkg ${words}`
		.env({ ...process.env, DEBIAN_FRONTEND: 'noninteractive' })
		.nothrow()
		.quiet();
	expect([words[0], exitCode, exitCode === 0 ? '' : stderr.toString()]).toEqual([words[0], 0, '']);
	return stdout.toString();
};

/** What root runs: the environment has nothing but a PATH. */
const admin = (...words: string[]) =>
	Bun.spawnSync(['pointrelease-admin', ...words], {
		cwd: '/',
		env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
	});

async function serve() {
	const child = Bun.spawn(['pointrelease-admin', 'serve'], {
		cwd: '/',
		env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
		stdout: 'pipe',
		stderr: 'pipe',
	});
	let output = '';
	const gather = async (stream: ReadableStream<Uint8Array>) => {
		for await (const chunk of stream) output += Buffer.from(chunk).toString();
	};
	const gathered = Promise.all([gather(child.stdout), gather(child.stderr)]);
	await waitFor(() => output.includes('"event":"ready"') || child.exitCode !== null, 60_000, 'the service');
	expect(output).toContain('"event":"ready"');
	return {
		output: () => output,
		owner: () => statSync(`/proc/${child.pid}`).uid,
		async stop() {
			child.kill('SIGTERM');
			await gathered;
			return child.exited;
		},
	};
}

test.skipIf(!can)(
	`the package for Debian is installed, serves, is upgraded, removed and purged${can ? '' : ' (SKIPPED: needs npm run test:full as root on Debian without systemd)'}`,
	async () => {
		const executable = join(folder, 'pointrelease');
		expect(await buildExecutable(null, executable)).toMatchObject({ file: executable });
		const architecture = (await Bun.$`dpkg --print-architecture`.text()).trim();
		const build = async (version: string) => {
			const file = join(folder, `${version}.deb`);
			await buildDeb(file, { version, architecture, executable, moment: 1_790_000_000, compression: 'none' });
			return file;
		};
		const said = await dpkg('--install', await build('1.0.0'));
		expect(said).toContain('Start the service with:\n  sudo pointrelease-admin serve\n');
		expect(statSync(settings).mode & 0o777).toBe(0o600);
		expect(statSync(state).mode & 0o777).toBe(0o700);

		const port = await freePort();
		const changed = `${readFileSync(settings, 'utf8')}FEEDS='off'\nPORT='${port}'\n`;
		writeFileSync(settings, changed);
		const first = await serve();
		expect(first.owner()).toBe(statSync(state).uid);
		expect(first.owner()).not.toBe(0);
		const printed = () => /^ {2}(curl .*)$/m.exec(first.output())?.[1];
		await waitFor(() => printed() !== undefined, 20_000, 'the printed command');
		const asked = Bun.spawnSync(['sh', '-c', printed()!.replace('curl', 'curl --silent')]);
		expect(JSON.parse(asked.stdout.toString())).toMatchObject([{ requested_version: '14.7.2' }]);
		const key = admin('license', 'first-key').stdout.toString().trim();
		expect(key).toMatch(/^[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}$/);
		expect(await first.stop()).toBe(0);

		await dpkg('--install', await build('1.0.1'));
		expect(readFileSync(settings, 'utf8')).toBe(changed);
		const second = await serve();
		const answer = await fetch(`http://127.0.0.1:${port}/items/14`, { headers: { Authorization: key } });
		expect(answer.status).toBe(200);
		expect(await second.stop()).toBe(0);

		await dpkg('--remove', 'pointrelease');
		expect([existsSync('/usr/bin/pointrelease'), existsSync(settings), existsSync(state)]).toEqual([
			false,
			true,
			true,
		]);
		const purged = await dpkg('--purge', 'pointrelease');
		expect(purged).toContain(`Licenses and keys are still in ${state}`);
		expect([existsSync(settings), existsSync(join(state, 'pointrelease.db')), user()]).toEqual([
			false,
			true,
			true,
		]);

		// Without licenses nothing stays.
		rmSync(state, { recursive: true });
		await dpkg('--install', join(folder, '1.0.1.deb'));
		await dpkg('--purge', 'pointrelease');
		expect(isFree()).toBe(true);
	},
);
