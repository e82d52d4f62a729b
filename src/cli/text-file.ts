import { Failure } from '../failure.ts';

/** The text of a file, or of standard input for `-`; a file in another encoding than UTF-8 is refused with the line. */
export async function readTextFile(file: string): Promise<string> {
	let bytes: Uint8Array;
	try {
		bytes = await (file === '-' ? Bun.stdin : Bun.file(file)).bytes();
	} catch (thrown) {
		const { code } = thrown as NodeJS.ErrnoException;
		throw new Failure('bad-file', `${file} cannot be read (${code})`);
	}
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		throw new Failure(
			'bad-encoding',
			`${file === '-' ? 'standard input' : file}, line ${firstBadLine(bytes)}: this is not UTF-8: save the file in that encoding`,
		);
	}
}

/** No character of UTF-8 spans lines, so each line is sound or not by itself. */
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
