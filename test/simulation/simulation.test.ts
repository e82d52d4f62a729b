import { describe, expect, test } from 'bun:test';
import { environment } from '../process.ts';
import { cases, isFull, sized } from '../size.ts';
import { useStores } from '../stores.ts';
import { faults } from './faults.ts';

const main = new URL('main.ts', import.meta.url).pathname;

/** The program of a simulation is loaded in another way, so it has a process of its own. */
async function play(options: readonly string[], env: Record<string, string> = {}) {
	const child = Bun.spawn([process.execPath, main, ...options], {
		env: environment(env),
		stdout: 'pipe',
		stderr: 'pipe',
	});
	const [said, complained, code] = await Promise.all([
		child.stdout.text(),
		child.stderr.text(),
		child.exited,
	]);
	return { code, text: said + complained };
}

/** A process loads the program once for all its stories, each of which takes about half a core-second. */
const perTest = sized(20, 50);
const starts = Array.from({ length: sized(1, 40) }, (_, at) => 1 + at * perTest);

test.each(starts)(
	'every invariant holds in stories from seed %d on, and a story repeats itself',
	async (from) => {
		const { code, text } = await play(['--from', String(from), '--seeds', String(perTest)]);
		expect([code, code === 0 ? '' : text]).toEqual([0, '']);
	},
);

const found = faults.filter(({ seed }) => seed !== null);

test.each(cases(found.slice(0, 1), found))(
	'a planted fault is found: $name',
	async ({ name, seed, breaks }) => {
		const { code, text } = await play(['--fault', name, '--from', String(seed), '--seeds', '1']);
		expect([code, text]).toEqual([1, expect.stringContaining(`\n  ${breaks}: `)]);
	},
);

describe.skipIf(!isFull)('PostgreSQL', () => {
	const stores = useStores();
	test.each([1, 2, 3, 4])('every invariant holds in the story of seed %d, in any order', async (seed) => {
		const env = { DATABASE_URL: await stores.database() };
		const { code, text } = await play(['--from', String(seed), '--seeds', '1'], env);
		expect([code, code === 0 ? '' : text]).toEqual([0, '']);
	});
});
