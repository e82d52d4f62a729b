import { exceptionColumns } from '../fleet/history/evidence.ts';
import type { Exception, Exceptions } from '../fleet/history/exception.ts';
import { Failure, fileTrouble } from '../process/failure.ts';
import { readRegularFile } from '../process/regular-file.ts';
import { parseCsv } from '../text/csv.ts';
import { isDay } from '../text/day.ts';
import type { HistoryFile } from './history-file.ts';
import { type Pseudonyms, pseudonymsOf } from './pseudonyms.ts';

/** The exceptions of a CSV file, by serial number. */
export function readExceptions(path: string, asOf: string): Exceptions {
	let text: string;
	try {
		text = readRegularFile(path).toString();
	} catch (thrown) {
		throw new Failure('unreadable-file', `${path} cannot be read (${fileTrouble(thrown)})`);
	}
	return parseExceptions(text, path, asOf);
}

/** The exceptions of a text. Messages name the file by its path. */
export function parseExceptions(text: string, path: string, asOf: string): Exceptions {
	const [head, ...rows] = parseCsv(text);
	const columns = exceptionColumns;
	const names = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
	const missing = columns.filter((column) => !names.includes(column));
	if (missing.length > 0)
		throw new Failure(
			'bad-exceptions',
			`${path}: no column ${missing.join(', ')}: expected ${columns.join(', ')}`,
		);
	const exceptions = new Map<string, Exception>();
	for (const { line, cells, fault } of rows) {
		if (fault) throw new Failure('bad-exceptions', `${path}, line ${line}: ${fault}`);
		if (cells.every((cell) => cell.trim() === '')) continue;
		const [serial, reason, owner, until] = columns.map((column) =>
			(cells[names.indexOf(column)] ?? '').trim(),
		) as [string, string, string, string];
		if (serial === '' || reason === '' || owner === '')
			throw new Failure('bad-exceptions', `${path}, line ${line}: serial, reason and owner are all needed`);
		if (!isDay(until))
			throw new Failure('bad-exceptions', `${path}, line ${line}: until: expected a day, written YYYY-MM-DD`);
		exceptions.set(serial.toUpperCase(), { reason, owner, until, valid: until >= asOf });
	}
	return exceptions;
}

/** The same by the pseudonyms of a history that stores hashes: people write serial numbers into the file. */
export function exceptionsInHistory(exceptions: Exceptions, history: HistoryFile): Exceptions {
	return exceptions.size === 0 ? exceptions : exceptionsUnder(exceptions, pseudonymsOf(history));
}

/** The same by pseudonyms; as they are without any. */
export function exceptionsUnder(exceptions: Exceptions, pseudonyms: Pseudonyms | null): Exceptions {
	if (!pseudonyms) return exceptions;
	return new Map(
		[...exceptions].map(([serial, exception]) => [pseudonyms.of(serial).toUpperCase(), exception]),
	);
}
