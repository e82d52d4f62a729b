import { describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryState } from '../live.ts';
import { environment, runCommand } from '../process.ts';
import { makeStore } from '../stores.ts';
import { runHere } from './run-here.ts';

const overview = await runCommand(['--help']);
/** All commands of the overview, without their arguments. */
const commands = overview.stdout
	.slice(overview.stdout.indexOf('\nAsk about'))
	.split('\n')
	.filter((line) => /^ {2}\S/.test(line))
	.map((line) =>
		line
			.trim()
			.split(/ {2,}/)[0]!
			.split(' ')
			.filter((word) => /^[a-z-]+$/.test(word)),
	);

test('the overview lists every command', () => {
	expect(overview.code).toBe(0);
	expect(overview.stderr).toBe('');
	expect(commands.map((words) => words.join(' '))).toContain('serve');
	expect(commands.length).toBeGreaterThan(4);
});

for (const words of commands) {
	test(`${words.join(' ')} --help shows its usage, --json and --help`, async () => {
		const { code, stdout, stderr } = await runHere([...words, '--help'], {});
		expect([code, stderr]).toEqual([0, '']);
		expect(stdout).toStartWith(`pointrelease ${words.join(' ')}`);
		expect(stdout).toContain('--json');
		expect(stdout).toContain('--help');
	});

	test(`${words.join(' ')} with an unknown option ends in one line`, async () => {
		const { code, stdout, stderr } = await runHere([...words, '--no-such-option'], {});
		expect([code, stdout]).toEqual([1, '']);
		expect(stderr).toMatch(/^pointrelease: .*--no-such-option.*\n$/);
	});
}

test.each([
	[['frobnicate'], 'unknown command "frobnicate": "pointrelease help" lists the commands'],
	[['frobnicate', '--help'], 'unknown command "frobnicate": "pointrelease help" lists the commands'],
	[['license', 'isue', '--help'], 'unknown command "license isue": did you mean "license issue"?'],
])('an unknown command ends in one line, with --help too: %j', async (words, line) => {
	const { code, stdout, stderr } = await runHere(words, {});
	expect([code, stdout, stderr]).toEqual([1, '', `pointrelease: ${line}\n`]);
});

test('no command at all prints the overview', async () => {
	expect((await runHere([], {})).stdout).toBe(overview.stdout);
});

