import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeDocument, type Piece } from '@pointrelease/core/src/catalog/document.ts';
import { tablesOf } from '@pointrelease/core/src/catalog/make-catalog.ts';
import type { BunPlugin } from 'bun';
import { reasonOf } from '../../src/process/failure.ts';
import { shipped } from '../shipped-data.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const exampleFolder = join(root, 'examples/edge');

/** The worker of `examples/edge` in the runtime of Cloudflare's servers. */
export interface Edge {
	readonly address: string;
	/** What the runtime printed so far. */
	printed(): string;
	stop(): Promise<void>;
}

const platform = `${process.platform}-${process.arch.replace('x64', '64')}`;

/** Where the program is; if it cannot run here, why. */
function findWorkerd(): { readonly program: string } | { readonly missing: string } {
	const name = `@cloudflare/workerd-${platform}`;
	try {
		const program = fileURLToPath(import.meta.resolve(`${name}/bin/workerd`));
		const { success, stderr } = Bun.spawnSync([program, '--version']);
		return success ? { program } : { missing: `workerd does not run here: ${stderr.toString().trim()}` };
	} catch (thrown) {
		return { missing: `npm brings no workerd for this machine (${name}): ${reasonOf(thrown)}` };
	}
}

const found = findWorkerd();
/** Why tests on workerd are skipped; null if they run. */
export const withoutWorkerd = 'missing' in found ? found.missing : null;

/** Takes the sources of the core, and the data of the tests, in place of what a build made of them. */
const ofTests: BunPlugin = {
	name: 'core from its sources',
	setup(build) {
		const { exports } = JSON.parse(readFileSync(join(root, 'packages/core/package.json'), 'utf8'));
		build.onResolve({ filter: /^@pointrelease\/core/ }, ({ path }) => {
			const entry = path.replace('@pointrelease/core', '.');
			const [, piece] = /^\.\/data\/(\w+)\.json$/.exec(entry) ?? [];
			if (piece) return { path: piece, namespace: 'data' };
			const source = exports[entry].default.replace(/^\.\/lib\/(.*)\.js$/, 'src/$1.ts');
			return { path: join(root, 'packages/core', source) };
		});
		build.onLoad({ filter: /./, namespace: 'data' }, ({ path }) => ({
			contents: JSON.stringify(makeDocument(tablesOf(shipped), shipped.dataVersion, path as Piece)),
			loader: 'json',
		}));
	},
};

/** The worker with the data of the tests, on a day. */
export async function bundleWorker(today: string): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-edge-'));
	const entry = join(folder, 'on-a-day.js');
	writeFileSync(
		entry,
		`import worker from ${JSON.stringify(join(exampleFolder, 'worker.js'))};
		const RealDate = Date;
		globalThis.Date = class extends RealDate {
			constructor(...values) {
				super(...(values.length > 0 ? values : ['${today}T12:00:00Z']));
			}
		};
		export default worker;`,
	);
	try {
		const { outputs } = await Bun.build({ entrypoints: [entry], minify: true, plugins: [ofTests] });
		return await outputs[0]!.text();
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** Starts the worker with the configuration of the example. */
export async function startEdge(worker: string, env: { KEYS?: string }): Promise<Edge> {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-edge-'));
	cpSync(exampleFolder, join(folder, 'examples/edge'), { recursive: true });
	mkdirSync(join(folder, 'dist/edge'), { recursive: true });
	writeFileSync(join(folder, 'dist/edge/worker.js'), worker);
	const edge = await startWorkerd(['serve', 'examples/edge/workerd.capnp'], folder, env);
	return {
		...edge,
		async stop() {
			await edge.stop();
			rmSync(folder, { recursive: true });
		},
	};
}

/** Starts workerd on a free port. */
export async function startWorkerd(
	words: readonly string[],
	cwd: string,
	env: Record<string, string>,
): Promise<Edge> {
	if ('missing' in found) throw new Error(found.missing);
	const command = [found.program, ...words, '--socket-addr=http=127.0.0.1:0', '--control-fd=1'];
	const child = Bun.spawn(command, { cwd, env, stdout: 'pipe', stderr: 'pipe' });
	let [told, printed] = ['', ''];
	const reading = gather(child.stderr, (text) => {
		printed += text;
	});
	const port = await new Promise<number>((resolve, reject) => {
		void gather(child.stdout, (text) => {
			told += text;
			const [, listening] = /"listen".*"port":(\d+)/.exec(told) ?? [];
			if (listening) resolve(Number(listening));
		});
		void child.exited.then(async (code) => {
			await reading;
			reject(new Error(`workerd ended with ${code}: ${printed}`));
		});
	});
	return {
		address: `http://127.0.0.1:${port}`,
		printed: () => printed,
		async stop() {
			child.kill();
			await child.exited;
		},
	};
}

async function gather(stream: ReadableStream<Uint8Array>, take: (text: string) => void): Promise<void> {
	const decoder = new TextDecoder();
	for await (const bytes of stream) take(decoder.decode(bytes, { stream: true }));
}
