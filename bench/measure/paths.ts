import type { Catalog } from '../../src/catalog/catalog.ts';

/** Every path of operation 3: each board with each release it runs, written with three components. */
export function proximoPaths(catalog: Catalog): string[] {
	const paths: string[] = [];
	for (const board of catalog.boards.values()) {
		for (const { releases } of board.support.values()) {
			for (const { version } of releases) {
				paths.push(`/items/${board.id}:${withThree(version)}`);
			}
		}
	}
	return paths;
}

/** What a fleet of today asks: each board that runs the newest major, with the last releases that it runs. */
export function hotPaths({ majors }: Catalog): string[] {
	const newest = [...majors.values()].at(-1)!;
	return newest.boards.flatMap((board) => {
		const releases = [...board.support.values()].flatMap((support) => support.releases);
		return releases
			.toSorted((a, b) => a.released.localeCompare(b.released))
			.slice(-hotReleases)
			.map(({ version }) => `/items/${board.id}:${withThree(version)}`);
	});
}

const hotReleases = 8;

/** Operation 3 needs three components. */
function withThree(version: string): string {
	return version.split('.').length < 3 ? `${version}.0` : version;
}

/** The same every time, and in no order a cache could profit from. */
export function shuffle<T>(values: readonly T[], seed = 1): T[] {
	const random = randomFrom(seed);
	const shuffled = [...values];
	for (let at = shuffled.length - 1; at > 0; at--) {
		const other = Math.floor(random() * (at + 1));
		[shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!];
	}
	return shuffled;
}

/** Numbers from 0 to 1 that repeat from run to run (mulberry32). */
export function randomFrom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
