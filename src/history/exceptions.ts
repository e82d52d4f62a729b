import { isDay } from '@pointrelease/core/src/text/day.ts';
import type { exceptionColumns } from '../fleet/history/evidence.ts';
import type { Exception, Exceptions } from '../fleet/history/exception.ts';
import type { HistoryFile } from './history-file.ts';
import { type Pseudonyms, pseudonymsOf } from './pseudonyms.ts';
import { parseSmallTable, readSmallTable, type SmallRow } from './small-table.ts';

const table = { code: 'bad-exceptions', needed: ['serial', 'reason', 'until'], optional: ['owner'] } as const;

/** The exceptions of a CSV file, by serial number. */
export function readExceptions(path: string, asOf: string): Exceptions {
	return exceptionsOf(readSmallTable(path, table), asOf);
}

/** The exceptions of a text. Messages name the file by its path. */
export function parseExceptions(text: string, path: string, asOf: string): Exceptions {
	return exceptionsOf(parseSmallTable(text, path, table), asOf);
}

function exceptionsOf(
	rows: readonly SmallRow<(typeof exceptionColumns)[number]>[],
	asOf: string,
): Exceptions {
	const exceptions = new Map<string, Exception>();
	for (const { cells, refuse } of rows) {
		const { serial, reason, owner, until } = cells;
		if (serial === '' || reason === '') throw refuse('serial and reason are both needed');
		if (!isDay(until)) throw refuse('until: expected a day, written YYYY-MM-DD');
		exceptions.set(serial.toUpperCase(), { reason, owner, until, valid: until >= asOf });
	}
	return exceptions;
}

/** Exceptions by the pseudonyms of a history that stores hashes, because people write serial numbers into the file. */
export function exceptionsInHistory(exceptions: Exceptions, history: HistoryFile): Exceptions {
	return exceptions.size === 0 ? exceptions : exceptionsUnder(exceptions, pseudonymsOf(history));
}

/** Exceptions by pseudonyms. Without pseudonyms they stay by serial number. */
export function exceptionsUnder(exceptions: Exceptions, pseudonyms: Pseudonyms | null): Exceptions {
	if (!pseudonyms) return exceptions;
	return new Map(
		[...exceptions].map(([serial, exception]) => [pseudonyms.of(serial).toUpperCase(), exception]),
	);
}
