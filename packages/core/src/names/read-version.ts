import { isTestBuild, parseBuild } from '../catalog/build-number.ts';
import type { Catalog, Major } from '../catalog/catalog.ts';
import { findMajor, type Lookup } from '../catalog/lookup.ts';
import { compareVersions, parseVersion } from '../catalog/version.ts';
import { systemWords, wordsOf } from './words.ts';

/** A version as a Mac, a person or an inventory writes it. */
export interface ReadVersion {
	/** In the spelling of its release, if there is one; null for an unknown build. */
	readonly version: string | null;
	readonly build: string | null;
	/** The letter of a rapid response or background improvement: `a` of `13.4.1 (a)`. */
	readonly supplement: string | null;
	/** True if the inventory states the build including security responses, and states the base build: no response is installed. */
	readonly hasNoResponse?: boolean;
}

const longestText = 80;
const number = /^\d+(?:\.\d+){0,7}/;
const buildShape = /^\d{1,2}[A-Z]\d{1,7}[a-z]?$/i;
/** `140702` for 14.7.2: two digits for each part. */
const packed = /^(\d\d)(\d\d)(\d\d)$/;

/**
 * Understands `14.7.2`, `macOS 14.7.2`, `macOS Sonoma 14.7.2`, `macOS 26 Tahoe`, `14.7.2 (23H311)`, `26.3.1 (a)`,
 * `27.3 Beta (26B5012a)`, `140702` and a build alone. Null for text that is not a version. A number without a release is returned unchanged.
 */
export function readVersion(catalog: Catalog, text: string): ReadVersion | null {
	if (text.length > longestText) return null;
	const spelling = withoutNames(text.trim().replace(/^["'“”]+|["'“”]+$/g, ''));
	const alone = buildOf(catalog, spelling);
	if (alone) return { version: catalog.builds.get(alone)?.version ?? null, build: alone, supplement: null };
	const [digits] = number.exec(spelling) ?? [];
	if (digits === undefined) return null;
	const version = spell(catalog, packed.test(digits) ? unpack(digits) : digits);
	const suffix = version && readRest(catalog, withoutName(catalog, version, spelling.slice(digits.length)));
	return version && suffix ? { version, ...suffix } : null;
}

/** Removes the words without digits before the number: `Mac OS X Lion`, `Version`. */
function withoutNames(text: string): string {
	const words = text.split(/[\s:]+/);
	const first = words.findIndex((word) => !/^[a-z]+$/i.test(word));
	return first === -1
		? ''
		: words
				.slice(first)
				.join(' ')
				.replace(/^v(?=\d)/i, '');
}

/** Reads the text after the number: a letter, a build, both or nothing, with or without brackets. */
function readRest(
	catalog: Catalog,
	text: string,
): { build: string | null; supplement: string | null } | null {
	let [build, supplement]: (string | null)[] = [null, null];
	let isBeta = false;
	for (const word of text.split(/[\s(),[\]]+/).filter(Boolean)) {
		if (/^build:?$/i.test(word) || (isBeta && /^\d$/.test(word))) continue;
		if (/^(?:beta|rc|developer|public)$/i.test(word)) isBeta = true;
		else if (/^[a-z]$/i.test(word) && !supplement) supplement = word.toLowerCase();
		else if (!build && buildOf(catalog, word)) build = buildOf(catalog, word);
		else return null;
	}
	// Without the build of a beta, the number is that of a release which the Mac does not have.
	if (isBeta && !(build && isTestBuild(parseBuild(build)!))) return null;
	return { build: build ?? null, supplement: supplement ?? null };
}

/** Removes the name of the major version behind its number: `26 Tahoe`. */
function withoutName({ majors }: Catalog, version: string, text: string): string {
	const name = majors.get(parseVersion(version)?.major ?? '')?.releaseName;
	return name && text.trim().toLowerCase().startsWith(name.toLowerCase())
		? text.trim().slice(name.length)
		: text;
}

/** Spells a build: capitals, but mostly a small letter at the end of betas and security responses. */
function buildOf({ builds }: Catalog, text: string): string | null {
	if (!buildShape.test(text)) return null;
	const build = text.replace(/[a-z](?=\d)/, (letter) => letter.toUpperCase());
	const small = build.replace(/[A-Z]$/, (letter) => letter.toLowerCase());
	return !builds.has(build) && builds.has(small) ? small : build;
}

function unpack(digits: string): string {
	const [, ...parts] = packed.exec(digits)!;
	return parts.map(Number).join('.');
}

function spell(catalog: Catalog, text: string): string | null {
	const version = parseVersion(text);
	if (!version) return null;
	// A major version alone may be any of its releases.
	if (version.era === 'modern' && version.components.length === 1) return version.canonical;
	const releases = catalog.majors.get(version.major)?.releases ?? [];
	return releases.find(({ parsed }) => compareVersions(parsed, version) === 0)?.version ?? version.canonical;
}

/** The major version that a text means: a version or build in any spelling, or a system name (`Sonoma`, `OS X Lion`). */
export function findNamedMajor(catalog: Catalog, text: string): Lookup<Major> {
	const plain = findMajor(catalog, text);
	if (plain.kind !== 'no-version') return plain;
	const read = readVersion(catalog, text);
	if (read?.version) return findMajor(catalog, read.version);
	const systemName = wordsOf(text)
		.filter((word) => !systemWords.includes(word))
		.join(' ');
	const named = [...catalog.majors.values()].find(
		({ name, releaseName }) =>
			systemName !== '' && releaseName !== '' && isSameName(systemName, name, wordsOf(releaseName).join(' ')),
	);
	return named ? { kind: 'found', value: named } : plain;
}

function isSameName(text: string, number: string, name: string): boolean {
	return text === name || text === `${number} ${name}` || text === `${name} ${number}`;
}
