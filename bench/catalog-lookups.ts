import { heapStats } from 'bun:jsc';
import { loadCatalog } from '../src/catalog/load.ts';
import { findBoard, findMajor, findStep, findSupport } from '../src/catalog/lookup.ts';
import { median } from './subject.ts';

/** Nanoseconds or bytes per lookup, by the name of the question. Run in a fresh process, prints JSON. */
export type Lookups = Record<string, number>;

const catalog = loadCatalog(new URL('../data', import.meta.url).pathname);

/** Every board, major and release takes its turn, so that no question is answered from a warm spot alone. */
const majors = [...catalog.majors.keys()];
const boards = [...catalog.boards.values()];
const pairs = boards.flatMap((board) => [...board.support.keys()].map((major) => [board.id, major] as const));
const steps = boards.flatMap((board) =>
	[...board.support.values()].flatMap(({ releases }) =>
		releases.map(({ version }) => [board.id, version] as const),
	),
);

/** The answers are kept in sight, so that the engine cannot leave the work out. */
let answered = 0;

const questions: Record<string, (turn: number) => void> = {
	'latest of a major': (turn) => {
		const found = findMajor(catalog, majors[turn % majors.length]!);
		if (found.kind === 'found') answered += found.value.canonical.latest.released.length;
	},
	'latest of a board and major': (turn) => {
		const [board, major] = pairs[turn % pairs.length]!;
		const found = findSupport(catalog, board, major);
		if (found.kind === 'found') answered += found.value.latest.released.length;
	},
	'exact release with its next': (turn) => {
		const [board, version] = steps[turn % steps.length]!;
		const step = findStep(catalog, board, version);
		if (step.kind === 'step') answered += step.next.released.length;
	},
	'majors of a board': (turn) => {
		const found = findBoard(catalog, boards[turn % boards.length]!.id);
		if (found.kind === 'found') answered += found.value.support.size;
	},
	'boards of a major': (turn) => {
		const found = findMajor(catalog, majors[turn % majors.length]!);
		if (found.kind === 'found') answered += found.value.boards.length;
	},
};

const turns = 50_000;
const rounds = 15;

function round(ask: (turn: number) => void): void {
	for (let turn = 0; turn < turns; turn++) ask(turn);
}

const measures: Record<string, (ask: (turn: number) => void) => number> = {
	nanoseconds: (ask) => {
		const start = performance.now();
		round(ask);
		return ((performance.now() - start) * 1e6) / turns;
	},
	bytes: (ask) => {
		const before = heapStats().heapCapacity;
		round(ask);
		return (heapStats().heapCapacity - before) / turns;
	},
};

const measure = measures[process.argv[2] ?? ''];
if (!measure) throw new Error(`expected one of ${Object.keys(measures).join(', ')}`);
const results: Lookups = {};
for (const [name, ask] of Object.entries(questions)) {
	round(ask);
	results[name] = median(Array.from({ length: rounds }, () => measure(ask)));
}
if (answered === 0) throw new Error('nothing was answered');
process.stdout.write(JSON.stringify(results));
