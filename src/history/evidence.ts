import {
	createHash,
	createPrivateKey,
	createPublicKey,
	generateKeyPairSync,
	type KeyObject,
	sign,
} from 'node:crypto';
import {
	closeSync,
	existsSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json' with { type: 'json' };
import { makePrivateFile } from '../database/private-file.ts';
import {
	type EvidenceQuestion,
	type EvidenceReport,
	evidenceDocument,
	evidenceReport,
	frameworkText,
	releasesTable,
} from '../fleet/history/evidence.ts';
import { printSightings, pseudonymousFleet } from '../fleet/history/evidence-sightings.ts';
import { type SeenFleet, seenFleet } from '../fleet/history/source.ts';
import { Failure, fileTrouble } from '../process/failure.ts';
import type { HistoryFile } from './history-file.ts';
import { pseudonymKeyPath, readPseudonyms } from './pseudonyms.ts';

/** A report and everything that it follows from. */
export interface Evidence {
	readonly question: EvidenceQuestion;
	readonly fleet: SeenFleet;
	readonly report: EvidenceReport;
}

/** Answers a question from a history. A history that stores hashes gives pseudonymous evidence, whether asked or not. */
export function makeEvidence(history: HistoryFile, asked: EvidenceQuestion): Evidence {
	const isHashed = history.setting('serials') === 'hashed';
	const question = { ...asked, pseudonymous: asked.pseudonymous || isHashed };
	const seen = seenFleet(history.source(null), question.catalog, question.policy.asOf);
	const pseudonyms =
		question.pseudonymous && !isHashed ? readPseudonyms(pseudonymKeyPath(history.path), true) : null;
	const fleet = question.pseudonymous
		? pseudonymousFleet(seen, (serial) => pseudonyms?.of(serial) ?? serial)
		: seen;
	return { question, fleet, report: evidenceReport(fleet, question) };
}

/** Writes evidence into a new or empty folder, signed if a key is given. */
export function writeEvidence(
	folder: string,
	{ question, fleet, report }: Evidence,
	{ key, now }: { key: KeyObject | null; now: Date },
): Manifest {
	const { catalog, policy, framework } = question;
	const files = new FolderWriter(folder);
	files.add('report.json', [`${JSON.stringify(report, null, '\t')}\n`]);
	files.add('report.html', [evidenceDocument(report, framework)]);
	files.add('sightings.csv', printSightings(fleet));
	files.add('releases.csv', [releasesTable(catalog, policy.asOf)]);
	files.add('framework.json', [frameworkText(framework)]);
	return files.end({ as_of: policy.asOf, data_version: catalog.dataVersion }, now, key);
}

/** What a folder of evidence says about itself. */
export interface Manifest {
	readonly format: 'pointrelease-evidence';
	readonly version: 1;
	readonly made: string;
	readonly program: string;
	readonly as_of: string;
	readonly data_version: string;
	readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
	/** SHA-256 over a line for each file: its digest, two spaces and its name. */
	readonly digest: string;
}

export const manifestName = 'manifest.json';
export const signatureName = 'manifest.sig';

/** Writes files into a new folder, and the manifest last: a folder without one is incomplete. */
class FolderWriter {
	readonly #folder: string;
	readonly #files: { name: string; bytes: number; sha256: string }[] = [];

	constructor(folder: string) {
		this.#folder = folder;
		try {
			if (existsSync(folder) && readdirSync(folder).length > 0)
				throw new Failure('folder-not-empty', `${folder} is not empty.`);
			mkdirSync(folder, { recursive: true, mode: 0o700 });
		} catch (thrown) {
			throw folderFailure(folder, thrown);
		}
	}

	add(name: string, pieces: Iterable<string>): void {
		const digest = createHash('sha256');
		let bytes = 0;
		try {
			const file = openSync(join(this.#folder, name), 'wx', 0o600);
			try {
				for (const piece of inBatches(pieces)) {
					const buffer = Buffer.from(piece);
					for (let at = 0; at < buffer.length; ) at += writeSync(file, buffer, at);
					digest.update(buffer);
					bytes += buffer.length;
				}
			} finally {
				closeSync(file);
			}
		} catch (thrown) {
			throw folderFailure(this.#folder, thrown);
		}
		this.#files.push({ name, bytes, sha256: digest.digest('hex') });
	}

	end(head: { as_of: string; data_version: string }, now: Date, key: KeyObject | null): Manifest {
		const files = this.#files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
		const manifest: Manifest = {
			format: 'pointrelease-evidence',
			version: 1,
			made: now.toISOString(),
			program: version,
			...head,
			files,
			digest: digestOf(files),
		};
		const text = `${JSON.stringify(manifest, null, '\t')}\n`;
		try {
			writeFileSync(join(this.#folder, manifestName), text, { mode: 0o600, flag: 'wx' });
			if (key !== null)
				writeFileSync(join(this.#folder, signatureName), signed(text, key), { mode: 0o600, flag: 'wx' });
		} catch (thrown) {
			throw folderFailure(this.#folder, thrown);
		}
		return manifest;
	}
}

function* inBatches(pieces: Iterable<string>): Generator<string> {
	let batch = '';
	for (const piece of pieces) {
		batch += piece;
		if (batch.length > 256 * 1024) {
			yield batch;
			batch = '';
		}
	}
	yield batch;
}

export function digestOf(files: Manifest['files']): string {
	const digest = createHash('sha256');
	for (const { name, sha256 } of files) digest.update(`${sha256}  ${name}\n`);
	return digest.digest('hex');
}

function signed(text: string, key: KeyObject): string {
	return signatureText(
		sign(null, Buffer.from(text), key).toString('base64'),
		createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'),
	);
}

/** The file of a signature. Base64 is normalized, so that one signature has exactly one text. */
export function signatureText(signature: string, publicKey: string): string {
	const normalized = (text: string) => Buffer.from(text, 'base64').toString('base64');
	const file = {
		algorithm: 'Ed25519',
		public_key: normalized(publicKey),
		signature: normalized(signature),
	};
	return `${JSON.stringify(file, null, '\t')}\n`;
}

function folderFailure(folder: string, thrown: unknown): Error {
	if (thrown instanceof Failure) return thrown;
	const { code } = thrown as NodeJS.ErrnoException;
	return code
		? new Failure('folder-unwritable', `${folder} cannot be written (${fileTrouble(thrown)}).`)
		: (thrown as Error);
}

/** Makes a key pair to sign evidence with: `file` is private, `file.pub` is for auditors. */
export function makeEvidenceKey(file: string): void {
	const { privateKey, publicKey } = generateKeyPairSync('ed25519');
	const texts = [
		[file, privateKey.export({ type: 'pkcs8', format: 'pem' })],
		[`${file}.pub`, publicKey.export({ type: 'spki', format: 'pem' })],
	] as const;
	for (const [path, text] of texts) {
		let isNew: boolean;
		try {
			isNew = makePrivateFile(path, text);
		} catch (thrown) {
			throw new Failure('unwritable-file', `${file} cannot be written (${fileTrouble(thrown)})`);
		}
		if (!isNew) throw new Failure('file-exists', `${path} is there already. Name a new file.`);
	}
}

/** Reads a private key of `makeEvidenceKey`. Read it before writing evidence: a folder must not stay unsigned by mistake. */
export function readEvidenceKey(path: string): KeyObject {
	let text: string;
	try {
		text = readFileSync(path, 'utf8');
	} catch (thrown) {
		throw new Failure('unreadable-file', `${path} cannot be read (${fileTrouble(thrown)})`);
	}
	let key: KeyObject;
	try {
		key = createPrivateKey(text);
	} catch {
		throw new Failure('bad-key', 'expected a private key made by fleet evidence-key');
	}
	if (key.asymmetricKeyType !== 'ed25519') throw new Failure('bad-key', 'expected an Ed25519 key');
	return key;
}
