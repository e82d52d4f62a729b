import { macsPerSegment, packSightings, Sightings } from '../fleet/history/sightings.ts';
import { Failure } from '../process/failure.ts';
import { removeFactsOf } from './facts.ts';
import type { HistoryFile, ImportRecord } from './history-file.ts';

/** Removes what an export added, as if it had never been there. */
export function takeBack(history: HistoryFile, number: string): ImportRecord {
	return history.change(() => {
		const found = history.imports().find(({ id }) => String(id) === number);
		if (!found)
			throw new Failure('unknown-import', `No export has the number ${JSON.stringify(number)} (see --list).`);
		for (const table of ['sightings', 'days']) history.run(`DELETE FROM ${table} WHERE import = ?`, found.id);
		removeFactsOf(history, found.id);
		history.run('DELETE FROM imports WHERE id = ?', found.id);
		history.removeUnusedFields();
		removeUnseenMacs(history);
		return found;
	});
}

/** Erases one Mac; false where it is not known. */
export function forgetMac(history: HistoryFile, serial: string): boolean {
	return history.change(() => {
		const mac = history.row<{ id: number }>('SELECT id FROM macs WHERE serial = ?', serial)?.id;
		if (mac === undefined) return false;
		rewrite(history, Math.floor(mac / macsPerSegment), (other) => other !== mac);
		history.run('DELETE FROM facts WHERE mac = ?', mac);
		history.run('DELETE FROM macs WHERE id = ?', mac);
		return true;
	});
}

/** Erases what was seen before a day; returns how many sightings that were. */
export function forgetBefore(history: HistoryFile, day: number): number {
	return history.change(() => {
		let erased = 0;
		for (const { segment } of history.rows<{ segment: number }>('SELECT DISTINCT segment FROM sightings'))
			erased += rewrite(history, segment, (_, seen) => seen >= day);
		history.run('DELETE FROM days WHERE day < ?', day);
		// The name that a Mac had on that day is still its name.
		history.run(
			`DELETE FROM facts WHERE day < ? AND EXISTS (
				SELECT 1 FROM facts later WHERE later.mac = facts.mac AND later.field = facts.field
				AND later.day > facts.day AND later.day <= ?)`,
			day,
			day,
		);
		history.run('DELETE FROM imports WHERE last_day < ?', day);
		history.run('UPDATE imports SET first_day = ? WHERE first_day < ?', day, day);
		history.removeUnusedFields();
		removeUnseenMacs(history);
		return erased;
	});
}

/** Writes a segment anew with the sightings that stay; returns how many did not. */
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
		const bytes = packSightings(after).get(segment);
		if (bytes) history.storeSegment(segment, row.import, bytes);
		else history.run('DELETE FROM sightings WHERE segment = ? AND import = ?', segment, row.import);
	}
	return erased;
}

/** Macs that nothing tells about any more. */
function removeUnseenMacs(history: HistoryFile): void {
	const seen = new Set<number>();
	for (const { segment } of history.rows<{ segment: number }>('SELECT DISTINCT segment FROM sightings')) {
		const sightings = new Sightings();
		history.each<{ packed: Uint8Array }>(
			'SELECT packed FROM sightings WHERE segment = ?',
			({ packed }) => history.loadSegment(segment, packed, sightings),
			segment,
		);
		for (const mac of sightings.macs.subarray(0, sightings.length)) seen.add(mac);
	}
	for (const { id } of history.rows<{ id: number }>('SELECT id FROM macs'))
		if (!seen.has(id)) {
			history.run('DELETE FROM facts WHERE mac = ?', id);
			history.run('DELETE FROM macs WHERE id = ?', id);
		}
}
