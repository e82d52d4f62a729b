import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { randomFrom } from '../../test/seeded-random.ts';
import type { Run } from './run.ts';

const day = 86_400_000;
/** The first and last day of the history. */
export const [first, last] = ['2024-06-30', '2026-08-22'];

/**
 * The seed of the starts for these data. Everybody with the same data draws the same starts, so that a run never fails for reasons that
 * are not in the change that it tests; other data draw other starts.
 */
export function seedFor({ dataVersion }: Pick<Catalog, 'dataVersion'>): number {
	return Bun.hash.xxHash32(dataVersion);
}

/**
 * Draws random late starts: the data of any day, and a start at least a month later. The same seed draws the same
 * starts.
 */
export function drawStarts(seed: number, count: number): Run[] {
	const random = randomFrom(seed);
	const [from, until] = [Date.parse(first), Date.parse(last)];
	return Array.from({ length: count }, () => {
		const data = from + Math.floor(random() * (until - from - 30 * day));
		const start = data + 30 * day + Math.floor(random() * (until - data - 30 * day));
		const [dataDay, started] = [data, start].map((time) => new Date(time).toISOString().slice(0, 10));
		const name = `data of ${dataDay}, started ${started}`;
		return { name, data: dataDay!, from: started!, until: started!, after: 80 };
	});
}
