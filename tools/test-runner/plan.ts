import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/**
 * Groups the files of a whole run by process. Pure tests take less time than a process needs to start: they have a process
 * for each core. `times` is how many times as many processes there are.
 */
export function batchesOf(files: readonly TestFile[], cores: number, times = 1): Map<string, TestFile[]> {
	const counts = new Map<string, number>();
	const partOf = (name: string, parts: number) => {
		const count = counts.get(name) ?? 0;
		counts.set(name, count + 1);
		return parts === 1 ? name : `${name}, part ${(count % parts) + 1} of ${parts}`;
	};
	return Map.groupBy(files, (file) => {
		if (isPure(file)) return partOf('pure core', cores * times);
		const folder = Object.keys(shared).find((name) => file.path.startsWith(`${name}/`));
		return folder === undefined ? file.path : partOf(folder, shared[folder]! * times);
	});
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
