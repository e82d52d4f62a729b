import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as client from '../../packages/client/lib/client.js';
import { type Live, startLive } from '../live.ts';
import { isFull } from '../size.ts';
import { runCommand } from './run-shell.ts';
import { answerCases } from './typescript-answers.ts';
import { patienceCases } from './typescript-patience.ts';

const cases = [...answerCases, ...patienceCases];
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

/** Installs as a purchaser does: without scripts, network or files of this project. */
async function install(name: string, what: string): Promise<string> {
	const project = join(folder, name);
	mkdirSync(project);
	writeFileSync(join(project, 'package.json'), '{"type":"module","private":true}');
	const words = ['npm', 'install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', what];
	const installed = await runCommand(words, npmEnvironment, project);
	expect(installed).toMatchObject({ code: 0, err: '' });
	return project;
}

test('it installs from a tarball, and its types pass the strictest settings', async () => {
	const packed = await runCommand(['npm', 'pack', '--silent', packageFolder], npmEnvironment, folder);
	expect(packed).toMatchObject({ code: 0, err: '' });
	const project = await install('tarball', join(folder, packed.out.trim()));
	const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8');
	writeFileSync(join(project, 'example.ts'), /^```ts\n(.*?)^```$/ms.exec(readme)![1]!);
	const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
	const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck'];
	const tsc = [join(root, 'node_modules/.bin/tsc'), ...types, ...strict, '--target', 'esnext'];
	const words = [...tsc, '--module', 'nodenext', '--noEmit', '--ignoreConfig', 'example.ts'];
	expect(await runCommand(words, npmEnvironment, project)).toEqual({ code: 0, out: '', err: '' });
});

// The tarball has the same files: one way to install is enough for a usual run.
test.skipIf(!isFull)('it installs from the folder', async () => {
	const project = await install('folder', packageFolder);
	writeFileSync(
		join(project, 'try.js'),
		"console.log(Object.keys(await import('pointrelease-client')).join());",
	);
	const { out } = await runCommand(['node', 'try.js'], npmEnvironment, project);
	expect(out).toBe('PointreleaseProblem,PointreleaseUnreachable,createClient,memoryCache\n');
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
			CLIENT: 'pointrelease-client',
			ADDRESS: live.address,
			KEY: live.key,
		});
		expect(ran.out.trimEnd().split('\n')).toEqual(cases.map(([shows]) => `ok ${shows}`));
		expect(ran.code).toBe(0);
	});
}

test('the package has no dependencies', () => {
	const { dependencies, peerDependencies } = JSON.parse(
		readFileSync(join(packageFolder, 'package.json'), 'utf8'),
	);
	expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
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
			return Response.json([{}]);
		},
	});
	for (const method of Object.values(recording)) await (method as (...words: string[]) => unknown)('B', '1');
	const { paths } = JSON.parse(readFileSync(join(root, 'src/api/openapi.json'), 'utf8'));
	// Only a payment provider calls a webhook.
	for (const path of Object.keys(paths).filter((path) => !path.startsWith('/hooks/'))) {
		const shape = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
		expect([path, asked.some((one) => shape.test(one))]).toEqual([path, true]);
	}
});
