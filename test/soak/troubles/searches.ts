import { repeat, type Trouble, type TroubledService } from './trouble.ts';

/** What took the search longest before it had an index. */
const words = [
	'a e i o u m n zq1',
	'mac macb ma m maci macin acb ook pro inch 201 20 2 0 1 M1',
	'quadrra macboook airr proo stdio minni',
];
const together = 2;
const pause = 10;

/** One license that searches for the worst words without end; it may be told that this is too much. */
export function startSearches({ address, searchKey, fault }: TroubledService): Trouble {
	let searches = 0;
	const searcher = () =>
		repeat(async () => {
			// A number makes each of them one that was not asked before.
			const text = encodeURIComponent(`${words[searches % words.length]}${searches++}`);
			const headers = { Authorization: searchKey };
			try {
				const response = await fetch(`${address}/search?q=${text}`, {
					headers,
					tls: { rejectUnauthorized: false },
				});
				await response.text();
				if (response.status !== 200 && response.status !== 429) fault(`a search: ${response.status}`);
			} catch (thrown) {
				fault(`a search: ${thrown}`);
			}
			await Bun.sleep(pause);
		});
	const searchers = Array.from({ length: together }, searcher);
	return {
		told: () => `${searches} searches for the worst words`,
		async stop() {
			await Promise.all(searchers.map(({ stop }) => stop()));
		},
	};
}
