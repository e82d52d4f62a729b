import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../../package.json';
import * as client from '../../packages/client/lib/client.js';
import { type Live, startLive } from '../live.ts';
import { runCommand } from './run-shell.ts';
import { addressCases } from './typescript-addresses.ts';
import { answerCases } from './typescript-answers.ts';
import { fleetCases } from './typescript-fleet.ts';
import { patienceCases } from './typescript-patience.ts';

const cases = [...answerCases, ...patienceCases, ...addressCases, ...fleetCases];
const root = fileURLToPath(new URL('../..', import.meta.url));
const packageFolder = join(root, 'packages/client');
let live: Live;
let folder: string;
let npmEnvironment: Record<string, string>;
beforeAll(async () => {
	live = await startLive({ MCP: 'on', SUBSCRIPTIONS: 'on' });
	folder = mkdtempSync(join(tmpdir(), 'pointrelease-client-'));
	npmEnvironment = { PATH: process.env.PATH!, HOME: folder, npm_config_cache: join(folder, 'npm-cache') };
});
afterAll(async () => {
	rmSync(folder, { recursive: true, force: true });
	await live.stop();
});

describe('under Bun', () => {
	for (const [shows, run] of cases) test(shows, () => run({ client, address: live.address, key: live.key }));
});

/** An empty project. */
function project(name: string): string {
	const made = join(folder, name);
	mkdirSync(made);
	writeFileSync(join(made, 'package.json'), '{"type":"module","private":true}');
	return made;
}

/** Compiles what stands in a project with the strictest settings, also the declarations of the package. */
function compile(made: string, files: string[]) {
	const tsc = [
		join(root, 'node_modules/.bin/tsc'),
		'--ignoreConfig',
		'--target',
		'esnext',
		'--module',
		'nodenext',
	];
	const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
	const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
	return runCommand([...tsc, ...types, ...strict, ...files], npmEnvironment, made);
}

const silent = { code: 0, out: '', err: '' };
const npmOffline = ['npm', 'install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts'];

test('a tarball installs without scripts and network, and has only what users need', async () => {
	const packed = await runCommand(['npm', 'pack', '--silent', packageFolder], npmEnvironment, folder);
	expect(packed).toEqual({ code: 0, out: `pointrelease-client-${version}.tgz\n`, err: '' });
	const made = project('tarball');
	const installed = await runCommand([...npmOffline, join(folder, packed.out.trim())], npmEnvironment, made);
	expect(installed).toMatchObject({ code: 0, err: '' });
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
	const blocks = (language: string) =>
		[...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code]) => code!);
	const made = project('example');
	symlinkSync(root, join(folder, 'pointrelease'));
	const [install, ...others] = blocks('sh');
	expect(others).toEqual([]);
	const offline = { ...npmEnvironment, npm_config_offline: 'true', npm_config_audit: 'false' };
	expect(await runCommand(['sh', '-c', install!], offline, made)).toMatchObject({ code: 0, err: '' });
	const examples = blocks('ts');
	expect(examples).toHaveLength(2);
	const [away, there] = ['https://releases.example.com', live.address];
	for (const [place, code] of examples.entries())
		writeFileSync(join(made, `example-${place}.ts`), code.replaceAll(away, there));
	const names = examples.map((_, place) => `example-${place}.ts`);
	expect(await compile(made, names)).toEqual(silent);
	const printed: string[] = [];
	for (const name of names) {
		const words = ['node', name.replace('.ts', '.js')];
		const ran = await runCommand(words, { ...npmEnvironment, POINTRELEASE_KEY: live.key }, made);
		expect(ran).toMatchObject({ code: 0, err: '' });
		printed.push(ran.out);
	}
	expect(printed).toEqual(blocks('text'));
});

for (const [runtime, start] of [
	['node', ['node']],
	['deno', ['deno', 'run', '--allow-all', '--no-config']],
] as const) {
	const present = Bun.which(runtime) !== null;
	const where = present ? runtime : `${runtime}, which this machine does not have`;
	test.skipIf(!present)(`the installed package does the same under ${where}`, async () => {
		const project = join(folder, 'tarball');
		const bundled = await Bun.build({
			entrypoints: [join(root, 'test/clients/typescript-elsewhere.ts')],
			target: 'node',
			outdir: project,
			naming: 'cases.mjs',
		});
		expect(bundled.success).toBe(true);
		const ran = await runCommand([...start, join(project, 'cases.mjs')], {
			...npmEnvironment,
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
	for (const [name, method] of Object.entries(recording))
		await (method as (...words: unknown[]) => unknown)(first[name] ?? 'B', '1');
	const { paths } = JSON.parse(readFileSync(join(root, 'src/api/openapi.json'), 'utf8'));
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
