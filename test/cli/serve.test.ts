import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
	chmodSync,
	cpSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	realpathSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { temporaryState } from '../live.ts';
import { environment, runCommand, serve } from '../process.ts';
import { eventually } from '../stores.ts';
import { worldFolder } from '../world.ts';

let state: ReturnType<typeof temporaryState>;
beforeEach(() => {
	state = temporaryState();
});
afterEach(() => state.remove());

const keyShape = /[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}/;

test('the first start prints a working command, with the key in a private file, and later starts print none', async () => {
	const env = { POINTRELEASE_STATE: join(state.folder, 'var') };
	const first = await serve(env);
	const [, line] = await first.printed(/^ {2}(curl .*)\n/m);
	const file = join(realpathSync(state.folder), 'var/first-key');
	expect(line).toBe(`curl -H "Authorization: $(cat ${file})" ${first.address}/items/J293AP:14.7.2`);
	const { stdout } = Bun.spawnSync(['sh', '-c', line!.replace('curl', 'curl --silent')]);
	expect(JSON.parse(stdout.toString())).toMatchObject([{ requested_version: '14.7.2' }]);
	expect(statSync(file).mode & 0o777).toBe(0o600);
	const key = readFileSync(file, 'utf8').trim();
	expect(key).toMatch(keyShape);
	await first.printed(/ bin\/pointrelease license issue --email you@example\.com/);
	expect(first.stdout()).toContain(
		`\nShow it once, and delete the file, with: POINTRELEASE_STATE=${join(realpathSync(state.folder), 'var')} bin/pointrelease license first-key\nIn a container: docker exec NAME pointrelease license first-key\n`,
	);
	expect(first.stdout()).toContain(`Open the web page with the same key: ${first.address}/\n`);
	first.signal('SIGTERM');
	expect(await first.exited).toBe(0);
	expect(first.stdout() + first.stderr()).not.toMatch(keyShape);

	const second = await serve(env);
	const again = await fetch(`${second.address}/items/14`, { headers: { Authorization: key } });
	expect(again.status).toBe(200);
	second.signal('SIGINT');
	expect(await second.exited).toBe(0);
	expect(second.stdout()).toBe('');
});

test('the printed command works for a state folder with blanks and quotation marks in its name', async () => {
	const first = await serve({ POINTRELEASE_STATE: join(state.folder, `it's my folder`) });
	const [, line] = await first.printed(/^ {2}(curl .*)\n/m);
	const { stdout } = Bun.spawnSync(['sh', '-c', line!.replace('curl', 'curl --silent')]);
	expect(JSON.parse(stdout.toString())).toMatchObject([{ requested_version: '14.7.2' }]);
	first.signal('SIGTERM');
	await first.exited;
});

const terminal = Bun.which('script');
test.skipIf(!terminal)(
	`on a terminal the first start shows the key and writes it nowhere${terminal ? '' : ' (SKIPPED: there is no script(1))'}`,
	async () => {
		const program = join(import.meta.dir, '../../bin/pointrelease');
		const child = Bun.spawn(['script', '-qec', `${program} serve`, '/dev/null'], {
			env: environment({ POINTRELEASE_STATE: state.folder, PORT: '0' }),
			stdin: 'ignore',
			stdout: 'pipe',
			stderr: 'ignore',
		});
		let shown = '';
		const line = /curl -H 'Authorization: ([A-Z0-9-]{19})' (\S+)\r\n/;
		for await (const chunk of child.stdout) {
			shown += Buffer.from(chunk).toString();
			const [, key, address] = line.exec(shown) ?? [];
			if (!key) continue;
			expect((await fetch(address!, { headers: { Authorization: key } })).status).toBe(200);
			break;
		}
		child.kill('SIGTERM');
		await child.exited;
		expect(shown).toMatch(line);
		expect(readdirSync(state.folder)).not.toContain('first-key');
	},
);

test('a start tells of a name that looks like a setting, and serves all the same', async () => {
	const server = await serve({ POINTRELEASE_STATE: state.folder, FEED_EVRY: '60', WORKERS: '2' });
	server.signal('SIGTERM');
	expect(await server.exited).toBe(0);
	const told = server.stderr().match(/^.*"not a setting".*$/gm)!;
	expect(told.map((line) => JSON.parse(line))).toMatchObject([
		{ level: 'warn', event: 'not a setting', name: 'FEED_EVRY', meant: 'FEED_EVERY' },
	]);
});

