/** The three numbering schemes: `9.2.2` is Classic, `10.15.7` is Legacy, `14.7.2` is Modern. */
export type Era = 'classic' | 'legacy' | 'modern';

export interface Version {
	readonly components: readonly number[];
	readonly era: Era;
	/** The major it belongs to, spelled as in the tables: `14`, `10.15`, `9.2`. */
	readonly major: string;
	/** The spelling of the release it names: a third component of zero is left out. */
	readonly canonical: string;
}

/** Components have at most four digits and no leading zeros; `0.97` is the lowest release there is. */
const shape = /^(?:0|[1-9]\d{0,3})(?:\.(?:0|[1-9]\d{0,3})){0,7}$/;

/** Reads a version of any era. Null if the text is not a version, and for `10` and `9`, which do not name a major. */
export function parseVersion(text: string): Version | null {
	if (!shape.test(text)) return null;
	const components = text.split('.').map(Number);
	const first = components[0]!;
	const second = components[1];
	const era: Era = first >= 11 ? 'modern' : first === 10 ? 'legacy' : 'classic';
	if (era !== 'modern' && second === undefined) return null;
	return {
		components,
		era,
		major: era === 'modern' ? String(first) : `${first}.${second}`,
		canonical: components.length === 3 && components[2] === 0 ? `${first}.${second}` : text,
	};
}

/** A major as the tables spell it: one component for Modern, two for Legacy and Classic. */
export function parseMajor(text: string): Version | null {
	const version = parseVersion(text);
	return version && version.major === text ? version : null;
}

/** Component by component, as numbers: 10.4.9 < 10.4.10. A missing component counts as zero. */
export function compareVersions(a: Version, b: Version): number {
	const length = Math.max(a.components.length, b.components.length);
	for (let index = 0; index < length; index++) {
		const difference = (a.components[index] ?? 0) - (b.components[index] ?? 0);
		if (difference !== 0) return difference;
	}
	return 0;
}

/** Whether a version lies in a range; a range without a last release has no end. */
export function rangeContains(first: Version, last: Version | null, version: Version): boolean {
	return compareVersions(first, version) <= 0 && (last === null || compareVersions(version, last) <= 0);
}

/** `major_version` of a record, as JSON: text for Modern and Legacy, a number with its decimals for Classic. */
export function majorAsJson(major: string, era: Era): string {
	return era === 'classic' ? major : `"${major}"`;
}

/** A major inside `supported_OS`: Modern majors are written `14.0`, the others as they are. */
export function majorInList(major: string, era: Era): string {
	return era === 'modern' ? `${major}.0` : major;
}
