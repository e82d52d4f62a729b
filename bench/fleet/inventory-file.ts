import type { Catalog } from '../../src/catalog/catalog.ts';

/** The number of different pairs of model and version in a large fleet. */
const mostPairs = 3000;
const rowsPerWrite = 10_000;

/**
 * Writes an inventory as a management service exports it: each row is another Mac, of a few thousand different kinds.
 */
export async function writeInventory(path: string, catalog: Catalog, rows: number): Promise<void> {
	const pairs = pairsOf(catalog);
	const file = Bun.file(path).writer();
	file.write('Computer Name,Serial Number,Board ID,OS Version,Last Check-in\n');
	for (let row = 0; row < rows; ) {
		let lines = '';
		for (const end = Math.min(rows, row + rowsPerWrite); row < end; row++) {
			const serial = `C02${row.toString(36).toUpperCase().padStart(9, '0')}`;
			const day = String(1 + (row % 28)).padStart(2, '0');
			lines += `MacBook of employee ${row},${serial},${pairs[(row * 7919) % pairs.length]},2026-10-${day}T08:15:02Z\n`;
		}
		file.write(lines);
		await file.flush();
	}
	await file.end();
}

/** Boards that run the newest majors, each with releases that it runs. */
function pairsOf(catalog: Catalog): string[] {
	const all = [...catalog.boards.values()]
		.filter(({ kind }) => kind === 'apple-silicon' || kind === 'intel')
		.flatMap(({ id, support }) =>
			[...support.values()].flatMap(({ releases }) => releases.map(({ version }) => `${id},${version}`)),
		);
	const step = Math.max(1, Math.floor(all.length / mostPairs));
	return all.filter((_, at) => at % step === 0).slice(0, mostPairs);
}
