import { dayNumber, dayOfNumber } from '@pointrelease/core/src/text/day.ts';
import { Sightings } from '../fleet/history/sightings.ts';
import type { Turn } from '../fleet/inventory/file/source.ts';
import type { Judgment } from '../fleet/judging/memo.ts';
import { yieldTurn } from '../process/yield-turn.ts';
import { FactWriter } from './facts.ts';
import type { HistoryFile } from './history-file.ts';
import type { ImportCounts } from './import-counts.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** The parts of a row of an export that are stored. */
export interface ReadRow {
	readonly serial: string;
	readonly judgment: Judgment;
	readonly day: number;
	/** The row has no last contact, so that its day is that of the export. */
	readonly isInExport: boolean;
	/** Further values to store, as pairs of field and value. */
	readonly facts: readonly (readonly [string, string])[];
}

/** An export that was read. */
interface ReadExport {
	readonly name: string;
	readonly sha256: string;
	readonly exportDay: string;
	readonly rows: number;
	readonly unreadable_days: number;
	readonly duplicates: number;
	readonly counts: ImportCounts;
	/** One row for each serial number. */
	readonly rowsRead: readonly ReadRow[];
	/** The fields that are stored of each row. */
	readonly fields: readonly string[];
}

/** A retired Mac that an export shows after its last day: it counts again. */
export interface ReturnedMac {
	readonly serial: string;
	readonly retired_on: string;
	readonly seen: string;
}

/** Rows between two turns: some 0.1 s. */
const rowsPerTurn = 10_000;

/** Adds an export to a history, in the transaction of the caller. */
export async function addImport(
	history: HistoryFile,
	{ name, sha256, exportDay, rowsRead, fields, rows, unreadable_days, duplicates, counts }: ReadExport,
	{
		now,
		pseudonyms,
		turn = yieldTurn,
	}: {
		readonly now: Date;
		readonly pseudonyms: Pseudonyms | null;
		readonly turn?: Turn | undefined;
	},
): Promise<{ id: number; macs: number; returned: ReturnedMac[] }> {
	const days = rowsRead.map(({ day }) => day);
	const [firstDay, lastDay] = days.reduce(
		([first, last], day) => [Math.min(first, day), Math.max(last, day)],
		[days[0] ?? dayNumber(exportDay), days[0] ?? dayNumber(exportDay)],
	);
	const id = history.insert('imports', {
		digest: sha256,
		name,
		added: now.toISOString(),
		taken: exportDay,
		macs: 0,
		first_day: firstDay,
		last_day: lastDay,
		rows,
		unreadable_days,
		duplicates,
		fields: JSON.stringify(fields),
		counts: JSON.stringify(counts),
	});
	const macOf = macNumbers(history);
	const stateOf = stateNumbers(history);
	const facts = new FactWriter(history, id);
	const sightings = new Sightings();
	const macs = new Set<number>();
	const retirements = new Map(
		history
			.rows<{ mac: number; day: number }>('SELECT mac, day FROM retirements')
			.map(({ mac, day }) => [mac, day]),
	);
	const returned: ReturnedMac[] = [];
	for (const [at, { serial, judgment, day, isInExport, facts: values }] of rowsRead.entries()) {
		if (at % rowsPerTurn === rowsPerTurn - 1) await turn();
		const mac = macOf(pseudonyms ? pseudonyms.of(serial) : serial);
		macs.add(mac);
		const retiredOn = retirements.get(mac);
		if (retiredOn !== undefined && day > retiredOn)
			returned.push({ serial, retired_on: dayOfNumber(retiredOn), seen: dayOfNumber(day) });
		sightings.add(mac, stateOf(judgment, isInExport), day);
		for (const [field, value] of values) facts.add(mac, field, day, value);
	}
	history.store(id, sightings);
	facts.end();
	history.run('UPDATE imports SET macs = ? WHERE id = ?', macs.size, id);
	return { id, macs: macs.size, returned };
}

/** Finds the number of a Mac, and adds the Mac if it is new. */
function macNumbers(history: HistoryFile): (serial: string) => number {
	const numbers = new Map<string, number>();
	history.each<{ id: number; serial: string }>('SELECT id, serial FROM macs', ({ id, serial }) =>
		numbers.set(serial, id),
	);
	return (serial) => {
		const number = numbers.get(serial) ?? history.insert('macs', { serial });
		numbers.set(serial, number);
		return number;
	};
}

/** Finds the number of a state, and adds the state if it is new. */
function stateNumbers(history: HistoryFile): (judgment: Judgment, isInExport: boolean) => number {
	const numbers = new Map<string, number>();
	const keyOf = (cells: string, isInExport: boolean) => `${isInExport ? 'export' : 'contact'} ${cells}`;
	history.each<{ id: number; cells: string; in_export: number }>(
		'SELECT id, cells, in_export FROM states',
		({ id, cells, in_export }) => numbers.set(keyOf(cells, in_export === 1), id),
	);
	// Rows of similar Macs share one judgment. Print its cells only once.
	const results = [new Map<Judgment, number>(), new Map<Judgment, number>()] as const;
	return (judgment, isInExport) => {
		const ofResults = results[isInExport ? 1 : 0];
		let number = ofResults.get(judgment);
		if (number !== undefined) return number;
		const cells = JSON.stringify(judgment.cells);
		const key = keyOf(cells, isInExport);
		number = numbers.get(key) ?? history.insert('states', { cells, in_export: isInExport ? 1 : 0 });
		numbers.set(key, number);
		ofResults.set(judgment, number);
		return number;
	};
}
