/**
 * `bun tools/bench/heap-objects.ts`: prints the objects that the service retains, by type, as JSON. Pauses of the garbage
 * collector grow with their number, not with their bytes. Each stage adds to the previous one.
 */
import { heapStats } from 'bun:jsc';
import { searchIndex } from '@pointrelease/core/src/names/search-index.ts';
import { createAnswerBook } from '../../src/api/answer-book.ts';
import { loadCatalog } from '../../src/data/load.ts';
import { proximoPaths } from './measure/paths.ts';

export interface HeapStage {
	readonly name: string;
	readonly objects: number;
	readonly megabytes: number;
	/** The most frequent types. */
	readonly types: readonly (readonly [type: string, count: number])[];
}

const mostTypes = 5;
const stages: HeapStage[] = [];

function note(name: string): void {
	Bun.gc(true);
	const { objectCount, heapSize, objectTypeCounts } = heapStats();
	const types = Object.entries(objectTypeCounts).sort(([, a], [, b]) => b - a);
	stages.push({ name, objects: objectCount, megabytes: heapSize / 1e6, types: types.slice(0, mostTypes) });
}

note('code alone');
const catalog = loadCatalog(new URL('../../data', import.meta.url).pathname);
note('and the catalog');
searchIndex(catalog);
note('and the index of names');
const book = createAnswerBook(catalog);

// Each name is a separate string, as from the router of the service, and the list of names is released.
const names = Buffer.from(proximoPaths(catalog).join('\n'));
for (let from = 0; from < names.length; ) {
	const end = names.indexOf('\n', from);
	const to = end === -1 ? names.length : end;
	book.item(names.toString('latin1', from + '/items/'.length, to));
	from = to + 1;
}
note('and every answer');
if (book.catalog !== catalog) throw new Error('the book is another one');
console.log(JSON.stringify(stages));
