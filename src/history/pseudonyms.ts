import { createHash, createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { makePrivateFile } from '../database/private-file.ts';
import { Failure, fileTrouble } from '../process/failure.ts';

const keyBytes = 32;

/**
 * What stands for serial numbers, and nobody without the key can turn back: serial numbers are short and can be guessed,
 * so that a plain hash would hide nothing.
 */
export class Pseudonyms {
	readonly #key: Uint8Array;

	constructor(key: Uint8Array) {
		this.#key = key;
	}

	/** A text of its own for each serial number, the same each time. */
	of(serial: string): string {
		return pseudonymOf(serial, this.salt(serial));
	}

	/** The salt of a serial number: revealing it proves one Mac and says nothing about the others. */
	salt(serial: string): string {
		return createHmac('sha256', this.#key).update(serial).digest('hex');
	}
}

/** What stands for a serial number with this salt: anybody who is given both can work it out. */
export function pseudonymOf(serial: string, salt: string): string {
	return createHash('sha256').update(`${salt} ${serial}`).digest('hex');
}

/** The key lies beside the history, readable by its owner alone. */
export function pseudonymKeyPath(history: string): string {
	return `${history}.key`;
}

export function readPseudonyms(path: string, make: boolean): Pseudonyms {
	if (make && !existsSync(path)) makePrivateFile(path, `${randomBytes(keyBytes).toString('hex')}\n`);
	let text: string;
	try {
		text = readFileSync(path, 'utf8').trim();
	} catch (thrown) {
		throw new Failure(
			'no-key',
			`The key of the pseudonyms, ${path}, cannot be read (${fileTrouble(thrown)}).`,
		);
	}
	if (!/^[0-9a-f]{64}$/.test(text))
		throw new Failure('bad-key', `${path} is not a key of pseudonyms: expected 64 hexadecimal digits.`);
	return new Pseudonyms(Buffer.from(text, 'hex'));
}
