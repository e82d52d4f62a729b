import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isPure, type TestFile } from './test-files.ts';

/**
 * Test files in these folders call a service inside their own process. Loading the program and the tables is half of
 * their time, so the files of a folder share a process.
 */
const answering = new Set(['test/contract', 'test/enforce', 'test/reads']);

/**
 * Groups the files of a whole run by process. Pure tests take less time than a process needs to start, so they are
 * spread over a few processes.
 */
export function batchesOf(files: readonly TestFile[], pureParts: number): Map<string, TestFile[]> {
	let pure = 0;
	return Map.groupBy(files, (file) => {
		if (isPure(file)) return `pure core, part ${(pure++ % pureParts) + 1} of ${pureParts}`;
		const folder = dirname(file.path);
		return answering.has(folder) ? folder : file.path;
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