test('without a terminal every line of the log is one JSON object with time, level and event', async () => {
	const server = await serve({ POINTRELEASE_STATE: state.folder });
	server.signal('SIGTERM');
	await server.exited;
	const lines = server
		.stderr()
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line));
	expect(lines.map(({ event }) => event)).toEqual([
		'feeds are off, serving what is known',
		'ready',
		'stopping',
		'stopped',
	]);
	for (const { time, level } of lines) expect([new Date(time).toISOString(), level]).toEqual([time, 'info']);
});

test('a running server honors a key that another process issues, and its revocation, within a second', async () => {
	const env = { POINTRELEASE_STATE: state.folder };
	const server = await serve(env);
	const issued = await runCommand(['license', 'issue', '--email', 'you@example.com', '--json'], env);
	const { id, email, key, encoded } = JSON.parse(issued.stdout);
	expect([email, atob(encoded)]).toEqual(['you@example.com', key]);
	const status = async () =>
		(await fetch(`${server.address}/items/14`, { headers: { Authorization: key } })).status;
	await eventually('admitted', async () => (await status()) === 200);
	expect((await runCommand(['license', 'revoke', id], env)).code).toBe(0);
	await eventually('refused', async () => (await status()) === 403);
	server.signal('SIGTERM');
	await server.exited;
});

test('a port in use is one clear line', async () => {
	const server = await serve({ POINTRELEASE_STATE: state.folder });
	const { port } = new URL(server.address);
	const other = temporaryState();
	const failed = await runCommand(['serve'], { PORT: port, POINTRELEASE_STATE: other.folder });
	other.remove();
	expect(failed).toEqual({
		code: 1,
		stdout: '',
		stderr: `pointrelease: port ${port} on 127.0.0.1 is in use: stop the other program, or set PORT to another port\n`,
	});
	server.signal('SIGTERM');
	await server.exited;
});

test('a bad setting is one clear line', async () => {
	const failed = await runCommand(['serve'], { PORT: 'eighty', POINTRELEASE_STATE: state.folder });
	expect(failed).toEqual({
		code: 1,
		stdout: '',
		stderr: 'pointrelease: PORT is "eighty": expected a whole number from 0 to 65535\n',
	});
});

test('a state folder that is a file is one clear line', async () => {
	const file = join(state.folder, 'file');
	writeFileSync(file, '');
	const failed = await runCommand(['serve'], { PORT: '0', POINTRELEASE_STATE: join(file, 'var') });
	expect(failed.code).toBe(1);
	expect(failed.stderr).toMatch(/^pointrelease: .*\n$/);
	expect(failed.stderr).toContain(file);
});

test('a broken data folder is one clear line with the place', async () => {
	const data = join(state.folder, 'data');
	cpSync(worldFolder, data, { recursive: true });
	chmodSync(data, 0o755);
	writeFileSync(join(data, 'canonical.csv'), 'major,board_id\n27,J999AP\n');
	const failed = await runCommand(['serve'], {
		PORT: '0',
		POINTRELEASE_STATE: state.folder,
		POINTRELEASE_DATA: data,
	});
	expect(failed.code).toBe(1);
	expect(failed.stderr).toMatch(
		/^pointrelease: the data in .* is invalid: canonical\.csv:.*pointrelease data check\)\n$/,
	);
});

test('an empty data folder is one clear line', async () => {
	const data = join(state.folder, 'nothing');
	mkdirSync(data);
	const failed = await runCommand(['serve'], {
		PORT: '0',
		POINTRELEASE_STATE: state.folder,
		POINTRELEASE_DATA: data,
	});
	expect(failed.code).toBe(1);
	expect(failed.stderr).toContain('boards.csv:0: (table): "": expected the table to be there');
});

test('a request in flight when SIGTERM arrives is answered, and new connections are refused after it', async () => {
	const server = await serve({ POINTRELEASE_STATE: state.folder });
	const [, file] = await server.printed(/\$\(cat (\S+)\)/);
	const key = readFileSync(file!, 'utf8').trim();
	const ask = () =>
		Promise.all(
			Array.from({ length: 50 }, async () => {
				const response = await fetch(`${server.address}/items/14`, { headers: { Authorization: key } });
				return [response.status, (await response.text()).length];
			}),
		);
	// Open the connections before the signal: a connection that still waits in the kernel may be lost.
	const before = await ask();
	const answers = ask();
	server.signal('SIGTERM');
	expect(await answers).toEqual(before);
	expect(await server.exited).toBe(0);
	expect(fetch(`${server.address}/livez`)).rejects.toThrow();
});
