import { dayNumber } from '@pointrelease/core/src/text/day.ts';
import { macsPerSegment, packSightings, Sightings } from '../fleet/history/sightings.ts';
import { Failure } from '../process/failure.ts';
import { type Eraser, erasing } from './erasures.ts';
import { removeFactsOf } from './facts.ts';
import type { HistoryFile, ImportRecord } from './history-file.ts';
import { countErased, sightingsAfter } from './import-counts.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import { macNumber } from './retire.ts';

/** Removes an export by its number, as if it had never been added. */
export function takeBack(history: HistoryFile, number: string, eraser: Eraser): ImportRecord {
	return history.change(() => erasing(history, 'take-back', eraser, () => removeImport(history, number)));
}

function removeImport(history: HistoryFile, number: string): { result: ImportRecord; sightings: number } {
	const record = history.imports().find(({ id }) => String(id) === number);
	if (!record) throw new Failure('unknown-import', `No export has the number ${JSON.stringify(number)}.`);
	const sightings = sightingsAfter(history, record.id, Number.NEGATIVE_INFINITY);
	for (const table of ['sightings', 'days']) history.run(`DELETE FROM ${table} WHERE import = ?`, record.id);
	removeFactsOf(history, record.id);
	history.run('DELETE FROM imports WHERE id = ?', record.id);
	removeUnseenMacs(history);
	return { result: record, sightings };
}

/** Erases one Mac, and returns its serial number as the history spells it. `pseudonyms` are those of the history. */
export function forgetMac(
	history: HistoryFile,
	serial: string,
	{ pseudonyms, ...eraser }: Eraser & { readonly pseudonyms: Pseudonyms | null },
): string {
	const upperSerial = serial.trim().toUpperCase();
	const work = () => {
		const mac = macNumber(history, upperSerial, pseudonyms);
		if (mac === null)
			throw new Failure(
				'unknown-mac',
				`No Mac with the serial number ${JSON.stringify(serial)} is in the history.`,
			);
		const segment = Math.floor(mac / macsPerSegment);
		const sightings = rewrite(history, segment, (other) => other !== mac);
		eraseMac(history, mac);
		return { result: upperSerial, sightings };
	};
	return history.change(() => erasing(history, 'forget', eraser, work));
}

/** Erases all sightings before a day, and returns how many there were. */
export function forgetBefore(history: HistoryFile, firstDay: string, eraser: Eraser): number {
	const day = dayNumber(firstDay);
	const work = () => {
		let erased = 0;
		for (const { segment } of history.rows<{ segment: number }>('SELECT DISTINCT segment FROM sightings'))
			erased += rewrite(history, segment, (_, seen) => seen >= day);
		history.run('DELETE FROM days WHERE day < ?', day);
		// Keep the last value before the day, such as the name, because the Mac still has it.
		history.run(
			`DELETE FROM facts WHERE day < ? AND EXISTS (
				SELECT 1 FROM facts later WHERE later.mac = facts.mac AND later.field = facts.field
				AND later.day > facts.day AND later.day <= ?)`,
			day,
			day,
		);
		history.run('DELETE FROM imports WHERE last_day < ?', day);
		history.run('UPDATE imports SET first_day = ? WHERE first_day < ?', day, day);
		removeUnseenMacs(history);
		return { result: erased, sightings: erased };
	};
	return history.change(() => erasing(history, 'keep-days', eraser, work));
}

/** Rewrites a segment with the sightings for which `stays` is true, and returns how many were erased. */
function rewrite(
	history: HistoryFile,
	segment: number,
	stays: (mac: number, day: number) => boolean,
): number {
	let erased = 0;
	const rows = history.rows<{ import: number; packed: Uint8Array }>(
		'SELECT import, packed FROM sightings WHERE segment = ?',
		segment,
	);
	for (const row of rows) {
		const before = new Sightings();
		history.loadSegment(segment, row.packed, before);
		const after = new Sightings();
		for (let at = 0; at < before.length; at++)
			if (stays(before.macs[at]!, before.days[at]!))
				after.add(before.macs[at]!, before.states[at]!, before.days[at]!);
		if (after.length === before.length) continue;
		erased += before.length - after.length;
		countErased(history, row.import, before.length - after.length);
		const bytes = packSightings(after).get(segment);
		if (bytes) history.storeSegment(segment, row.import, bytes);
		else history.run('DELETE FROM sightings WHERE segment = ? AND import = ?', segment, row.import);
	}
	return erased;
}

/** Erases Macs without any sighting. */
function removeUnseenMacs(history: HistoryFile): void {
	const seenMacs = new Set<number>();
	for (const { segment } of history.rows<{ segment: number }>('SELECT DISTINCT segment FROM sightings')) {
		const sightings = new Sightings();
		history.each<{ packed: Uint8Array }>(
			'SELECT packed FROM sightings WHERE segment = ?',
			({ packed }) => history.loadSegment(segment, packed, sightings),
			segment,
		);
		for (const mac of sightings.macs.subarray(0, sightings.length)) seenMacs.add(mac);
	}
	for (const { id } of history.rows<{ id: number }>('SELECT id FROM macs'))
		if (!seenMacs.has(id)) eraseMac(history, id);
}

/** Erases everything about a Mac except its sightings. */
function eraseMac(history: HistoryFile, mac: number): void {
	for (const table of ['facts', 'retirements']) history.run(`DELETE FROM ${table} WHERE mac = ?`, mac);
	history.run('DELETE FROM macs WHERE id = ?', mac);
}
