import type { KitFileRecord } from '../../../integrations/kit/kit-parts.ts';

/**
 * What each file is called once it is downloaded, by its path: no two files of a kit have one name. Formats use the same names
 * for files of their own, which then begin with the name of the format.
 */
export function downloadNames(files: readonly KitFileRecord[]): ReadonlyMap<string, string> {
	const sharing = Map.groupBy(files, ({ name }) => name);
	return new Map(
		files.map(({ path, kind, name }) => [path, sharing.get(name)!.length > 1 ? `${kind}-${name}` : name]),
	);
}

/** Where a file lies in a ZIP: the files of a format name each other, so that they keep their names in a folder of it. */
export function zipPath({ kind, name }: KitFileRecord): string {
	return `${kind === 'client' ? 'macs' : kind}/${name}`;
}

/** What a ZIP is called: of one part of the kit, or of everything; with the policy that it is for. */
export function zipName(policy: string | null, kind: string | null): string {
	const part = kind === 'client' ? 'macs' : kind;
	return `${['pointrelease', policy, part].filter((word) => word !== null).join('-')}.zip`;
}
