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
