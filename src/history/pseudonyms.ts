import { createHash, createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { makePrivateFile } from '../database/private-file.ts';
import { Failure, fileTrouble } from '../process/failure.ts';
import { readRegularFile } from '../process/regular-file.ts';
import type { HistoryFile } from './history-file.ts';

const keyBytes = 32;

/**
 * Replaces serial numbers with hashes that nobody can reverse without the key. A plain hash would hide nothing, because serial
 * numbers are short and can be guessed.
 */
export class Pseudonyms {
	readonly #key: Uint8Array;

	constructor(key: Uint8Array) {
		this.#key = key;
	}

	/** The pseudonym of a serial number, the same each time. */
	of(serial: string): string {
		return pseudonymWith(serial, this.salt(serial));
	}

	/** The salt of one serial number. Revealing it proves which Mac is meant, and reveals nothing about others. */
	salt(serial: string): string {
		return createHmac('sha256', this.#key).update(serial).digest('hex');
	}
}

/** The pseudonym of a serial number with its salt: everybody who has both can compute it. */
export function pseudonymWith(serial: string, salt: string): string {
	if (!/^[0-9a-f]{64}$/.test(salt))
		throw new Failure(
			'bad-salt',
			'the salt is not one that fleet prove prints: expected 64 hexadecimal digits',
		);
	// With the length before each part, no other serial number and salt give the same text.
	const text = [serial, salt].map((part) => `${Buffer.byteLength(part)}:${part}`).join('');
	return createHash('sha256').update(text).digest('hex');
}

/** The pseudonyms of a history; null if it stores serial numbers. With `mustBePseudonymous` that is refused. */
export function pseudonymsOf(history: HistoryFile, mustBePseudonymous = false): Pseudonyms | null {
	const kind = history.setting('serials');
	if (mustBePseudonymous && kind === 'plain')
		throw new Failure('not-pseudonymous', `${history.path} holds serial numbers.`);
	if (kind !== 'hashed') return null;
	return readPseudonyms(pseudonymKeyPath(history.path), false);
}

/**
 * The pseudonyms to add exports with. The first export decides whether a history stores serial numbers or hashes: with
 * both, one Mac would count as two.
 */
export function choosePseudonyms(history: HistoryFile, pseudonymous: boolean): Pseudonyms | null {
	const isUndecided = history.setting('serials') === null || history.imports().length === 0;
	if (!isUndecided) return pseudonymsOf(history, pseudonymous);
	history.set('serials', pseudonymous ? 'hashed' : 'plain');
	return pseudonymous ? readPseudonyms(pseudonymKeyPath(history.path), true) : null;
}

/** The key is beside the history, readable by its owner only. */
export function pseudonymKeyPath(history: string): string {
	return `${history}.key`;
}

export function readPseudonyms(path: string, make: boolean): Pseudonyms {
	if (make && !existsSync(path)) makePrivateFile(path, `${randomBytes(keyBytes).toString('hex')}\n`);
	let text: string;
	try {
		text = readRegularFile(path).toString().trim();
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
