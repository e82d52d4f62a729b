import { expect, test } from 'bun:test';
import { smallData } from '../../test/small-data.ts';
import { makeCatalog } from '../catalog/make-catalog.ts';
import { search } from './search.ts';
import { prepareSearch, searchIndex } from './search-index.ts';

const catalog = () => makeCatalog(smallData()).catalog!;

test('an index that is made in steps is the one that is searched', async () => {
	const prepared = catalog();
	let rests = 0;
	await prepareSearch(prepared, async () => {
		rests++;
	});
	expect(rests).toBeGreaterThan(1);
	const index = searchIndex(prepared);
	await prepareSearch(prepared, () => Promise.reject(new Error('there is nothing left to do')));
	expect(searchIndex(prepared)).toBe(index);
	expect(search(prepared, 'plus').hits).toEqual(search(catalog(), 'plus').hits);
});

test('nobody goes on with one that is no longer wanted', async () => {
	const dropped = catalog();
	let rests = 0;
	await prepareSearch(
		dropped,
		async () => {
			rests++;
		},
		() => rests < 2,
	);
	expect(rests).toBe(2);
});
