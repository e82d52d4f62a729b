import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { generateTypes, schemaFile } from '../../clients/typescript/generate-types.ts';
import * as client from '../../clients/typescript/src/client.ts';
import { type Live, startLive } from '../live.ts';
import { runCommand } from './run-shell.ts';
import { cases } from './typescript-cases.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const packageFolder = join(root, 'clients/typescript');
let live: Live;
let folder: string;
beforeAll(async () => {
	live = await startLive();
	folder = mkdtempSync(join(tmpdir(), 'pointrelease-client-'));
});
afterAll(async () => {
	rmSync(folder, { recursive: true, force: true });
	await live.stop();
});

describe('from the source, under Bun', () => {
	for (const [shows, run] of cases) test(shows, () => run({ client, address: live.address, key: live.key }));
});

test('the package builds for a world that has only what browsers have', async () => {
	const built = await runCommand(
		[join(root, 'node_modules/.bin/tsc'), '-p', packageFolder, '--outDir', join(folder, 'dist')],
		{ PATH: process.env.PATH! },
	);
	expect(built).toEqual({ code: 0, out: '', err: '' });
});

test('the example of the README compiles under the strictest settings', async () => {
	const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8');
	const [, example] = /^```ts\n(.*?)^```$/ms.exec(readme)!;
	const file = join(folder, 'example.ts');
	writeFileSync(file, example!.replace("'pointrelease-client'", `'${join(packageFolder, 'src/client.ts')}'`));
	const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
	const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
	const modules = ['--target', 'esnext', '--module', 'preserve', '--allowImportingTsExtensions', '--noEmit'];
	const tsc = join(root, 'node_modules/.bin/tsc');
	const compiled = await runCommand(
		[tsc, ...types, ...strict, ...modules, '--skipLibCheck', '--ignoreConfig', file],
		{
			PATH: process.env.PATH!,
		},
	);
	expect(compiled).toEqual({ code: 0, out: '', err: '' });
});

for (const [runtime, start] of [
	['node', ['node']],
	['deno', ['deno', 'run', '--allow-all', '--no-config']],
] as const) {
	const present = Bun.which(runtime) !== null;
	const where = present ? runtime : `${runtime}, which this machine does not have`;
	test.skipIf(!present)(`the built package does the same under ${where}`, async () => {
		const bundled = await Bun.build({
			entrypoints: [join(root, 'test/clients/typescript-elsewhere.ts')],
			target: 'node',
			outdir: folder,
			naming: 'cases.mjs',
		});
		expect(bundled.success).toBe(true);
		const ran = await runCommand([...start, join(folder, 'cases.mjs')], {
			PATH: process.env.PATH!,
			HOME: folder,
			CLIENT: pathToFileURL(join(folder, 'dist/client.js')).href,
			ADDRESS: live.address,
			KEY: live.key,
		});
		expect(ran.out.trimEnd().split('\n')).toEqual(cases.map(([shows]) => `ok ${shows}`));
		expect(ran.code).toBe(0);
	});
}

test('the committed types are what the generator makes of the API description now', async () => {
	expect(readFileSync(schemaFile, 'utf8')).toBe(await generateTypes());
});

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
		cache: false,
		fetch: async (path) => {
			asked.push(path.split('?')[0]!);
			return Response.json([{}]);
		},
	});
	for (const method of Object.values(recording)) await (method as (...words: string[]) => unknown)('B', '1');
	const { paths } = JSON.parse(readFileSync(join(root, 'src/api/openapi.json'), 'utf8'));
	for (const path of Object.keys(paths)) {
		const shape = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
		expect([path, asked.some((one) => shape.test(one))]).toEqual([path, true]);
	}
});
