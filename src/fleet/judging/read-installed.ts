import { isResponseShaped } from '@pointrelease/core/src/catalog/build-number.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { majorOfTrain } from '@pointrelease/core/src/catalog/lookup.ts';
import { findNamedMajor, type ReadVersion, readVersion } from '@pointrelease/core/src/names/read-version.ts';
import type { MachineCells } from './machine-cells.ts';

/** A version of the kernel, or a name such as Tahoe: both tell the major, and rarely the release. */
interface MajorSign {
	readonly name: string;
	/** Null for an unknown kernel. */
	readonly major: string | null;
	readonly isKernel: boolean;
	/** The only release with this kernel; null if there are several, or none is known. */
	readonly release?: string | null;
}

const darwin = /^darwin\b.*?(\d+)(?:\.(\d+))?(?:\.\d+)*/i;

/**
 * Reads the version from its own column, else from the name of the system, else from the build alone, else from the kernel.
 * `sign` is what tells the major if no version could be read.
 */
export function readInstalled(
	catalog: Catalog,
	cells: MachineCells,
): { readonly read: ReadVersion | null; readonly sign: MajorSign | null } {
	const { version, os, build, supplement, supplemental_build } = cells;
	const [built, patched] = [build, supplemental_build].map((cell) => readBuild(catalog, cell));
	const kernel = kernelOf(catalog, cells);
	const withResponse = (read: ReadVersion): ReadVersion => ({
		version: read.version,
		// A security response has a build of its own, which says more than the build that it patches.
		build: (isOf(patched, read.version) ? patched?.build : null) ?? read.build ?? built?.build ?? null,
		supplement: letterIn(catalog, supplement, read.version) ?? read.supplement,
		hasNoResponse: patched?.build !== undefined && patched.build === (read.build ?? built?.build),
	});
	for (const text of [version, os]) {
		if (text === '' || darwin.test(text) || (kernel !== null && text === version)) continue;
		const read = readVersion(catalog, text);
		if (read?.version) return { read: withResponse(read), sign: null };
	}
	const alone = built?.version || !kernel?.release ? (built?.version ? built : (patched ?? built)) : null;
	if (!alone && kernel?.release)
		return { read: withResponse({ version: kernel.release, build: null, supplement: null }), sign: null };
	return { read: alone ? withResponse(alone) : null, sign: kernel ?? namedMajor(catalog, cells) };
}

/** Whether the cells report a security response or its absence: a letter, its build, or the base build in its column. */
export function reportsResponse(catalog: Catalog, cells: MachineCells): boolean {
	const { read } = readInstalled(catalog, cells);
	if (!read) return false;
	const hasResponse = read.supplement !== null || (read.build !== null && isResponseShaped(read.build));
	return hasResponse || read.hasNoResponse === true;
}

function readBuild(catalog: Catalog, cell: string): ReadVersion | null {
	const read = cell === '' ? null : readVersion(catalog, cell);
	return read?.build ? read : null;
}

/** Whether a build may belong to a version. A build of another version was reported before an update. */
function isOf(build: ReadVersion | null | undefined, version: string | null): boolean {
	return !build?.version || version === null || build.version === version;
}

/** The letter of a security response from its own cell: `(a)`, `a`, or `26.3.1 (a)` if the Mac runs 26.3.1. */
function letterIn(catalog: Catalog, cell: string, version: string | null): string | null {
	if (cell === '') return null;
	const letter = /^\(?([a-z])\)?$/i.exec(cell)?.[1];
	if (letter) return letter.toLowerCase();
	const read = readVersion(catalog, cell);
	return read && read.version === version ? read.supplement : null;
}

/** The kernel that the cells report. Its first number is also the first number of the builds of its major. */
function kernelOf(catalog: Catalog, { version, os, platform }: MachineCells): MajorSign | null {
	const named = darwin.exec(version) ?? darwin.exec(os);
	if (named) return kernelSign(catalog, named[0], named);
	const number = /^(\d+)\.(\d+)\.\d+$/.exec(version);
	// 15.6.0 is read as macOS, although a kernel has that number, too. 24.6.0 can only be a kernel: macOS 24 does not exist.
	if (!number || catalog.majors.has(number[1]!) || !/^darwin$/i.test(os || platform)) return null;
	return kernelSign(catalog, `Darwin ${version}`, number);
}

function kernelSign(
	catalog: Catalog,
	name: string,
	[, train, minor]: readonly (string | undefined)[],
): MajorSign {
	const major = majorOfTrain(catalog, Number(train));
	const release = minor === undefined ? null : releaseOfKernel(catalog, major, Number(train), Number(minor));
	return { name, major, isKernel: true, release };
}

/** Minor numbers of these kernels follow those of their releases: Darwin 20 is macOS 11, and 25 is macOS 26. */
const [firstTrain, lastTrain] = [20, 25];
/** Before this kernel the minor number is one ahead of the release: 13.1 has Darwin 22.2, but 14.1 has 23.1. */
const firstEqual = 23;
/** From this minor number on, several releases share a kernel: 15.6 and 15.7 have Darwin 24.6. */
const lastKernel = 6;

function releaseOfKernel(
	catalog: Catalog,
	major: string | null,
	train: number,
	kernel: number,
): string | null {
	if (major === null || train < firstTrain || train > lastTrain || kernel >= lastKernel) return null;
	const minor = train < firstEqual ? kernel - 1 : kernel;
	const releases = catalog.majors
		.get(major)!
		.releases.filter(({ parsed }) => (parsed.components[1] ?? 0) === minor);
	return releases.length === 1 ? releases[0]!.version : null;
}

/** The name of a major without a number: `Tahoe`, `macOS Tahoe`. */
function namedMajor(catalog: Catalog, { version, os }: MachineCells): MajorSign | null {
	for (const text of [version, os]) {
		const named = text === '' || /\d/.test(text) ? null : findNamedMajor(catalog, text);
		if (named?.kind === 'found') return { name: text, major: named.value.name, isKernel: false };
	}
	return null;
}

export function whyUnreadable(
	{ version, os, build }: MachineCells,
	read: ReadVersion | null,
	sign: MajorSign | null,
): string {
	if (read?.build) return `The build ${read.build} is not known.`;
	if (sign?.major)
		return `${sign.name} is ${sign.isKernel ? 'the kernel of ' : ''}macOS ${sign.major}; the row does not say which release it is.`;
	const said = version || os || build;
	return said === '' ? 'The row has no version.' : `${JSON.stringify(said)} is not a version of macOS.`;
}
