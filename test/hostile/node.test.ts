import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { askCorpus, corpus } from './ask-corpus.ts';
import recorded from './node-answers.json';

/**
 * The answers of Node's HTTP server to the same bytes where they differ from ours, recorded once: a second parser to
 * compare with when Bun's changes. Another major version of Node has another parser.
 */
const node = Bun.which('node');
const version = node ? Bun.spawnSync([node, '--version']).stdout.toString().trim() : '';
const isRecorded = version.startsWith(`v${recorded.node}.`);

test.skipIf(!isRecorded)(
	`Node ${recorded.node} answers as recorded${isRecorded ? '' : ` (SKIPPED: this is ${version || 'no Node'})`}`,
	async () => {
		const differing = new Map<string, number[]>(Object.entries(recorded.answers));
		const server = Bun.spawn([node!, join(import.meta.dir, 'node-server.mjs')], { stdout: 'pipe' });
		try {
			const { value } = await server.stdout.getReader().read();
			const port = Number(new TextDecoder().decode(value));
			const wanted = new Map(corpus.map(({ name, answers }) => [name, differing.get(name) ?? [...answers]]));
			const answered = await askCorpus(port, 'AAAA-BBBB-CCCC-DDDD', {
				wanted: ({ name }) => wanted.get(name)!,
			});
			const wrong = [...wanted]
				.filter(([name, statuses]) => answered.get(name)?.join() !== statuses.join())
				.map(([name, statuses]) => ({ name, wanted: statuses, got: answered.get(name) }));
			expect(wrong).toEqual([]);
		} finally {
			server.kill();
			await server.exited;
		}
	},
);

test('every recorded answer of Node belongs to a request of the corpus', () => {
	const names = new Set(corpus.map(({ name }) => name));
	expect(Object.keys(recorded.answers).filter((name) => !names.has(name))).toEqual([]);
});