test('there are two ways to get help for a command or a group', async () => {
	for (const words of [['license'], ['license', 'issue'], ['serve']]) {
		const { code, stdout } = await runHere(['help', ...words], {});
		expect([code, stdout]).toEqual([0, (await runHere([...words, '--help'], {})).stdout]);
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

test('a closed pipe ends a command without a message, and a full disk with one line', async () => {
	// Open the pipe for both, so that opening it for writing does not wait, then close the reading end.
	expect(await lookUpInto('exec 4<>unread 5>unread 4<&-')).toEqual([141, '']);
	expect(await lookUpInto('exec 5>/dev/full')).toEqual([
		1,
		'pointrelease: the output cannot be written (the disk is full)\n',
	]);
});

test('members of JSON are spelled like those of the API', async () => {
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
			const { stdout } = await runHere([...line.split(' '), '--json'], env);
			const names = [...stdout.matchAll(/"([^"]+)":/g)].map(([, name]) => name!);
			expect(names.length).toBeGreaterThan(0);
			expect(names.filter((name) => !/^[a-z0-9_]+$/.test(name))).toEqual([]);
		}
	} finally {
		state.remove();
	}
});

test('repeating an option is an error in one line', async () => {
	const words = ['license', 'issue', '--email', 'a@example.com', '--email', 'b@example.com'];
	const { code, stderr } = await runHere(words, {});
	expect(code).toBe(1);
	expect(stderr).toStartWith('pointrelease: option --email is given twice');
});

test('--version prints the version of the project', async () => {
	const { version } = await Bun.file(new URL('../../package.json', import.meta.url)).json();
	expect((await runCommand(['--version'])).stdout).toBe(`${version}\n`);
	expect((await runHere(['-v'], {})).stdout).toBe(`${version}\n`);
	expect((await runHere(['--version', '--json'], {})).stdout).toBe(`{"version":"${version}"}\n`);
});

test.each([
	[['exposre', 'J293AP', '14.7.2'], 'unknown command "exposre J293AP 14.7.2": did you mean "exposure"?'],
	[
		['data'],
		'unknown command "data": expected one of data check, data stats, data pull, data status, data diff, data export, data accept, data reject, data forget, data correct, data undo, data decisions',
	],
	[['license', 'isue'], 'unknown command "license isue": did you mean "license issue"?'],
	[['advice', 'A2337', '14.7.2', '--behnd', '1'], 'unknown option --behnd: did you mean --behind?'],
	[['lookup', '--as-of'], 'unknown option --as-of: usage: pointrelease lookup ITEM (see --help)'],
	[
		['advice', '--behind'],
		'option --behind needs a value: usage: pointrelease advice MAC VERSION [options] (see --help)',
	],
	[
		['advice', '--behind', '--json=no', '1'],
		'option --behind needs a value: usage: pointrelease advice MAC VERSION [options] (see --help)',
	],
	[['doctor', '-xy'], 'unknown option -x: usage: pointrelease doctor (see --help)'],
	[['doctor', '--constructor=1'], 'unknown option --constructor: usage: pointrelease doctor (see --help)'],
	[['doctor', '--json=yes'], 'option --json takes no value: usage: pointrelease doctor (see --help)'],
	[['help', 'recipies'], 'there is no help on "recipies": did you mean "recipes"?'],
	[['manual', 'glosary'], 'there is no document "glosary": did you mean "glossary"?'],
])('a typing mistake gets a suggestion: %p', async (words, expected) => {
	const { code, stdout, stderr } = await runHere(words, {});
	expect([code, stdout, stderr]).toEqual([1, '', `pointrelease: ${expected}\n`]);
});

test('help for a word that is not a command prints the document of that name', async () => {
	const { code, stdout } = await runHere(['help', 'troubleshooting'], {});
	expect([code, stdout.split('\n')[0]]).toEqual([0, '# Troubleshooting']);
	expect(stdout).toBe((await runHere(['manual', 'troubleshooting'], {})).stdout);
});

test('with --json an error is JSON too, on standard error', async () => {
	const env = { POINTRELEASE_STATE: '/tmp/pointrelease-that-is-not-there' };
	for (const [run, words, code, message] of [
		[
			runCommand,
			['frobnicate'],
			'unknown-command',
			/^unknown command "frobnicate": "pointrelease help" lists /,
		],
		[
			runHere,
			['advice', 'J293AP', '14.7.2', '--behind', 'x'],
			'bad-arguments',
			/^--behind: expected a whole number/,
		],
		[runHere, ['license', 'list'], 'no-database', /^there is no database /],
	] as const) {
		const failed = await run([...words, '--json'], env);
		expect([failed.code, failed.stdout]).toEqual([1, '']);
		expect(JSON.parse(failed.stderr)).toEqual({ error: { code, message: expect.stringMatching(message) } });
	}
});

describe('config', () => {
	test('shows settings with their source, without secrets, and reports every invalid one', async () => {
		const state = mkdtempSync(join(tmpdir(), 'pointrelease-config-'));
		writeFileSync(join(state, 'sealing.key'), 'swordfish');
		const env = { POINTRELEASE_STATE: state, SMTP_URL: 'smtp://a:swordfish@h', FEED_EVRY: '3' };
		const set = (await runHere(['config'], { ...env, PORT: '8080', READ_LIMIT: '300/s' })).stdout;
		expect(set).toStartWith('Differ from their default (');
		expect(set).not.toMatch(/^ {2}PORT +environment/m);
		expect(set).toMatch(/^ {2}SMTP_URL +environment +smtp:\/\/a:\*{8}@h +to mail keys to customers, and /m);
		expect(set).toMatch(/^ {2}READ_LIMIT +environment +300\/s +usually left alone$/m);
		expect(set).toMatch(/^ {2}PORT +to use 443 with a certificate/m);
		expect(set).toMatch(/^As shipped, and best left alone: REFUSAL_LIMIT, /m);
		expect(set).not.toContain('swordfish');
		const good = await runCommand(['config', '--all'], env);
		expect(good.code).toBe(0);
		expect(good.stdout).toMatch(/^ {2}PORT +default +8080$/m);
		expect(good.stdout).toMatch(/^ {2}SMTP_URL +environment +smtp:\/\/a:\*{8}@h$/m);
		expect(good.stdout).toContain(`  file ${state}/sealing.key  `);
		expect(good.stdout).toContain('FEED_EVRY is not a setting: did you mean FEED_EVERY?');
		expect(good.stdout).not.toContain('swordfish');
		const bad = await runHere(['config', '--json'], { ...env, PORT: 'x', MCP: 'yes' });
		expect(bad.code).toBe(1);
		const { settings, problems } = JSON.parse(bad.stdout);
		expect(settings.find(({ name }: { name: string }) => name === 'PORT')).toEqual({
			name: 'PORT',
			value: 'x',
			means: null,
			source: 'environment',
			secret: false,
			differs: true,
			why: expect.any(String),
			problem: 'PORT is "x": expected a whole number from 0 to 65535',
		});
		expect(problems).toEqual([
			'PORT is "x": expected a whole number from 0 to 65535',
			'MCP is "yes": expected on or off',
		]);
		rmSync(state, { recursive: true });
	});

	test('every bad setting is a line, and documents are printed all the same', async () => {
		const env = { PORT: 'x', MCP: 'yes' };
		const { code, stderr } = await runHere(['license', 'list'], env);
		expect([code, stderr]).toEqual([
			1,
			'pointrelease: PORT is "x": expected a whole number from 0 to 65535\npointrelease: MCP is "yes": expected on or off\n',
		]);
		expect((await runHere(['manual', 'settings'], env)).stdout).toStartWith('# Settings\n');
		expect((await runHere(['manual', 'UPGRADING'], env)).stdout).toStartWith('# Upgrading\n');
		expect((await runHere(['manual'], env)).stdout).toMatch(/^security$[\s\S]*^upgrading$/m);
		expect((await runHere(['help', 'settings'], env)).stdout).toContain('\n  PORT   ');
	});
});
