import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildDeb, type DebOptions } from './deb.ts';
import type { Target } from './executable.ts';
import { billFile, sumsFile, writeInventory } from './inventory.ts';
import { notesOf, releaseNotes } from './release-notes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const releaseFolder = join(root, 'dist/release');
/** The text of the release page. It is not a file of the release, so it has no digest. */
export const notesFile = join(root, 'dist/RELEASE_NOTES.md');

const platforms: Readonly<Record<Target, string>> = {
	'bun-linux-x64': 'Linux on Intel and AMD',
	'bun-linux-arm64': 'Linux on ARM',
	'bun-darwin-x64': 'Macs with Intel, signed ad hoc',
	'bun-darwin-arm64': 'Macs with Apple silicon, signed ad hoc',
};

/** Debian's names for the platforms. */
const architectures: Partial<Record<Target, string>> = {
	'bun-linux-x64': 'amd64',
	'bun-linux-arm64': 'arm64',
};

const versionOf = (): string => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
const changelogText = () => readFileSync(join(root, 'CHANGELOG.md'), 'utf8');

/** Why a release cannot be made; null if it can. With a tag, sources and changelog must have its version, with a day. */
export function releaseProblem(tag: string | undefined, changelog = changelogText()): string | null {
	if (!Bun.which('dpkg-deb'))
		return 'dpkg-deb is not installed: install the package dpkg (on a Mac: brew install dpkg)';
	const version = versionOf();
	const notes = notesOf(changelog, version);
	if (!notes) return `CHANGELOG.md has no section "## ${version}, …": write what changed`;
	if (tag !== undefined && tag !== `v${version}`)
		return `the tag is ${tag}, and package.json has version ${version}: expected the tag v${version}`;
	if (tag !== undefined && !/^\d{4}-\d\d-\d\d$/.test(notes.day))
		return `CHANGELOG.md calls ${version} "${notes.day}": expected its day, such as "## ${version}, 2026-12-01"`;
	return moment() === null
		? 'this is no checkout of git: set SOURCE_DATE_EPOCH to the time of the sources'
		: null;
}

/** The time of the commit, in Unix seconds, so that files of one commit always have the same bytes. */
function moment(): number | null {
	const { SOURCE_DATE_EPOCH: epoch } = process.env;
	if (epoch !== undefined && /^\d{1,10}$/.test(epoch)) return Number(epoch);
	const commit = Bun.spawnSync(['git', 'log', '-1', '--format=%ct'], { cwd: root, stderr: 'ignore' });
	const seconds = Number(commit.stdout.toString().trim());
	return commit.exitCode === 0 && seconds > 0 ? seconds : null;
}

interface ReleaseOptions {
	readonly folder?: string;
	readonly notes?: string;
	readonly compression?: DebOptions['compression'];
}

/** Writes everything that a release page needs, from an executable for each platform. */
export async function writeRelease(
	executables: ReadonlyMap<Target, string>,
	{ folder = releaseFolder, notes = notesFile, compression }: ReleaseOptions = {},
): Promise<void> {
	const version = versionOf();
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const files: { name: string; what: string }[] = [];
	for (const [target, executable] of executables) {
		const name = `pointrelease-${version}-${target.slice('bun-'.length)}.gz`;
		writeFileSync(join(folder, name), gzipSync(readFileSync(executable), { level: 9 }));
		files.push({ name, what: platforms[target] });
	}
	for (const [target, executable] of executables) {
		const architecture = architectures[target];
		if (!architecture) continue;
		const name = `pointrelease_${version}_${architecture}.deb`;
		await buildDeb(join(folder, name), { version, architecture, executable, moment: moment()!, compression });
		files.push({ name, what: `Debian and Ubuntu, ${platforms[target]}, with the service for systemd` });
	}
	writeInventory(folder);
	files.push(
		{ name: billFile, what: 'bill of materials (CycloneDX)' },
		{ name: sumsFile, what: 'digests of all files' },
	);
	writeFileSync(
		notes,
		releaseNotes({ version, changelog: changelogText(), files, documents: documentsOf(version) }),
	);
}

/** The address of the documents. GitHub sets these variables in a workflow. */
function documentsOf(version: string): string | undefined {
	const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
	return GITHUB_SERVER_URL && GITHUB_REPOSITORY
		? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/blob/v${version}`
		: undefined;
}
