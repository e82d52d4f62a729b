import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { version } from '../../package.json';
import * as client from '../../packages/client/lib/client.js';
import { type Live, startLive } from '../live.ts';
import { description } from '../openapi.ts';
import { blocksOf, NpmProjects, root } from './npm-projects.ts';
import { runCommand } from './run-shell.ts';
import { addressCases } from './typescript-addresses.ts';
import { answerCases } from './typescript-answers.ts';
import { fleetCases } from './typescript-fleet.ts';
import { patienceCases } from './typescript-patience.ts';

const cases = [...answerCases, ...patienceCases, ...addressCases, ...fleetCases];
const packageFolder = join(root, 'packages/client');
let live: Live;
const projects = new NpmProjects();
beforeAll(async () => {
	live = await startLive({ MCP: 'on', SUBSCRIPTIONS: 'on' });
});
afterAll(async () => {
	projects.remove();
	await live.stop();
});

describe('under Bun', () => {
	for (const [shows, run] of cases) test(shows, () => run({ client, address: live.address, key: live.key }));
});

test('a tarball installs without scripts and network, and has only what users need', async () => {
	const packed = await projects.pack('client');
	expect(packed.map((file) => basename(file))).toEqual([`pointrelease-client-${version}.tgz`]);
	const made = projects.make('tarball');
	expect(await projects.install(made, packed)).toMatchObject({ code: 0, err: '' });
	const files = [...new Bun.Glob('**').scanSync(join(made, 'node_modules/@pointrelease/client'))];
	const modules = [...new Bun.Glob('*.ts').scanSync(join(packageFolder, 'src'))].map((file) =>
		file.slice(0, -3),
	);
	expect(files.toSorted()).toEqual(
		[
			'README.md',
			'lib/schema.d.ts',
			'package.json',
			...modules.flatMap((name) => [`lib/${name}.d.ts`, `lib/${name}.js`]),
		].toSorted(),
	);
});

test('the examples of README.md install, compile and print under Node what it shows', async () => {
	const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8');
	const made = projects.make('example');
	symlinkSync(root, join(projects.folder, 'pointrelease'));
	const [install, ...others] = blocksOf(readme, 'sh');
	expect(others).toEqual([]);
	const installed = await runCommand(['sh', '-c', install!], projects.environment, made);
	expect(installed).toMatchObject({ code: 0, err: '' });
	const examples = blocksOf(readme, 'ts');
	expect(examples).toHaveLength(2);
	const [away, there] = ['https://releases.example.com', live.address];
	for (const [place, code] of examples.entries())
		writeFileSync(join(made, `example-${place}.ts`), code.replaceAll(away, there));
	const names = examples.map((_, place) => `example-${place}.ts`);
	const settings = ['--target', 'esnext', '--module', 'nodenext', '--types', 'node'];
	const types = ['--typeRoots', join(root, 'node_modules/@types')];
	expect(await projects.compile(made, names, [...settings, ...types])).toEqual({ code: 0, out: '', err: '' });
	const printed: string[] = [];
	for (const name of names) {
		const words = ['node', name.replace('.ts', '.js')];
		const ran = await runCommand(words, { ...projects.environment, POINTRELEASE_KEY: live.key }, made);
		expect(ran).toMatchObject({ code: 0, err: '' });
		printed.push(ran.out);
	}
	expect(printed).toEqual(blocksOf(readme, 'text'));
});

for (const [runtime, start] of [
	['node', ['node']],
	['deno', ['deno', 'run', '--allow-all', '--no-config']],
] as const) {
	const present = Bun.which(runtime) !== null;
	const where = present ? runtime : `${runtime}, which this machine does not have`;
	test.skipIf(!present)(`the installed package does the same under ${where}`, async () => {
		const project = join(projects.folder, 'tarball');
		const bundled = await Bun.build({
			entrypoints: [join(root, 'test/clients/typescript-elsewhere.ts')],
			target: 'node',
			outdir: project,
			naming: 'cases.mjs',
		});
		expect(bundled.success).toBe(true);
		const ran = await runCommand([...start, join(project, 'cases.mjs')], {
			...projects.environment,
			CLIENT: '@pointrelease/client',
			ADDRESS: live.address,
			KEY: live.key,
		});
		expect(ran.out.trimEnd().split('\n')).toEqual(cases.map(([shows]) => `ok ${shows}`));
		expect(ran.code).toBe(0);
	});
}

test('the package has the version of the program, and no dependencies', () => {
	const { dependencies, peerDependencies, ...own } = JSON.parse(
		readFileSync(join(packageFolder, 'package.json'), 'utf8'),
	);
	expect([own.version, dependencies, peerDependencies]).toEqual([version, undefined, undefined]);
});

test('every operation of the API description has a method', async () => {
	const asked: string[] = [];
	const { createClient } = client;
	const recording = createClient({
		address: '',
		key: null,
		cache: false,
		fetch: async (path) => {
			asked.push(path.split('?')[0]!);
			return Response.json(path.startsWith('/advice?') ? { items: [{}] } : [{}]);
		},
	});
	const first: Record<string, unknown> = { latestOfMajor: '1', adviceForAll: ['B'] };
	for (const [name, method] of Object.entries(recording)) {
		const words = [first[name] ?? 'B', '1', 'B'].slice(0, Math.max(2, method.length - 1));
		await (method as (...words: unknown[]) => unknown)(...words);
	}
	const { paths } = description;
	// Only a payment provider calls a webhook.
	for (const path of Object.keys(paths).filter((path) => !path.startsWith('/hooks/'))) {
		const shape = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
		expect([path, asked.some((one) => shape.test(one))]).toEqual([path, true]);
	}
});

test('README.md names every method once', () => {
	const [, table = ''] = readFileSync(join(packageFolder, 'README.md'), 'utf8').split('\n## Methods\n');
	const named = [...table.matchAll(/`(\w+)\(/g)].map(([, name]) => name!);
	const methods = Object.keys(client.createClient({ address: live.address, key: null }));
	expect(named.toSorted()).toEqual(methods.toSorted());
});
