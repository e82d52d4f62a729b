import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ask, type Contender } from './measure/contender.ts';
import { compare, type Plan, type Result } from './measure/rounds.ts';
import { quietly, serviceOn } from './measure/service.ts';
import { findGenerator } from './measure/tools.ts';
import { inFolder, shippedHotPaths, shippedPaths } from './measure/workspace.ts';
import { ratioRow, rowOf } from './report/row.ts';
import type { Measure, Subject } from './subject.ts';

const port = 18_320;
const root = new URL('../../', import.meta.url).pathname;

/** Median of seven turns: the speed of a machine differs between turns by more than a change should cost. */
const plan: Plan = {
	turns: 7,
	attempts: 1.3,
	seconds: 2,
	warmUp: 4,
	connections: 32,
	patience: 60_000,
};

/** How much more processor time an answer may take than in the other tree. */
const mostMore = 1.03;

/** Reads of each kind that is asked for often, cached and computed. */
const reads = (boards: readonly string[]) =>
	boards.flatMap((board) => [
		`/boards/${board}`,
		`/advice/${board}:26.1?policy=n-1`,
		`/exposure/${board}:26.1`,
	]);

/**
 * `npm run bench -- answers --beside FOLDER`: this tree and another one with its own packages, turn by turn in one run.
 * Each serves a state folder that its own program made.
 */
export function besideSubject(folder: string): Subject {
	return {
		name: 'answers',
		measure: () =>
			inFolder(async (temporary) => {
				const generator = await findGenerator();
				const contenders: { contender: Contender; key: string }[] = [];
				try {
					for (const [at, [name, tree]] of [
						['this tree', root] as const,
						[besideName, folder] as const,
					].entries())
						contenders.push(await startTree(name, tree, join(temporary, String(at)), port + at));
					const hot = shippedHotPaths();
					const boards = [...new Set(hot.map((path) => path.slice('/items/'.length, path.indexOf(':'))))];
					const measures: Measure[] = [];
					for (const [title, paths] of [
						['hot paths', hot],
						['all paths', shippedPaths()],
						['reads', reads(boards.slice(0, 60))],
					] as const) {
						const shared = await answeredByAll(contenders, paths);
						const entries = contenders.map(({ contender, key }) => ({
							name: contender.name,
							contender,
							requests: { paths: shared, keys: [key] },
						}));
						measures.push(...measuresOf(title, shared.length, await compare(generator, entries, plan)));
					}
					return measures;
				} finally {
					for (const { contender } of contenders) await contender.stop();
				}
			}),
	};
}

const besideName = 'the tree beside';

function measuresOf(title: string, count: number, results: readonly Result[]): Measure[] {
	const [ours, theirs] = results as [Result, Result];
	const bar = { must: { most: mostMore } };
	return [
		...results.map((result) => ({ ...rowOf(result, `${count} paths`), name: `${title}, ${result.name}` })),
		ratioRow(`${title}, CPU, to ${besideName}`, ours, theirs, 'cpu', bar),
	];
}

async function startTree(
	name: string,
	tree: string,
	state: string,
	at: number,
): Promise<{ contender: Contender; key: string }> {
	mkdirSync(state, { recursive: true });
	const program = join(tree, 'src/cli/main.ts');
	const contender = await serviceOn(at, state, name, {}, program);
	try {
		return { contender, key: await issueWith(program, state) };
	} catch (thrown) {
		await contender.stop();
		throw thrown;
	}
}

/** A key made by the program that will serve it: trees may differ in the schema of their database. */
async function issueWith(program: string, state: string): Promise<string> {
	const command = [process.execPath, program, 'license', 'issue', '--email', 'bench@example.com', '--json'];
	const child = Bun.spawn([...command, '--no-mail'], {
		env: { ...process.env, POINTRELEASE_STATE: state, ...quietly },
		stdout: 'pipe',
		stderr: 'inherit',
	});
	const text = await child.stdout.text();
	if ((await child.exited) !== 0) throw new Error(`${program} issued no key`);
	return (JSON.parse(text) as { key: string }).key;
}

/** The paths that all trees answer: one of them may have newer tables. */
async function answeredByAll(
	contenders: readonly { contender: Contender; key: string }[],
	paths: readonly string[],
): Promise<string[]> {
	const answered: string[] = [];
	for (const path of paths) {
		const statuses = await Promise.all(
			contenders.map(({ contender, key }) => ask(contender, path, { Authorization: key })),
		);
		if (statuses.every((status) => status === 200)) answered.push(path);
	}
	if (answered.length === 0) throw new Error(`no path like ${paths[0]} is answered by both trees`);
	return answered;
}
