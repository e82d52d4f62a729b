import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { feeds } from '../../src/learning/observation.ts';
import { kinds } from '../../src/pull/kinds.ts';
import { randomFrom } from '../seeded-random.ts';
import { isFull, sized } from '../size.ts';
import { wordsInBundle } from './bundle-parts.ts';
import { inputIn, inputsOf, printInput, storedInputs } from './corpus.ts';
import { type InNode, openInNode } from './coverage.ts';
import { Mutator } from './mutator.ts';
import { judge } from './target.ts';
import { findTargets, type TargetFile } from './targets.ts';

const placed = await findTargets();
const seed = 20_261_119;

/** What an input should not have led to, with all that repeats it; null if it was read or refused. */
async function faultOf(target: (typeof placed)[number]['target'], bytes: Uint8Array): Promise<string | null> {
	const outcome = await judge(target, bytes.slice());
	if (outcome.kind !== 'finding') return null;
	return `${target.name}, seed ${seed}: ${outcome.fault}\n${printInput(bytes)}\n${outcome.stack}`;
}

describe('bytes of others are read or refused in words', () => {
	test.each(placed.map(({ target }) => [target.name, target] as const))('%s', async (_, target) => {
		const inputs = inputsOf(target);
		const mutator = new Mutator(randomFrom(seed), []);
		for (const bytes of inputs) {
			expect(await faultOf(target, bytes)).toBeNull();
			mutator.add(bytes);
		}
		for (let runs = sized(16, 400); runs > 0; runs--)
			expect(await faultOf(target, mutator.next())).toBeNull();
	});
});

/** Inputs that were findings once, as the fuzzer printed them: the name of the target, and the input. */
const findings = readFileSync(join(import.meta.dir, 'findings.jsonl'), 'utf8')
	.trim()
	.split('\n');

test.each(findings)('%s is a finding no longer', async (line) => {
	const [name, input] = JSON.parse(line);
	const { target } = placed.find((each) => each.target.name === name)!;
	expect(await faultOf(target, inputIn(input))).toBeNull();
});

test('each target reads an input to begin with', async () => {
	for (const { target } of placed) {
		const outcomes = await Promise.all(inputsOf(target).map((bytes) => judge(target, bytes)));
		expect([target.name, outcomes.some(({ kind }) => kind === 'read')]).toEqual([target.name, true]);
	}
});

test('no two targets have one name, and each feed and kind of pull has one', () => {
	expect(new Set(placed.map(({ target }) => target.name)).size).toBe(placed.length);
	const names = placed.map(({ target }) => target.name);
	const wanted = [...feeds.map((feed) => `feed-${feed}`), ...[...kinds.keys()].map((kind) => `pull-${kind}`)];
	expect(wanted.filter((name) => !names.some((other) => other.startsWith(name)))).toEqual([]);
});

describe.skipIf(!isFull)('guided by what runs', () => {
	const open = new Map<TargetFile, InNode>();
	test.each(placed.map(({ target, file }) => [target.name, target, file] as const))(
		'%s',
		async (name, target, file) => {
			const node = open.get(file) ?? (await openInNode(file));
			open.set(file, node);
			const { findings } = await node.fuzz(name, {
				seed,
				runs: 500,
				milliseconds: Number.MAX_SAFE_INTEGER,
				corpus: storedInputs(target).map((bytes) => Buffer.from(bytes).toString('base64')),
				dictionary: wordsInBundle(node.bundle),
			});
			expect(findings).toEqual([]);
			if (name === placed.findLast((each) => each.file === file)!.target.name) await node.close();
		},
	);
});
