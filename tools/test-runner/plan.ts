import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type OtherDay, otherDays, repeatedFolders, setTo, underFaketime } from './other-days.ts';
import { isPure, type TestFile } from './test-files.ts';

/**
 * Folders whose files share processes, with the number of processes. Loading the program, the tables and Playwright
 * takes 0.5 to 0.8 core-seconds per process: one process per file would cost 40 core-seconds more in all. Other folders of
 * `test/` gain nothing, because their files mostly start programs.
 */
const shared: Readonly<Record<string, number>> = {
	src: 4,
	'test/cli': 2,
	'test/contract': 1,
	'test/edge': 1,
	'test/enforce': 1,
	'test/feeds': 3,
	'test/page': 4,
	'test/reads': 1,
};

/** The files of one process. */
export interface Batch {
	readonly name: string;
	readonly files: readonly TestFile[];
	/** Null for today. */
	readonly day: OtherDay | null;
}

/**
 * Groups the files of a whole run by process. Pure tests take less time than a process needs to start: they have a process
 * for each core, and none of them runs today. Each runs on one of the other days; in a full run, what reads the clock runs on both.
 */
export function batchesOf(
	files: readonly TestFile[],
	cores: number,
	size: 'usual' | 'full' = 'usual',
): Batch[] {
	// A full run has long tests: more processes, so that none of them holds up the end of the run.
	const times = size === 'full' ? 6 : 1;
	const [pure, others] = [files.filter(isPure), files.filter((file) => !isPure(file))];
	const onBothDays = size === 'full' ? pure.filter((file) => file.readsClock) : [];
	const core = inParts(
		'pure core',
		pure.filter((file) => !onBothDays.includes(file)),
		cores * times,
	);
	const onDay = (day: string) => (batch: Batch) => ({
		...batch,
		name: `${batch.name}, on ${day}`,
		day: setTo(day),
	});
	return [
		...core.map((batch, at) => onDay(otherDays[at % otherDays.length]!)(batch)),
		...otherDays.flatMap((day) => inParts('what reads the clock', onBothDays, times).map(onDay(day))),
		...byFolder(others, times),
	];
}

/** What a full run repeats on the other days. */
export function repeatedBatches(files: readonly TestFile[]): Batch[] {
	const repeated = files.filter(({ path }) =>
		repeatedFolders.some((folder) => path.startsWith(`${folder}/`)),
	);
	return otherDays.flatMap((day) =>
		byFolder(repeated, 1).map((batch) => ({
			...batch,
			name: `${batch.name}, on ${day}`,
			day: underFaketime(day),
		})),
	);
}

function byFolder(files: readonly TestFile[], times: number): Batch[] {
	const folderOf = ({ path }: TestFile) =>
		Object.keys(shared).find((name) => path.startsWith(`${name}/`)) ?? path;
	return [...Map.groupBy(files, folderOf)].flatMap(([name, files]) =>
		name in shared ? inParts(name, files, shared[name]! * times) : [{ name, files, day: null }],
	);
}

function inParts(name: string, files: readonly TestFile[], parts: number): Batch[] {
	if (parts === 1) return files.length === 0 ? [] : [{ name, files, day: null }];
	return [...Map.groupBy(files, (file) => files.indexOf(file) % parts)].map(([part, files]) => ({
		name: `${name}, part ${part + 1} of ${parts}`,
		files,
		day: null,
	}));
}

/** The seconds that each process took when it last ran: the longest starts first, so that the run ends soon after the last start. */
export class Durations {
	readonly #file: string;
	readonly #seconds: Record<string, number>;

	/** Each size has its own file: a full run says nothing about a usual one. */
	constructor(folder: string, size: string) {
		this.#file = join(folder, `${size}.json`);
		this.#seconds = readRecord(this.#file);
	}

	/** The recorded seconds; a guess if there are none: a browser, database or service first, then the size of the files. */
	expected(project: string, name: string, files: readonly TestFile[]): number {
		const recorded = this.#seconds[name];
		if (recorded !== undefined) return recorded;
		const needs = new Set(files.flatMap((file) => [...file.needs]));
		const bytes = files.reduce((sum, { path }) => sum + statSync(join(project, path)).size, 0);
		return 5 * needs.size + bytes / 4000;
	}

	record(name: string, seconds: number): void {
		this.#seconds[name] = Math.round(seconds * 10) / 10;
	}

	write(): void {
		mkdirSync(dirname(this.#file), { recursive: true });
		writeFileSync(this.#file, `${JSON.stringify(this.#seconds, null, '\t')}\n`);
	}
}

/** An absent or damaged record only means that durations are guessed. */
function readRecord(file: string): Record<string, number> {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return {};
	}
}
