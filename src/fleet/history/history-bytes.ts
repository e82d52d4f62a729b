import { Inflate } from 'fflate';
import { Failure } from '../../process/failure.ts';
import { applicationId, lateField, nameField, otherFormat, schemaVersion } from './history-schema.ts';
import { mostPackedBytes, type Sightings, unpackSightings } from './sightings.ts';
import {
	damagedHistory,
	type HistorySource,
	lateChange,
	type RememberedMac,
	type StoredState,
	storedDay,
	storedState,
} from './source.ts';
import { SqliteReader } from './sqlite-reader.ts';

/** Reads a history from the bytes of its file, for the web page. */
export function historyFromBytes(bytes: Uint8Array): HistorySource {
	try {
		const file = new SqliteReader(bytes);
		if (file.pragma('application_id') !== applicationId)
			throw new Failure('not-a-history', 'This database is not a fleet history.');
		if (file.pragma('user_version') !== schemaVersion)
			throw new Failure('other-history', otherFormat('This history'));
		return historyOfRows(file);
	} catch (thrown) {
		if (!(thrown instanceof RangeError)) throw thrown;
		throw damagedHistory();
	}
}

type LoadedMac = { -readonly [K in keyof RememberedMac]: RememberedMac[K] };

/** Reads a history from the rows of its tables. */
export function historyOfRows(file: Pick<SqliteReader, 'rows'>): HistorySource {
	const states = new Map<number, StoredState>();
	for (const { id, values } of file.rows('states'))
		states.set(id, storedState(String(values[1]), values[2] === 1));
	const macs = new Map<number, LoadedMac>();
	for (const { id, values } of file.rows('macs'))
		macs.set(id, { serial: String(values[1]), name: null, group: null });
	// Rows of a Mac are in the order of days, so the last name wins.
	for (const { values } of file.rows('facts')) {
		const [mac, field, day, , value] = values;
		const named = macs.get(Number(mac));
		if (named && field === nameField) named.name = String(value);
		const change = field === lateField ? lateChange(storedDay(day), String(value)) : null;
		if (named && change) named.late = [...(named.late ?? []), change];
	}
	for (const { id, values } of file.rows('retirements')) {
		const mac = macs.get(id);
		if (mac)
			mac.retired = { on: storedDay(values[1]), reason: values[2] === null ? null : String(values[2]) };
	}
	const segments = new Map<number, Uint8Array[]>();
	for (const { values } of file.rows('sightings')) {
		const [segment, , packed] = values as [number, number, Uint8Array];
		const parts = segments.get(segment);
		if (parts) parts.push(packed);
		else segments.set(segment, [packed]);
	}
	return {
		states,
		days: new Set(Array.from(file.rows('days'), ({ values }) => storedDay(values[1]))),
		exportDays: new Set(Array.from(file.rows('imports'), ({ values }) => storedDay(values[7]))),
		*segments() {
			for (const [segment, parts] of segments)
				yield [segment, (into: Sightings) => load(segment, parts, into)] as const;
		},
		mac: (number) => macs.get(number) ?? { serial: '', name: null, group: null },
	};
}

function load(segment: number, parts: readonly Uint8Array[], into: Sightings): void {
	try {
		for (const packed of parts) unpackSightings(inflated(packed), segment, into);
	} catch (thrown) {
		throw thrown instanceof Failure ? thrown : damagedHistory();
	}
}

/** So many packed bytes inflate to at most a thousand times as many. */
const pieceBytes = 4096;

function inflated(packed: Uint8Array): Uint8Array {
	const pieces: Uint8Array[] = [];
	let length = 0;
	const stream = new Inflate((piece) => {
		length += piece.length;
		if (length > mostPackedBytes) throw damagedHistory();
		pieces.push(piece);
	});
	for (let at = 0; at < packed.length; at += pieceBytes)
		stream.push(packed.subarray(at, at + pieceBytes), at + pieceBytes >= packed.length);
	const whole = new Uint8Array(length);
	let at = 0;
	for (const piece of pieces) {
		whole.set(piece, at);
		at += piece.length;
	}
	return whole;
}
