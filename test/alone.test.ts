import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Live, startLive } from './live.ts';
import { shipped } from './shipped-data.ts';
import { sized } from './size.ts';

let live: Live;
beforeAll(async () => {
	// The default limits.
	live = await startLive({ READ_LIMIT: '', REFUSAL_LIMIT: '', PUBLIC_LIMIT: '', PUBLIC_SHARE: '' });
});
afterAll(() => live.stop());

/** Counts the statuses of consecutive requests. */
async function statuses(paths: readonly string[]): Promise<Record<number, number>> {
	const counts: Record<number, number> = {};
	for (const path of paths) {
		const response = await fetch(live.address + path, { headers: { Authorization: live.key } });
		await response.arrayBuffer();
		counts[response.status] = (counts[response.status] ?? 0) + 1;
	}
	return counts;
}

const boards = [...shipped.boards.values()];

test('a client alone is never refused: 747 searches, by names and by identifiers', async () => {
	const names = boards.flatMap(({ machines, modelIdentifiers }) => [
		...machines.map(({ name }) => name.slice(0, 100)),
		...modelIdentifiers,
	]);
	const paths = [...new Set(names)]
		.slice(0, sized(200, 747))
		.map((name) => `/search?q=${encodeURIComponent(name)}`);
	expect(await statuses(paths)).toEqual({ 200: sized(200, 747) });
});

test('a client alone is never refused: all 329 boards', async () => {
	const paths = boards.slice(0, sized(100, 329)).map(({ id }) => `/boards/${id}`);
	expect(await statuses(paths)).toEqual({ 200: sized(100, 329) });
});

test('a client alone is never refused: 20,000 Macs in batches', async () => {
	const items = boards.flatMap(({ id, support }) =>
		[...support.values()].flatMap(({ releases }) => releases.map(({ version }) => `item=${id}:${version}`)),
	);
	const batches = sized(20, 200);
	const batch = (number: number) =>
		Array.from({ length: 100 }, (_, at) => items[((number * 100 + at) * 7) % items.length]!);
	const paths = Array.from({ length: batches }, (_, number) => `/advice?behind=1&${batch(number).join('&')}`);
	expect(await statuses(paths)).toEqual({ 200: batches });
});
