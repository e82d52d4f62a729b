import { Failure } from '../process/failure.ts';

/**
 * What the files of a report are called. Exports of several sites often have the same name, and a report that takes two
 * of them for one would count their Macs twice: each later one gets a number.
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

/** Says in what went wrong which file it was. What cannot be written says itself which file that is. */
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
 * Files that hold a part of an answer. Files that name the same total of rows are pages of one answer:
 * together they may be the whole of it. The same page twice is one page.
 */
export class PartialFiles {
	/** For each number of rows in all, the rows of each page by how it begins. */
	readonly #answers = new Map<number, Map<string, number>>();
	#isOpen = false;

	/** Takes a file of so many rows in; `missing` is null if nobody says how many there are elsewhere. */
	add(rows: number, missing: number | null, begin: string): void {
		if (missing === null) {
			this.#isOpen = true;
			return;
		}
		const total = rows + missing;
		const pages = this.#answers.get(total) ?? new Map<string, number>();
		this.#answers.set(total, pages.set(begin, rows));
	}

	/** How many rows no file has, as far as the files say. */
	get missing(): number {
		let missing = 0;
		for (const [total, pages] of this.#answers) {
			const read = [...pages.values()].reduce((sum, rows) => sum + rows, 0);
			missing += Math.max(0, total - read);
		}
		return missing;
	}

	get isIncomplete(): boolean {
		return this.#isOpen || this.missing > 0;
	}
}
