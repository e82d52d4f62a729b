import { createHash, type KeyObject } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type LeftOut, leftOutWords } from '../fleet/history/evidence-origin.ts';
import { draftIn, inBatches, syncFolder, writeNewFile, writeWhole } from '../process/draft-file.ts';
import { Failure, fileTrouble } from '../process/failure.ts';
import { formatVersion, manifestName, signatureName } from './evidence-format.ts';
import { signatureOf } from './evidence-key.ts';
import type { Manifest } from './manifest-definition.ts';

type EvidenceFile = Manifest['files'][number];
/** What a manifest says about the folder, besides its files. */
type ManifestHead = Omit<Manifest, 'format' | 'version' | 'files' | 'digest'>;

export function digestOf(files: readonly EvidenceFile[]): string {
	const digest = createHash('sha256');
	for (const { name, sha256 } of files) digest.update(`${sha256}  ${name}\n`);
	return digest.digest('hex');
}

/** The members of a manifest in a fixed order and nothing else, so that equal manifests have equal texts. */
export function manifestText(manifest: Manifest): string {
	const { format, version, made_at, made_by, program, as_of, data_version, macs, digest } = manifest;
	const exports = manifest.exports.map(
		({ name, sha256, day, modified, taken, rows, rows_used, not_used }) => ({
			name,
			sha256,
			day,
			modified,
			taken,
			rows,
			rows_used,
			not_used: inOrder(not_used, leftOutWords),
		}),
	);
	const erased = manifest.erased.map(({ day, by, what, macs, exports, sightings }) => ({
		day,
		by,
		what,
		macs,
		exports,
		sightings,
	}));
	const files = manifest.files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }));
	const head = { format, version, made_at, made_by, program, as_of, data_version, macs };
	return `${JSON.stringify({ ...head, exports, erased, files, digest }, null, '\t')}\n`;
}

function inOrder(counts: LeftOut, names: Readonly<Record<keyof LeftOut, string>>): LeftOut {
	return Object.fromEntries(
		Object.keys(names).map((name) => [name, counts[name as keyof LeftOut]]),
	) as unknown as LeftOut;
}

/**
 * Writes files into a new or empty folder. They appear when all of them are on disk, the manifest last. If writing fails,
 * nothing is left behind.
 */
export class FolderWriter {
	readonly #folder: string;
	readonly #draft: string;
	/** Whether the folder was made by this writer. */
	readonly #isNew: boolean;
	readonly #files: EvidenceFile[] = [];

	constructor(folder: string) {
		this.#folder = folder;
		this.#draft = draftIn(folder);
		try {
			this.#isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined;
			if (readdirSync(folder).length > 0) throw new Failure('folder-not-empty', `${folder} is not empty.`);
			mkdirSync(this.#draft, { mode: 0o700 });
		} catch (thrown) {
			throw folderFailure(folder, thrown);
		}
	}

	/** Does the work, and removes what was written if it fails. */
	write(
		work: (add: (name: string, pieces: Iterable<string>) => void) => ManifestHead,
		key: KeyObject | null,
	): Manifest {
		try {
			const head = work((name, pieces) => this.#files.push(writeFile(join(this.#draft, name), name, pieces)));
			const files = this.#files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
			const fixed = { format: 'pointrelease-evidence', version: formatVersion } as const;
			const manifest: Manifest = { ...fixed, ...head, files, digest: digestOf(files) };
			const text = manifestText(manifest);
			writeFile(join(this.#draft, manifestName), manifestName, [text]);
			if (key) writeFile(join(this.#draft, signatureName), signatureName, [signatureOf(text, key)]);
			const names = files.map(({ name }) => name);
			for (const name of [...names, ...(key ? [signatureName] : []), manifestName])
				renameSync(join(this.#draft, name), join(this.#folder, name));
			rmdirSync(this.#draft);
			syncFolder(this.#folder);
			return manifest;
		} catch (thrown) {
			rmSync(this.#draft, { recursive: true, force: true });
			for (const { name } of this.#files) rmSync(join(this.#folder, name), { force: true });
			rmSync(join(this.#folder, signatureName), { force: true });
			if (this.#isNew) rmSync(this.#folder, { recursive: true, force: true });
			throw folderFailure(this.#folder, thrown);
		}
	}
}

function writeFile(path: string, name: string, pieces: Iterable<string>): EvidenceFile {
	const digest = createHash('sha256');
	let bytes = 0;
	writeNewFile(path, (handle) => {
		for (const batch of inBatches(pieces)) {
			writeWhole(handle, batch);
			digest.update(batch);
			bytes += batch.length;
		}
	});
	return { name, bytes, sha256: digest.digest('hex') };
}

function folderFailure(folder: string, thrown: unknown): Error {
	if (thrown instanceof Failure) return thrown;
	const { code } = thrown as NodeJS.ErrnoException;
	return code
		? new Failure(
				'folder-unwritable',
				`${folder} cannot be written (${fileTrouble(thrown)}). Nothing was left in it.`,
			)
		: (thrown as Error);
}
