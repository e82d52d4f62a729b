import type { Catalog, SecurityResponse } from '../../catalog/catalog.ts';
import { parseVersion, type Version } from '../../catalog/version.ts';

/** What a Mac was seen with: a version, and the security response that it reported. */
export interface SeenVersion {
	/** As it is shown: `26.3.1 (a)` with a response; what was reported where it cannot be read. */
	readonly text: string;
	readonly version: Version | null;
	readonly response: SecurityResponse | null;
}

/** Reads what is shown of a version, as sightings have it. */
export function seenVersion(catalog: Catalog, text: string): SeenVersion {
	const [, number = text, letter = null] = /^(\S+) \(([a-z])\)$/.exec(text) ?? [];
	const version = parseVersion(number);
	const responses = catalog.releases.get(version?.canonical ?? '')?.responses ?? [];
	return { text, version, response: responses.find((response) => response.letter === letter) ?? null };
}

/** How a version and the letter of a response are shown. */
export function seenText(version: string, letter: string | null): string {
	return letter === null ? version : `${version} (${letter})`;
}
