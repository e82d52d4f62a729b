import { type Stats, statSync } from 'node:fs';
import { Failure, fileTrouble } from '../process/failure.ts';
import { refuseIrregular } from '../process/regular-file.ts';

/** The text of a file, or of standard input for `-`. Throws for text that is not UTF-8, with the line number. */
export async function readTextFile(file: string): Promise<string> {
	const bytes = await bytesOf(file);
	try {
		return utf8().decode(bytes);
	} catch {
		throw badEncoding(file, bytes);
	}
}

/**
 * The same in pieces, so that the whole text is never in memory. A file can be read several times; standard input and
 * pipes can be read only once, so their bytes are stored.
 */
export async function openTextFile(file: string): Promise<() => AsyncGenerator<string>> {
	const isPipe = file === '-' || checked(file).isFIFO();
	const input = isPipe ? await bytesOf(file) : null;
	return async function* () {
		const decoder = utf8();
		try {
			for await (const piece of input ? [input] : Bun.file(file).stream())
				yield decoder.decode(piece, { stream: true });
			yield decoder.decode();
		} catch (thrown) {
			if (!(thrown instanceof TypeError)) throw unreadable(file, thrown);
			throw badEncoding(file, input ?? (await bytesOf(file)));
		}
	};
}

const utf8 = () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

async function bytesOf(file: string): Promise<Uint8Array> {
	try {
		if (file !== '-') refuseIrregular(file);
		return await (file === '-' ? Bun.stdin : Bun.file(file)).bytes();
	} catch (thrown) {
		throw unreadable(file, thrown);
	}
}

/** What is at the path, if it can be read: a named pipe without a writer would wait for ever. */
function checked(file: string): Stats {
	try {
		refuseIrregular(file);
		return statSync(file);
	} catch (thrown) {
		throw unreadable(file, thrown);
	}
}

function unreadable(file: string, thrown: unknown): Failure {
	return new Failure('bad-file', `${file} cannot be read (${fileTrouble(thrown)})`);
}

function badEncoding(file: string, bytes: Uint8Array): Failure {
	const place = file === '-' ? 'standard input' : file;
	return new Failure(
		'bad-encoding',
		`${place}, line ${firstBadLine(bytes)}: this is not UTF-8 text: save the file as UTF-8`,
	);
}

/** No UTF-8 character contains a line feed, so each line can be checked separately. */
function firstBadLine(bytes: Uint8Array): number {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	let line = 1;
	for (let start = 0; start <= bytes.length; line++) {
		const end = bytes.indexOf(0x0a, start);
		try {
			decoder.decode(bytes.subarray(start, end < 0 ? bytes.length : end));
		} catch {
			return line;
		}
		if (end < 0) break;
		start = end + 1;
	}
	return line;
}
