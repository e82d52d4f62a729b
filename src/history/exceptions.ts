import { readFileSync } from 'node:fs';
import type { Exception, Exceptions } from '../fleet/history/exception.ts';
import { Failure, fileTrouble } from '../process/failure.ts';
import { parseCsv } from '../text/csv.ts';
import { isDay } from '../text/day.ts';

const columns = ['serial', 'reason', 'owner', 'until'] as const;

/** The exceptions of a file, by serial number. */
export function readExceptions(path: unknown, asOf: string): Exceptions {
	if (typeof path !== 'string') return new Map();
	let text: string;
	try {
		text = readFileSync(path, 'utf8');
	} catch (thrown) {
		throw new Failure('unreadable-file', `${path} cannot be read (${fileTrouble(thrown)})`);
	}
	const [head, ...rows] = parseCsv(text);
	const names = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
	const missing = columns.filter((column) => !names.includes(column));
	if (missing.length > 0)
		throw new Failure(
			'bad-exceptions',
			`${path}: no column ${missing.join(', ')}: expected ${columns.join(', ')}`,
		);
	const found = new Map<string, Exception>();
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
		found.set(serial.toUpperCase(), { reason, owner, until, valid: until >= asOf });
	}
	return found;
}
