import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { freePort } from '../free-port.ts';
import { longestTest } from '../patience.ts';
import { isFull } from '../size.ts';
import { inWorld } from '../world.ts';

const root = join(import.meta.dir, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, code]) => code!.trim());
/** Blocks with another exit status; the text beside them says so. */
const statuses: Readonly<Record<string, number>> = { 'bin/pointrelease fleet': 2 };

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-readme-'));
const checkout = join(folder, 'pointrelease');
let env: Record<string, string>;
let service: Bun.Subprocess<'ignore', 'pipe', 'pipe'> | undefined;
beforeAll(async () => {
	env = {
		PATH: process.env.PATH ?? '',
		HOME: process.env.HOME ?? folder,
		FEEDS: 'off',
		...inWorld,
		PORT: String(await freePort()),
	};
	if (isFull) await Bun.$`git clone --quiet ${root} ${checkout}`.quiet();
	// Like an installed checkout: all files of the project, without the state of a service.
	else {
		await Bun.$`mkdir ${checkout}`;
		for (const entry of readdirSync(root).filter((name) => !['.git', 'var', 'report.html'].includes(name)))
			symlinkSync(join(root, entry), join(checkout, entry));
	}
});
afterAll(async () => {
	service?.kill('SIGTERM');
	await service?.exited;
	rmSync(folder, { recursive: true, force: true });
});

test('README has a block that starts the service, and blocks that use it', () => {
	expect(blocks.length).toBeGreaterThan(2);
	expect(blocks.filter((code) => code.endsWith('npm start'))).toHaveLength(1);
});

test('the program in README prints under Node.js what it says', async () => {
	const [program = '', ...others] = [...readme.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code]) => code!);
	expect(others).toEqual([]);
	const printed = await Bun.$`node --input-type=module --eval ${program}`.cwd(root).quiet();
	expect(printed.stdout.toString()).toBe(`${/; \/\/ (.*)$/m.exec(program)?.[1]}\n`);
});

/** An installation takes minutes. */
const patience = isFull ? 600_000 : longestTest;

test.each(blocks)(
	'README, read from top to bottom: %s',
	async (code) => {
		if (code.endsWith('npm start')) return start(isFull ? code : code.replace('npm ci --omit=dev && ', ''));
		// Line by line: the exit status of a block is only that of its last line.
		const lines = code.split('\n').filter((line) => isFull || !line.startsWith('npm ci'));
		for (const line of lines) {
			const done = await Bun.$`sh -c ${line}`.cwd(checkout).env(env).nothrow().quiet();
			const expected = Object.entries(statuses).find(([words]) => line.startsWith(words))?.[1] ?? 0;
			const said = done.exitCode === expected ? '' : done.stderr.toString();
			expect([line, done.exitCode, said]).toEqual([line, expected, '']);
		}
	},
	patience,
);

/** The service keeps running for the blocks after it. The curl line that it prints must work. */
async function start(code: string): Promise<void> {
	// exec, so that the signal at the end reaches npm, which passes it on.
	service = Bun.spawn(['sh', '-c', code.replace(/npm start$/, 'exec npm start')], {
		cwd: checkout,
		env,
		stdin: 'ignore',
		stdout: 'pipe',
		stderr: 'pipe',
	});
	let printed = '';
	for (const stream of [service.stdout, service.stderr])
		void (async () => {
			const decoder = new TextDecoder();
			for await (const chunk of stream) printed += decoder.decode(chunk, { stream: true });
		})();
	const line = () => /^ {2}(curl .*)$/m.exec(printed)?.[1];
	await eventually(
		'the start prints a curl line',
		() => {
			if (service!.exitCode !== null) throw new Error(`it ended: ${printed}`);
			return line() !== undefined && /"event":"ready"/.test(printed);
		},
		isFull ? patience : 30_000,
	);
	const asked = await Bun.$`sh -c ${line()!}`.cwd(checkout).env(env).quiet();
	expect(asked.stdout.toString()).toContain('"requested_version_proximo":"14.7.3"');
}
