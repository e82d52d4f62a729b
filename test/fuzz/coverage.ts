import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BunPlugin } from 'bun';
import { isOwnPart, partsOf } from './bundle-parts.ts';
import type { CountedFunction } from './in-node/block-counter.ts';
import type { FuzzOrder, FuzzReport } from './in-node/fuzz.ts';
import type { Order, Reply } from './in-node/serve.ts';
import type { Outcome } from './target.ts';
import type { TargetFile } from './targets.ts';

/** The targets of a file, in a process of Node, whose engine (V8) counts how often each block runs. */
export interface InNode {
	/** The text of the bundle, in which the offsets of blocks are. */
	readonly bundle: string;
	/** Reads bytes once, after a first time that is not counted. */
	count(target: string, bytes: Uint8Array): Promise<Counted>;
	fuzz(target: string, order: FuzzOrder, onReport?: (report: FuzzReport) => void): Promise<FuzzReport>;
	close(): Promise<void>;
}

export interface Counted {
	readonly outcome: Outcome;
	/** The functions that ran, with their blocks: of the product and of packages, not of the fuzzer. */
	readonly functions: readonly PlacedFunction[];
}

export interface PlacedFunction extends CountedFunction {
	/** The file of its source. */
	readonly path: string;
}

/** The process ended, or said nothing for so long that it hangs: `bytes` is what it read then. */
export class Died extends Error {
	override readonly name = 'Died';
	readonly bytes: Uint8Array;

	constructor(message: string, bytes: Uint8Array) {
		super(message);
		this.bytes = bytes;
	}
}

/**
 * Seconds of processor time without a word after which a process hangs: inputs are short, and take milliseconds. On a busy machine a
 * process may have to wait for minutes.
 */
const patience = 60;
/** Milliseconds between two looks at it. */
const lookEvery = 10_000;
/** In megabytes: far more than any input of a few KB may fill. */
const mostMemory = 768;

/** Optimized code loses counts of functions that were inlined: equal inputs would have other counts. */
const flags = [`--max-old-space-size=${mostMemory}`, '--no-opt'];

const here = import.meta.dir;

/** What only Bun has. No target calls it in Node, but files that they import do. */
const withoutBun: BunPlugin = {
	name: 'without Bun',
	setup(build) {
		build.onResolve({ filter: /^bun(?::|$)/ }, ({ path }) => ({ path, namespace: 'absent' }));
		build.onLoad({ filter: /.*/, namespace: 'absent' }, () => ({
			contents: 'export class Database {} export class SQL {} export default {};',
			loader: 'js',
		}));
	},
};

async function bundleOf(file: TargetFile, folder: string): Promise<string> {
	const entry = join(folder, 'entry.ts');
	const imported = (path: string) => JSON.stringify(join(here, path));
	await Bun.write(
		entry,
		`import ${imported('in-node/surroundings.ts')};
import { targets } from ${imported(`targets/${file}.ts`)};
import { serve } from ${imported('in-node/serve.ts')};
serve(targets);
`,
	);
	const { outputs } = await Bun.build({
		entrypoints: [entry],
		target: 'node',
		plugins: [withoutBun],
		define: { 'import.meta.path': '"bundle.mjs"' },
		outdir: folder,
		naming: 'bundle.mjs',
	});
	return outputs[0]!.path;
}

/** Bundles the targets of a file for Node, and starts them there. */
export async function openInNode(file: TargetFile): Promise<InNode> {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-fuzz-'));
	const path = await bundleOf(file, folder);
	const current = join(folder, 'current');
	let take: (reply: Reply | { say: 'died'; why: string }) => void = () => {};
	const ready = Promise.withResolvers<void>();
	const errors: string[] = [];
	let hung: ReturnType<typeof setInterval> | undefined;
	const heard = () => {
		clearInterval(hung);
		const before = processorSeconds(child.pid);
		hung = setInterval(() => {
			if (processorSeconds(child.pid) - before < patience) return;
			take({ say: 'died', why: `it said nothing for ${patience} s of processor time` });
			child.kill('SIGKILL');
		}, lookEvery);
	};
	const child = Bun.spawn(['node', ...flags, path], {
		env: { ...process.env, FUZZ_CURRENT: current, FUZZ_PROJECT: join(here, '../..') },
		stdio: ['ignore', 'inherit', 'pipe'],
		serialization: 'json',
		ipc(reply: Reply) {
			heard();
			if (reply.say === 'ready') ready.resolve();
			else take(reply);
		},
		onExit(_, status) {
			clearInterval(hung);
			const why = `it ended with ${status}: ${errors.join('').slice(-600)}`;
			ready.reject(new Died(why, new Uint8Array(0)));
			take({ say: 'died', why });
		},
	});
	void (async () => {
		for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) errors.push(text);
	})();
	await ready.promise;
	clearInterval(hung);

	const ask = <Say extends Reply['say']>(
		order: Order,
		say: Say,
		onOther: (reply: Reply) => void = () => {},
	) => {
		const { promise, resolve, reject } = Promise.withResolvers<Extract<Reply, { say: Say }>>();
		take = (reply) => {
			if (reply.say === 'died') reject(new Died(reply.why, inputIn(current)));
			else if (reply.say === say) {
				clearInterval(hung);
				resolve(reply as Extract<Reply, { say: Say }>);
			} else onOther(reply);
		};
		heard();
		child.send(order);
		return promise;
	};
	const bundle = readFileSync(path, 'utf8');
	const parts = partsOf(bundle);
	const placed = (counted: CountedFunction): PlacedFunction[] => {
		const part = parts.findLast(({ start }) => start <= counted.blocks[0]!.start);
		return part === undefined || isOwnPart(part) ? [] : [{ ...counted, path: part.path }];
	};
	return {
		bundle,
		async count(target, bytes) {
			const base64 = Buffer.from(bytes).toString('base64');
			const { outcome, functions } = await ask({ ask: 'count', target, bytes: base64 }, 'counted');
			return { outcome, functions: functions.flatMap(placed) };
		},
		fuzz: (target, order, onReport = () => {}) =>
			ask({ ask: 'fuzz', target, ...order }, 'fuzzed', (reply) => {
				if (reply.say === 'fuzzing') onReport(reply);
			}),
		async close() {
			clearInterval(hung);
			take = () => {};
			child.kill();
			await child.exited;
			rmSync(folder, { recursive: true });
		},
	};
}

/** What a process has used of the processor, in seconds; the time of the clock where the system does not say. */
function processorSeconds(pid: number): number {
	try {
		const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
		// User and system time, in hundredths.
		return (Number(fields[11]) + Number(fields[12])) / 100;
	} catch {
		return performance.now() / 1000;
	}
}

/** The input that a process read last. */
function inputIn(file: string): Uint8Array {
	const noted = readFileSync(file);
	return noted.length < 4 ? noted : Uint8Array.from(noted.subarray(4, 4 + noted.readUInt32BE(0)));
}
