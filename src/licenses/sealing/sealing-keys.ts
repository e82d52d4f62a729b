import { randomBytes } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { placeholders, type Queries } from '../../database/database.ts';
import { makePrivateFile, readPrivateFile, writePrivateFile } from '../../database/private-file.ts';
import { ensureFolder, sealingKeyPath } from '../../database/state-folder.ts';
import { syncFolder } from '../../process/draft-file.ts';
import { Failure, fileTrouble } from '../../process/failure.ts';
import type { Settings } from '../../settings/settings.ts';
import type { License } from '../license.ts';
import { type SealingKey, sealingKeyFrom, unseal } from './seal.ts';

/** The sealing keys that this node has. */
export interface SealingKeys {
	/**
	 * The key for new copies; `lastUsed` is the key that the database used last. Throws if that key is missing here: other
	 * nodes could not open copies that were sealed with a key that only this folder has.
	 */
	sealingKey(lastUsed: string | null): SealingKey;
	/** The key with this ID, or null if this node does not have it. */
	find(id: string): SealingKey | null;
	/** The IDs of all keys that this node has. */
	ids(): string[];
}

/** Reads the key from `POINTRELEASE_SECRET`, or from a file, which is made for the first license. */
export function openSealingKeys(settings: Settings): SealingKeys {
	const secretKey = settings.secret === null ? null : sealingKeyFrom(settings.secret);
	let keys: SealingKey[] = [];
	const read = () => {
		keys = sealingKeysAtHand(settings);
	};
	read();
	const find = (id: string) => {
		const loaded = keys.find((key) => key.id === id);
		if (loaded) return loaded;
		// A rotation may have happened since the files were read.
		read();
		return keys.find((key) => key.id === id) ?? null;
	};
	return {
		sealingKey(lastUsed) {
			const key = secretKey ?? (lastUsed === null ? makeKeyFile(sealingKeyFile(settings)) : find(lastUsed));
			if (key) return key;
			throw new Failure(
				'sealing-key-lost',
				`the stored keys are encrypted with a secret that is not set here: set POINTRELEASE_SECRET, or POINTRELEASE_STATE, as the service has it (${settings.stateFolder} is used here); if the secret is lost, begin a new one with "pointrelease license rotate-secret --leave-unopened"`,
			);
		},
		find,
		ids() {
			read();
			return keys.map(({ id }) => id);
		},
	};
}

/** All sealing keys of this node, without making one. */
export function sealingKeysAtHand(settings: Settings): SealingKey[] {
	const secretKey = settings.secret === null ? null : sealingKeyFrom(settings.secret);
	const old = settings.oldSecret === null ? null : sealingKeyFrom(settings.oldSecret);
	// Read the next file first: a rotation renames it to the current one, which is then seen by the second read.
	const next = readKeyFile(nextKeyFile(settings));
	const current = readKeyFile(sealingKeyFile(settings));
	return [secretKey, current, next, old].filter((key) => key !== null);
}

export function sealingKeyFile(settings: Settings): string {
	return sealingKeyPath(settings.stateFolder);
}

/** The file in which a rotation stores its new key until all copies are sealed with it. */
export function nextKeyFile(settings: Settings): string {
	return `${sealingKeyFile(settings)}.next`;
}

/** Makes the file unless it exists. If several processes do this at once, one of them makes the whole file. */
export function makeKeyFile(file: string): SealingKey {
	const existing = readKeyFile(file);
	if (existing) return existing;
	ensureFolder(dirname(file));
	try {
		makePrivateFile(file, `${randomBytes(32).toString('base64url')}\n`);
	} catch (thrown) {
		throw new Failure('state-unwritable', `${file} cannot be written (${fileTrouble(thrown)})`);
	}
	const readBack = readKeyFile(file);
	if (readBack) return readBack;
	throw new Failure('state-unwritable', `${file} cannot be read back`);
}

export function replaceKeyFile(from: string, to: string): void {
	renameSync(from, to);
	syncFolder(dirname(to));
}

export function readKeyFile(file: string): SealingKey | null {
	const secret = secretIn(file);
	return secret === null ? null : sealingKeyFrom(secret);
}

/** The content of the key files of a folder: the present key, then the new key of an unfinished rotation. */
export function secretsOf(stateFolder: string): string[] {
	const current = sealingKeyPath(stateFolder);
	const next = secretIn(`${current}.next`);
	return [secretIn(current), next].filter((secret) => secret !== null);
}

/** Writes such contents into the key files of another folder. */
export function writeSecrets(stateFolder: string, [current, next]: readonly string[]): void {
	const file = sealingKeyPath(stateFolder);
	if (current !== undefined) writePrivateFile(file, `${current}\n`);
	if (next !== undefined) writePrivateFile(`${file}.next`, `${next}\n`);
	else rmSync(`${file}.next`, { force: true });
}

function secretIn(file: string): string | null {
	try {
		const text = readPrivateFile(file).toString('utf8').trim();
		if (/^[\w-]{43}$/.test(text)) return text;
	} catch (thrown) {
		if (thrown instanceof Failure) throw thrown;
		const { code } = thrown as NodeJS.ErrnoException;
		if (code === 'ENOENT') return null;
		const isRefused = code === 'EACCES' || code === 'EPERM';
		throw new Failure(
			isRefused ? 'sealing-key-unreadable' : 'bad-sealing-key',
			`${file} cannot be read (${fileTrouble(thrown)})`,
		);
	}
	throw new Failure(
		'bad-sealing-key',
		`${file} is damaged: restore it from a backup, or move it away (license keys keep working, but old ones cannot be re-sent)`,
	);
}

/** Decrypts the keys of licenses, by number. Omits keys whose sealing key is missing here. */
export async function revealKeys(
	{ database, sealingKeys }: { database: Queries; sealingKeys: SealingKeys },
	licenses: readonly License[],
): Promise<Map<number, string>> {
	const keys = new Map<number, string>();
	if (licenses.length === 0) return keys;
	const numbers = licenses.map(({ number }) => number);
	const text = `SELECT number, id, sealed, seal_key AS "sealKey" FROM licenses
		WHERE number IN ${placeholders(1, numbers.length)}`;
	for (const row of await database.rows<License & { sealed: Uint8Array }>(text, numbers)) {
		const sealing = sealingKeys.find(row.sealKey);
		const key = sealing && unseal(row.sealed, row.id, sealing);
		if (key) keys.set(row.number, key);
	}
	return keys;
}
