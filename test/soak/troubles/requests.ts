import { repeat, type Trouble, type TroubledService } from './trouble.ts';

const readersOfLicense = 2;
const readPause = 20;

/** Four licenses with two connections each that request the most expensive reads. 429 is a correct answer. */
export function startCostlyReads({ ask, costlyKeys, fault }: TroubledService): Trouble {
	let reads = 0;
	const unknown = (number: number) =>
		Array.from({ length: 100 }, (_, at) => `item=zzq${number}macboook${at}:14.7.2`).join('&');
	const exposure = (number: number) => {
		const day = new Date(Date.UTC(2025, 0, 1 + (number % 600))).toISOString().slice(0, 10);
		return `/exposure/J293AP:11.${number % 8}?as_of=${day}`;
	};
	const reader = (key: string) =>
		repeat(async () => {
			const number = reads++;
			const path = number % 2 === 0 ? `/advice?${unknown(number)}` : exposure(number);
			try {
				const response = await ask(path, { headers: { Authorization: key } });
				await response.arrayBuffer();
				if (response.status !== 200 && response.status !== 429) fault(`a read: ${response.status}`);
			} catch (thrown) {
				fault(`a read: ${thrown}`);
			}
			await Bun.sleep(readPause);
		});
	const readers = costlyKeys.flatMap((key) => Array.from({ length: readersOfLicense }, () => reader(key)));
	return {
		told: () => `${reads} expensive reads of ${costlyKeys.length} licenses`,
		async stop() {
			await Promise.all(readers.map(({ stop }) => stop()));
		},
	};
}

const feedReaders = 16;

/** Requests the public SOFA feeds with odd queries. */
export function startOddFeeds({ ask, fault }: TroubledService): Trouble {
	let feeds = 0;
	const reader = () =>
		repeat(async () => {
			const schema = feeds % 2 === 0 ? 'v1' : 'v2';
			const query = `ended=${9 + (feeds % 90)}&x=${feeds++}`;
			try {
				const response = await ask(`/sofa/${schema}/macos_data_feed.json?${query}`);
				await response.arrayBuffer();
				if (response.status !== 200 && response.status !== 429) fault(`a feed: ${response.status}`);
				// The client does not wait as long as 429 asks it to.
				if (response.status === 429) await Bun.sleep(50);
			} catch (thrown) {
				fault(`a feed: ${thrown}`);
			}
		});
	const readers = Array.from({ length: feedReaders }, reader);
	return {
		told: () => `${feeds} feeds with odd queries`,
		async stop() {
			await Promise.all(readers.map(({ stop }) => stop()));
		},
	};
}

/** The slowest searches before the search had an index. */
const worstWords = [
	'a e i o u m n zq1',
	'mac macb ma m maci macin acb ook pro inch 201 20 2 0 1 M1',
	'quadrra macboook airr proo stdio minni',
];
const searchersAtOnce = 2;
const searchPause = 10;

/** One license that sends the slowest searches without a pause. 429 is a correct answer. */
export function startSearches({ ask, searchKey, fault }: TroubledService): Trouble {
	let searches = 0;
	const searcher = () =>
		repeat(async () => {
			// A number makes each search new.
			const text = encodeURIComponent(`${worstWords[searches % worstWords.length]}${searches++}`);
			try {
				const response = await ask(`/search?q=${text}`, { headers: { Authorization: searchKey } });
				await response.text();
				if (response.status !== 200 && response.status !== 429) fault(`a search: ${response.status}`);
			} catch (thrown) {
				fault(`a search: ${thrown}`);
			}
			await Bun.sleep(searchPause);
		});
	const searchers = Array.from({ length: searchersAtOnce }, searcher);
	return {
		told: () => `${searches} searches for the worst words`,
		async stop() {
			await Promise.all(searchers.map(({ stop }) => stop()));
		},
	};
}
