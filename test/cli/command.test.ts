import { expect, test } from 'bun:test';
import { runCommand } from '../process.ts';

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
		const { code, stdout, stderr } = await runCommand([...words, '--help']);
		expect([code, stderr]).toEqual([0, '']);
		expect(stdout).toStartWith(`pointrelease ${words.join(' ')}`);
		expect(stdout).toContain('--json');
		expect(stdout).toContain('--help');
	});

	test(`${words.join(' ')} with an option it does not know ends in one line`, async () => {
		const { code, stdout, stderr } = await runCommand([...words, '--no-such-option']);
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
	expect(stderr).toStartWith("pointrelease: Option '--email' is given twice");
});

test('--version prints the version of the project', async () => {
	const { version } = await Bun.file(new URL('../../package.json', import.meta.url)).json();
	expect((await runCommand(['--version'])).stdout).toBe(`${version}\n`);
});
