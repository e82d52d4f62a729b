import { repeat, type Trouble, type TroubledService } from './trouble.ts';

const together = 16;

/** Without a key: a feed in the shape of SOFA's with every number of majors and what else a stranger thinks of. */
export function startOddFeeds({ address, fault }: TroubledService): Trouble {
	let feeds = 0;
	const reader = () =>
		repeat(async () => {
			const schema = feeds % 2 === 0 ? 'v1' : 'v2';
			const query = `ended=${9 + (feeds % 90)}&x=${feeds++}`;
			try {
				const response = await fetch(`${address}/sofa/${schema}/macos_data_feed.json?${query}`, {
					tls: { rejectUnauthorized: false },
				});
				await response.arrayBuffer();
				if (response.status !== 200 && response.status !== 429) fault(`a feed: ${response.status}`);
				// Whoever is told to wait comes back all the same, if not at once.
				if (response.status === 429) await Bun.sleep(50);
			} catch (thrown) {
				fault(`a feed: ${thrown}`);
			}
		});
	const readers = Array.from({ length: together }, reader);
	return {
		told: () => `${feeds} feeds with odd queries`,
		async stop() {
			await Promise.all(readers.map(({ stop }) => stop()));
		},
	};
}
