import { fstatSync, type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure, fileTrouble } from '../../process/failure.ts';
import type { Call } from '../command.ts';

/** What stands for standard output where a file is asked for. */
export const standardOutput = '-';

/** Whether something else than the summary goes to standard output. */
export function isPrinted({ options, json }: Call): boolean {
	return printed(options, json).length > 0;
}

/** Refuses what would mix two outputs, or write over a file before it was read. */
export function checkOutputs({ words, options, json }: Call): void {
	const several = printed(options, json);
	if (several.length > 1) throw new Failure('bad-arguments', `pass ${several.join(' or ')}, not both`);
	const { csv, html, xlsx, since } = options;
	if (xlsx === standardOutput) throw new Failure('bad-arguments', '--xlsx: expected a file');
	const written = [csv, html, xlsx].filter(
		(path) => typeof path === 'string' && path !== standardOutput,
	) as string[];
	const read = [...words, ...(typeof since === 'string' ? [since] : [])].map(placeOf);
	for (const path of written)
		if (read.includes(placeOf(path)))
			throw new Failure('bad-arguments', `${path} is one of the files to read: name another to write to`);
	const out = fstatSync(process.stdout.fd);
	// A terminal or /dev/null may be named twice; in a file or a pipe one would be in the middle of the other.
	const shared = out.isCharacterDevice() ? undefined : written.find((path) => placeOf(path) === nodeOf(out));
	if (shared !== undefined)
		throw new Failure(
			'bad-arguments',
			`${shared} is where standard output goes: pass -, or name another to write to`,
		);
	if (new Set(written.map(placeOf)).size < written.length)
		throw new Failure('bad-arguments', '--csv, --html and --xlsx name the same file: name different ones');
}

function printed(options: Call['options'], json: boolean): string[] {
	return [
		...(json ? ['--json'] : []),
		...(options.ndjson ? ['--ndjson'] : []),
		...(options.csv === standardOutput ? ['--csv -'] : []),
		...(options.html === standardOutput ? ['--html -'] : []),
	];
}

/** The same for every path that leads to a file. */
function placeOf(path: string): string {
	const found = statSync(path, { throwIfNoEntry: false });
	return found ? nodeOf(found) : resolve(path);
}

function nodeOf({ dev, ino }: Stats): string {
	return `${dev} ${ino}`;
}

/** Writes to a file; whatever the system refuses is told with its path. */
export function writing<T>(path: string, work: () => T): T {
	try {
		return work();
	} catch (thrown) {
		throw unwritable(path, fileTrouble(thrown));
	}
}

export function unwritable(path: string, trouble: string): Failure {
	return new Failure('unwritable-file', `${path} cannot be written (${trouble})`);
}
