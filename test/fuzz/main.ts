import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { wordsInBundle } from './bundle-parts.ts';
import { inputIn, inputsOf, printInput, storedInputs, storeInputs } from './corpus.ts';
import { Died, type InNode, openInNode } from './coverage.ts';
import type { FuzzReport } from './in-node/fuzz.ts';
import { judge, type Target } from './target.ts';
import { findTargets, type TargetFile } from './targets.ts';

/**
 * Fuzzes the readers of foreign bytes: `npm run fuzz -- [--target WORD] [--seconds N] [--runs N] [--seed S] [--store]`.
 * `--input TEXT` reads one input, as a failure prints it or as a path. docs/tests.md says how to go on from a finding.
 */
const { values } = parseArgs({
	options: {
		target: { type: 'string', default: '' },
		seconds: { type: 'string', default: '20' },
		runs: { type: 'string', default: '1e9' },
		seed: { type: 'string', default: '1' },
		input: { type: 'string' },
		store: { type: 'boolean', default: false },
	},
});

/** Characters that the corpus of a target may have in the tree. */
const mostStored = 800;

const placed = await findTargets(values.target);
if (placed.length === 0) {
	process.stderr.write(`no target begins with "${values.target}"\n`);
	process.exit(1);
}
const seed = Number(values.seed);
let failures = 0;

function tellFinding(name: string, fault: string, bytes: Uint8Array, stack: string): void {
	failures++;
	const input = printInput(bytes);
	process.stdout.write(
		`\n${name}: ${fault}\n  npm run fuzz -- --target ${name} --input '${input.replaceAll("'", String.raw`\u0027`)}'\n  found with --seed ${seed}\n${stack.replace(/^/gm, '    ')}\n\n`,
	);
}

if (values.input === undefined) {
	let open = null as { readonly file: TargetFile; readonly node: InNode } | null;
	for (const { file, target } of placed) {
		if (open?.file !== file) {
			await open?.node.close();
			open = { file, node: await openInNode(file) };
		}
		if (await fuzzTarget(target, open.node)) continue;
		await open.node.close();
		open = null;
	}
	await open?.node.close();
} else for (const { target } of placed) await readOne(target.name, values.input);
process.exit(failures > 0 ? 1 : 0);

async function readOne(name: string, input: string): Promise<void> {
	const bytes = existsSync(input) ? new Uint8Array(readFileSync(input)) : inputIn(JSON.parse(input));
	const { file, target } = placed.find((each) => each.target.name === name)!;
	process.stdout.write(`${name} in Bun: ${JSON.stringify(await judge(target, bytes.slice()), null, 2)}\n`);
	const node = await openInNode(file);
	const { outcome, functions } = await node.count(name, bytes);
	await node.close();
	process.stdout.write(
		`${name} in Node: ${JSON.stringify(outcome, null, 2)}, ${functions.length} functions\n`,
	);
}

/** Whether the process can go on. */
async function fuzzTarget(target: Target, node: InNode): Promise<boolean> {
	let isAlive = true;
	const order = {
		seed,
		runs: Number(values.runs),
		milliseconds: Number(values.seconds) * 1000,
		corpus: storedInputs(target).map((bytes) => Buffer.from(bytes).toString('base64')),
		dictionary: wordsInBundle(node.bundle),
	};
	let last: FuzzReport | undefined;
	try {
		last = await node.fuzz(target.name, order, (report) => {
			last = report;
		});
		const reached = last.corpus.map((text) => new Uint8Array(Buffer.from(text, 'base64')));
		// The product runs in another engine: what was reached must be read there as well.
		for (const bytes of [...inputsOf(target), ...reached]) {
			const outcome = await judge(target, bytes.slice());
			if (outcome.kind === 'finding')
				tellFinding(`${target.name} in Bun`, outcome.fault, bytes, outcome.stack);
		}
		if (values.store) storeInputs(target, reached, mostStored);
	} catch (thrown) {
		if (!(thrown instanceof Died)) throw thrown;
		tellFinding(target.name, thrown.message, thrown.bytes, '');
		isAlive = false;
	}
	for (const { fault, bytes, stack } of last?.findings ?? [])
		tellFinding(target.name, fault, new Uint8Array(Buffer.from(bytes, 'base64')), stack);
	process.stdout.write(`${lineOf(target.name, last)}\n`);
	return isAlive;
}

function lineOf(name: string, report: FuzzReport | undefined): string {
	if (!report) return `${name}: died before its first report`;
	const { runs, milliseconds, processorSeconds, reached, known, inputs, refused, findings } = report;
	const perSecond = Math.round(runs / processorSeconds);
	return `${name.padEnd(22)} ${runs} runs in ${Math.round(milliseconds / 1000)} s, ${perSecond} per processor second, ${reached} of ${known} blocks, ${inputs} inputs, ${Math.round((refused / runs) * 100)} % refused, ${findings.length} findings`;
}
