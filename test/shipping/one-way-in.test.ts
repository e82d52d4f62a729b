import { expect, test } from 'bun:test';
import { join } from 'node:path';

const root = join(import.meta.dir, '../..');

/** Everything that people read, copy or download: documents, page, kit, command line and deployment files. */
const texts = [
	'*.md',
	'docs/**',
	'data/*.md',
	'packages/*/src/**',
	'packages/*/*.md',
	'deploy/**',
	'examples/**',
	'src/**',
	'bin/*',
	'Dockerfile',
]
	.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)])
	.filter((path) => !/node_modules|\.test\.ts$|\.png$/.test(path));

test('no document calls the program through a package runner, which would download a package of that name from a registry', async () => {
	expect(texts).toEqual(
		expect.arrayContaining([
			'README.md',
			'docs/agents.md',
			'deploy/clients/shell/pointrelease.sh',
			'src/cli/serve.ts',
		]),
	);
	const runner =
		/\b(?:npx|bunx|pnpx|npm exec|pnpm dlx|yarn dlx|bun x)(?:\s+-\S+)*\s+(?:--\s+)?pointrelease\b|"command":\s*"(?:npx|bunx)"/;
	const calls: string[] = [];
	for (const path of texts) {
		const match = runner.exec(await Bun.file(join(root, path)).text());
		if (match) calls.push(`${path}: ${match[0]}`);
	}
	expect(calls).toEqual([]);
});

test('agents are configured with an absolute path', async () => {
	const document = await Bun.file(join(root, 'docs/agents.md')).text();
	const commands = [...document.matchAll(/"command":\s*"([^"]*)"/g)].map(([, command]) => command!);
	expect(commands.length).toBeGreaterThan(0);
	expect(commands.filter((command) => !command.startsWith('/'))).toEqual([]);
});

test('README has three doors: a fleet, a lookup, a service', async () => {
	const readme = await Bun.file(join(root, 'README.md')).text();
	const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, code]) => code!.trim());
	expect(blocks).toHaveLength(3);
	expect(blocks[0]).toStartWith('npm ci --omit=dev\nbin/pointrelease fleet examples/');
	expect(blocks[1]).toStartWith('bin/pointrelease lookup ');
	expect(blocks[2]).toBe('npm ci --omit=dev && npm start');
});

test('commands are bin/pointrelease in README, which is read in a checkout, and pointrelease in docs/', async () => {
	for (const path of ['README.md', ...new Bun.Glob('docs/**/*.md').scanSync(root)]) {
		const text = await Bun.file(join(root, path)).text();
		const lines = [...text.matchAll(/^```(?:sh)?\n([\s\S]*?)^```/gm)].flatMap(([, code]) =>
			code!.split('\n'),
		);
		const calls = lines.flatMap(
			(line) => /^(?:\$ )?(?:[A-Z_]+=\S+ )*((?:\.\/|bin\/)?pointrelease) /.exec(line)?.[1] ?? [],
		);
		const wanted = path === 'README.md' ? 'bin/pointrelease' : 'pointrelease';
		expect([path, ...new Set(calls)]).toEqual([path, ...(calls.length > 0 ? [wanted] : [])]);
	}
});
