import { createHash } from 'node:crypto';
import { readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cveNotice } from '@pointrelease/core/src/catalog/cve-notice.ts';
import { explained, namesIn, removeDrafts, replaceFile, usualMode } from '../../process/draft-file.ts';
import { Failure, fileTrouble } from '../../process/failure.ts';

/** The list of all files of a site, written last: what it names is there. */
export const manifestName = 'manifest.json';

/** A file as the manifest lists it. */
interface ListedFile {
	readonly file: string;
	/** The path at which the service answers the same. */
	readonly path: string;
	readonly type: string;
	readonly size: number;
	readonly sha256: string;
}

export interface Manifest {
	readonly made_by: 'pointrelease';
	readonly format: 1;
	readonly data_version: string;
	readonly data_changed: string;
	/** The day of the answers and pages. */
	readonly as_of: string;
	/** MITRE's copyright designation and license, which every copy of CVE records carries. */
	readonly cve_notice: string;
	readonly files: readonly ListedFile[];
}

/** A folder that holds a site. Files in it that are not of the site are left alone. */
export interface SiteFolder {
	/** Writes a file unless it has these bytes already. */
	write(file: Omit<ListedFile, 'size' | 'sha256'>, bytes: Uint8Array): void;
	/** Removes what an earlier run wrote and this one did not, and writes the manifest. Returns the number of removed files. */
	finish(about: Omit<Manifest, 'made_by' | 'format' | 'cve_notice' | 'files'>): number;
	readonly counts: { written: number; unchanged: number; bytes: number };
}

/**
 * Opens a folder, or makes it.
 *
 * @throws Failure if it holds other things: a mistyped folder is not filled with thousands of files.
 */
export function openSiteFolder(folder: string): SiteFolder {
	const before = readManifest(folder);
	if (!before) {
		const others = namesOf(folder).filter((name) => !isOfHost(name));
		if (others.length > 0)
			throw new Failure(
				'not-a-site',
				`${folder} holds other things, such as ${others[0]}, and no ${manifestName} of an earlier run: choose a new or empty folder`,
			);
	}
	const listed: ListedFile[] = [];
	const counts = { written: 0, unchanged: 0, bytes: 0 };
	const cleaned = new Set<string>();
	const place = (file: string, bytes: Uint8Array): void => {
		const path = join(folder, file);
		// An interrupted run leaves at most one unfinished file.
		if (!cleaned.has(dirname(path))) explained(path, () => removeDrafts(dirname(path)));
		cleaned.add(dirname(path));
		counts.bytes += bytes.length;
		if (isSame(path, bytes)) {
			counts.unchanged++;
			return;
		}
		replaceFile(path, [bytes], usualMode());
		counts.written++;
	};
	// Without files, so that a run that is interrupted can be repeated.
	if (!before) replaceFile(join(folder, manifestName), [printManifest(empty)], usualMode());
	return {
		counts,
		write(file, bytes) {
			place(file.file, bytes);
			const sha256 = createHash('sha256').update(bytes).digest('hex');
			listed.push({ ...file, size: bytes.length, sha256 });
		},
		finish(about) {
			const current = new Set(listed.map(({ file }) => file));
			const earlier = (before?.files ?? []).map((listed) => listed?.file).filter(isBelow);
			const gone = earlier.filter((file) => !current.has(file));
			for (const file of gone) remove(folder, file);
			const files = listed.toSorted((a, b) => (a.file < b.file ? -1 : 1));
			place(manifestName, Buffer.from(printManifest({ ...empty, ...about, files })));
			return gone.length;
		},
	};
}

const empty: Manifest = {
	made_by: 'pointrelease',
	format: 1,
	data_version: '',
	data_changed: '',
	as_of: '',
	cve_notice: cveNotice,
	files: [],
};

/** One line for each file, so that a person can compare two of them. */
function printManifest({ files, ...about }: Manifest): string {
	const lines = files.map((file) => JSON.stringify(file)).join(',\n');
	return `${JSON.stringify(about).slice(0, -1)},"files":[\n${lines}\n]}\n`;
}

/** The manifest of an earlier run; null if there is none. */
function readManifest(folder: string): Manifest | null {
	const path = join(folder, manifestName);
	let text: string;
	try {
		text = readFileSync(path, 'utf8');
	} catch (thrown) {
		if (['ENOENT', 'ENOTDIR'].includes((thrown as NodeJS.ErrnoException).code ?? '')) return null;
		throw new Failure('unreadable-file', `${path} cannot be read (${fileTrouble(thrown)})`);
	}
	try {
		const manifest = JSON.parse(text) as Manifest;
		if (manifest.made_by === 'pointrelease' && Array.isArray(manifest.files)) return manifest;
	} catch {
		// Not ours, like JSON without these members.
	}
	return null;
}

function namesOf(folder: string): string[] {
	const stats = statSync(folder, { throwIfNoEntry: false });
	if (stats && !stats.isDirectory())
		throw new Failure('unwritable-folder', `${folder} is a file: name a folder`);
	try {
		return namesIn(folder);
	} catch (thrown) {
		throw new Failure('unwritable-folder', `${folder} cannot be read (${fileTrouble(thrown)})`);
	}
}

/** What a host keeps beside the site: `.git`, `.nojekyll`, and the domain of GitHub Pages. */
function isOfHost(name: string): boolean {
	return name.startsWith('.') || name === 'CNAME';
}

/** Whether a name leads below the folder: somebody may have changed the manifest. */
function isBelow(file: unknown): file is string {
	return typeof file === 'string' && file.split('/').every((part) => part !== '' && !part.startsWith('.'));
}

/** Removes a file, and the folders that are empty without it. */
function remove(folder: string, file: string): void {
	explained(join(folder, file), () => rmSync(join(folder, file), { force: true }));
	for (let parent = dirname(file); parent !== '.'; parent = dirname(parent)) {
		if (namesIn(join(folder, parent)).length > 0) return;
		try {
			rmdirSync(join(folder, parent));
		} catch {
			// It is gone already, or not ours to remove.
			return;
		}
	}
}

function isSame(path: string, bytes: Uint8Array): boolean {
	try {
		return statSync(path).size === bytes.length && readFileSync(path).equals(bytes);
	} catch {
		return false;
	}
}
