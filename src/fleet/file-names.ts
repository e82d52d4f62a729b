import { Failure } from '../process/failure.ts';

/**
 * The names of the files of a report; each repetition gets a number. Exports of several sites often have the same name,
 * and a report must not take two of them for one file.
 */
export function fileNames(names: readonly string[]): string[] {
	const taken = new Set<string>();
	return names.map((name) => {
		let free = name;
		for (let number = 2; taken.has(free); number++) free = `${name} (${number})`;
		taken.add(free);
		return free;
	});
}

/** Puts the name of the file before an error. Errors of writing name their own file already. */
export async function named<T>(name: string, work: Promise<T>): Promise<T> {
	try {
		return await work;
	} catch (thrown) {
		if (thrown instanceof Failure && thrown.code !== 'unwritable-file')
			throw new Failure(thrown.code, `${name}: ${thrown.message}`);
		throw thrown;
	}
}

/**
 * Files that hold only some pages of an export. Files that state the same total of rows are pages of one export, which
 * together may be complete. The same page twice counts once.
 */
export class PartialFiles {
	/** By the total of rows of an export: the number of rows on each page, by the first row of the page. */
	readonly #exports = new Map<number, Map<string, number>>();
	#isOpen = false;

	/** Adds a file. `missing` is the number of rows on further pages, null if the file does not state it. */
	add(rows: number, missing: number | null, firstRow: string): void {
		if (missing === null) {
			this.#isOpen = true;
			return;
		}
		const total = rows + missing;
		const pages = this.#exports.get(total) ?? new Map<string, number>();
		this.#exports.set(total, pages.set(firstRow, rows));
	}

	/** How many rows are in no file, as far as the files state it. */
	get missing(): number {
		let missing = 0;
		for (const [total, pages] of this.#exports) {
			const read = [...pages.values()].reduce((sum, rows) => sum + rows, 0);
			missing += Math.max(0, total - read);
		}
		return missing;
	}

	get isIncomplete(): boolean {
		return this.#isOpen || this.missing > 0;
	}
}
