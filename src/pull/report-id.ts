import type { EntryMember } from './kind.ts';

/** The member of a connection that names the script or query by which Macs report what their service does not list. */
export function reportId(what: string, pattern: NonNullable<EntryMember['pattern']>) {
	return { about: `the ID ${what}`, pattern };
}

/** It becomes a part of an address. */
export const uuid = {
	expected: 'an ID such as 0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f',
	pattern: /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/,
};
export const number = { expected: 'a number', pattern: /^[0-9]{1,9}$/ };

/** The last line of a log that is what `safari-version.sh` prints; null without one. */
export function safariIn(log: string | null): string | null {
	const lines = log?.matchAll(/(?:^|[\s"'])(\d{1,2}(?:\.\d{1,2}){0,2} \(\d{4,5}(?:\.\d{1,4}){1,4}\))/g);
	return lines ? ([...lines].at(-1)?.[1] ?? null) : null;
}
