import { createHash, type KeyObject } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDay } from '@pointrelease/core/src/text/day.ts';
import {
	type Erasure,
	type EvidenceExport,
	type EvidenceOrigin,
	erasureWords,
	type LeftOut,
	leftOutWords,
} from '../fleet/history/evidence-page.ts';
import { draftIn, inBatches, syncFolder, writeNewFile, writeWhole } from '../process/draft-file.ts';
import { Failure, fileTrouble } from '../process/failure.ts';
import { signatureOf } from './evidence-key.ts';

/** The version of the format of a folder. */
export const formatVersion = 1;
export const manifestName = 'manifest.json';
export const signatureName = 'manifest.sig';

/** The files of a folder besides manifest and signature, in order. Only the last one may be missing. */
export const fileNames = {
	always: ['README.txt', 'framework.json', 'releases.csv', 'report.html', 'report.json', 'sightings.csv'],
	exceptions: 'exceptions.csv',
} as const;

interface EvidenceFile {
	readonly name: string;
	readonly bytes: number;
	readonly sha256: string;
}

/** What a manifest says about the folder, besides its files. */
interface ManifestHead extends EvidenceOrigin {
	/** The version of the program that made it. Nothing depends on it. */
	readonly program: string;
	readonly as_of: string;
	readonly data_version: string;
	/** The number of Macs in the report. */
	readonly macs: number;
}

export interface Manifest extends ManifestHead {
	readonly format: 'pointrelease-evidence';
	readonly version: typeof formatVersion;
	readonly files: readonly EvidenceFile[];
	/** SHA-256 over a line for each file: its digest, two spaces and its name. */
	readonly digest: string;
}

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

const isText = (value: unknown): value is string => typeof value === 'string';
const isSha256 = (value: unknown) => isText(value) && /^[0-9a-f]{64}$/.test(value);
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

/** A line of text without a space at an end. */
export const makerShape = /^(?!\s)[^\p{Cc}\p{Cf}\u2028\u2029]{1,200}(?<!\s)$/u;

/** Whether a line of text can name the maker of a folder. */
export function isMaker(text: string): boolean {
	return makerShape.test(text);
}

const isMoment = (value: unknown) =>
	isText(value) && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value;
const isDayText = (value: unknown) => isText(value) && isDay(value);

/** Whether an export has the members that the program writes, and its rows are those that are used and those that are not. */
function isExport(source: EvidenceExport | null): boolean {
	if (!source || !isText(source.name) || !isSha256(source.sha256)) return false;
	const { day, modified, taken, rows, rows_used, not_used } = source;
	const hasDays =
		(day === null || isDayText(day)) && (modified === null || isMoment(modified)) && isDayText(taken);
	if (!hasDays) return false;
	const counts = Object.keys(leftOutWords).map((name) => not_used?.[name as keyof LeftOut]);
	if (![rows, rows_used, ...counts].every(isCount)) return false;
	return counts.reduce((sum, count) => sum! + count!, rows_used) === rows;
}

function isErasure(erasure: Erasure | null): boolean {
	if (!erasure) return false;
	const { day, by, what, macs, exports, sightings } = erasure;
	return (
		isDayText(day) &&
		(by === null || isText(by)) &&
		Object.hasOwn(erasureWords, what) &&
		[macs, exports, sightings].every(isCount)
	);
}

/** Whether every member of a manifest has a value that the program writes. */
export function isManifest(value: Manifest): boolean {
	const { made_at, made_by, program, as_of, data_version, macs, exports, erased, files, digest } = value;
	return (
		isMoment(made_at) &&
		(made_by === null || (isText(made_by) && isMaker(made_by))) &&
		isText(program) &&
		isText(as_of) &&
		isDay(as_of) &&
		isText(data_version) &&
		isCount(macs) &&
		Array.isArray(exports) &&
		exports.every(isExport) &&
		Array.isArray(erased) &&
		erased.every(isErasure) &&
		Array.isArray(files) &&
		files.every((file) => isText(file?.name) && isCount(file.bytes) && isSha256(file.sha256)) &&
		isSha256(digest)
	);
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
