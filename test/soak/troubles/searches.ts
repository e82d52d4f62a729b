import { repeat, type Trouble, type TroubledService } from './trouble.ts';

/** What took the search longest before it had an index. */
const words = [
	'a e i o u m n zq1',
	'mac macb ma m maci macin acb ook pro inch 201 20 2 0 1 M1',
	'quadrra macboook airr proo stdio minni',
];
const together = 20;
const pause = 100;

/** One license that searches for the worst words, many at once; it may be told that this is too much. */
export function startSearches({ address, searchKey, fault }: TroubledService): Trouble {
	let searches = 0;
	const search = async (number: number) => {
		const text = encodeURIComponent(words[number % words.length]!);
		const headers = { Authorization: searchKey };
		const response = await fetch(`${address}/search?q=${text}`, { headers });
		await response.text();
		searches++;
		if (response.status !== 200 && response.status !== 429) fault(`a search: ${response.status}`);
	};
	const { stop } = repeat(async () => {
		const numbers = Array.from({ length: together }, (_, number) => number);
		await Promise.all(numbers.map(search)).catch((thrown) => fault(`a search: ${thrown}`));
		await Bun.sleep(pause);
	});
	return { told: () => `${searches} searches for the worst words`, stop };
}
