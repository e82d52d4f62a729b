import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryState } from '../live.ts';
import { environment, runCommand } from '../process.ts';
import { makeStore } from '../stores.ts';
import { runHere } from './run-here.ts';

const overview = await runCommand(['--help']);
/** Every command that the overview lists, without the words it takes. */
const commands = overview.stdout
	.split('\n')
	.filter((line) => /^ {2}\S/.test(line))
	.map((line) =>
		line
			.trim()
			.split(/ {2,}/)[0]!
			.split(' ')
			.filter((word) => /^[a-z-]+$/.test(word)),
	);

test('the overview lists every command and ends well', () => {
	expect(overview.code).toBe(0);
	expect(overview.stderr).toBe('');
	expect(commands.map((words) => words.join(' '))).toContain('serve');
	expect(commands.length).toBeGreaterThan(4);
});

for (const words of commands) {
	test(`${words.join(' ')} --help says how it is used and what --json does`, async () => {
		const { code, stdout, stderr } = await runHere([...words, '--help'], {});
		expect([code, stderr]).toEqual([0, '']);
		expect(stdout).toStartWith(`pointrelease ${words.join(' ')}`);
		expect(stdout).toContain('--json');
		expect(stdout).toContain('--help');
	});

	test(`${words.join(' ')} with an option it does not know ends in one line`, async () => {
		const { code, stdout, stderr } = await runHere([...words, '--no-such-option'], {});
		expect([code, stdout]).toEqual([1, '']);
		expect(stderr).toMatch(/^pointrelease: .*--no-such-option.*\n$/);
	});
}

test('an unknown command ends in one line that lists the known ones', async () => {
	const { code, stdout, stderr } = await runCommand(['frobnicate']);
	expect([code, stdout]).toEqual([1, '']);
	expect(stderr).toMatch(/^pointrelease: unknown command "frobnicate": expected one of .*serve.*\n$/);
});

test('no command at all prints the overview', async () => {
	expect((await runCommand([])).stdout).toBe(overview.stdout);
});

test('help for a command or a group of them can be asked for in two ways', async () => {
	for (const words of [['license'], ['license', 'issue'], ['serve']]) {
		const { code, stdout } = await runCommand(['help', ...words]);
		expect([code, stdout]).toEqual([0, (await runCommand([...words, '--help'])).stdout]);
		expect(stdout).not.toBe(overview.stdout);
	}
});

/** Runs `pointrelease lookup J293AP` with its output going where the shell says. */
async function lookUpInto(redirection: string): Promise<[code: number, stderr: string]> {
	const program = join(import.meta.dir, '../../bin/pointrelease');
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-output-'));
	const script = `mkfifo unread; ${redirection}; exec ${program} lookup J293AP >&5`;
	const child = Bun.spawn(['sh', '-c', script], { cwd: folder, env: environment(), stderr: 'pipe' });
	const [stderr, code] = await Promise.all([child.stderr.text(), child.exited]);
	rmSync(folder, { recursive: true });
	return [code, stderr];
}

test('a reader that goes away ends a command without a word, and a full disk with one line', async () => {
	// Open for both, so that opening for writing does not wait; then nobody is left who could read.
	expect(await lookUpInto('exec 4<>unread 5>unread 4<&-')).toEqual([141, '']);
	expect(await lookUpInto('exec 5>/dev/full')).toEqual([
		1,
		'pointrelease: the output cannot be written (the disk is full)\n',
	]);
});

test('members of JSON are spelt as those of the API are', async () => {
	const state = temporaryState();
	const env = { POINTRELEASE_STATE: state.folder };
	await makeStore(env);
	try {
		for (const line of [
			'license issue --email a@example.com',
			'license show a@example.com',
			'license list',
			'license rotate-secret',
			'data stats',
			'data status',
			'doctor',
		]) {
			const { stdout } = await runCommand([...line.split(' '), '--json'], env);
			const names = [...stdout.matchAll(/"([^"]+)":/g)].map(([, name]) => name!);
			expect(names.length).toBeGreaterThan(0);
			expect(names.filter((name) => !/^[a-z0-9_]+$/.test(name))).toEqual([]);
		}
	} finally {
		state.remove();
	}
});

test('an option that is given twice ends in one line', async () => {
	const { code, stderr } = await runCommand([
		'license',
		'issue',
		'--email',
		'a@example.com',
		'--email',
		'b@example.com',
	]);
	expect(code).toBe(1);
	expect(stderr).toStartWith('pointrelease: option --email is given twice');
});

test('--version prints the version of the project', async () => {
	const { version } = await Bun.file(new URL('../../package.json', import.meta.url)).json();
	expect((await runCommand(['--version'])).stdout).toBe(`${version}\n`);
	expect((await runCommand(['-v'])).stdout).toBe(`${version}\n`);
	expect((await runCommand(['--version', '--json'])).stdout).toBe(`{"version":"${version}"}\n`);
});

test.each([
	[['exposre', 'J293AP', '14.7.2'], 'unknown command "exposre J293AP 14.7.2": did you mean "exposure"?'],
	[
		['data'],
		'unknown command "data": expected one of data check, data stats, data pull, data status, data diff, data export, data accept, data reject, data forget, data correct, data undo, data decisions',
	],
	[['license', 'isue'], 'unknown command "license isue": did you mean "license issue"?'],
	[['advice', 'A2337', '14.7.2', '--behnd', '1'], 'unknown option --behnd: did you mean --behind?'],
	[['lookup', '--as-of'], 'unknown option --as-of: usage: pointrelease lookup ITEM [options] (see --help)'],
	[
		['advice', '--behind'],
		'option --behind needs a value: usage: pointrelease advice MAC VERSION [options] (see --help)',
	],
	[['doctor', '--json=yes'], 'option --json takes no value: usage: pointrelease doctor (see --help)'],
	[['help', 'recipies'], 'there is no help on "recipies": did you mean "recipes"?'],
	[['manual', 'glosary'], 'there is no document "glosary": did you mean "glossary"?'],
])('a slip is answered with what was meant: %p', async (words, expected) => {
	const { code, stdout, stderr } = await runHere(words, {});
	expect([code, stdout, stderr]).toEqual([1, '', `pointrelease: ${expected}\n`]);
});

test('help on a topic that is no command prints the document', async () => {
	const { code, stdout } = await runCommand(['help', 'troubleshooting']);
	expect([code, stdout.split('\n')[0]]).toEqual([0, '# Troubleshooting']);
	expect(stdout).toBe((await runCommand(['manual', 'troubleshooting'])).stdout);
});

test('with --json an error is JSON too, on standard error', async () => {
	for (const [words, code, message] of [
		[['frobnicate'], 'unknown-command', /^unknown command "frobnicate": expected one of /],
		[['advice', 'J293AP', '14.7.2', '--behind', 'x'], 'bad-arguments', /^--behind: expected a whole number/],
		[['license', 'list'], 'no-database', /^there is no database /],
	] as const) {
		const {
			stdout,
			stderr,
			code: status,
		} = await runCommand([...words, '--json'], {
			POINTRELEASE_STATE: '/tmp/pointrelease-that-is-not-there',
		});
		expect([status, stdout]).toEqual([1, '']);
		expect(JSON.parse(stderr)).toEqual({ error: { code, message: expect.stringMatching(message) } });
	}
});
