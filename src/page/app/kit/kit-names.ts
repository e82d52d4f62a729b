import type { KitFileRecord } from '../../../kit/kit-parts.ts';

/**
 * The name of each downloaded file, by its path. Names are unique: if several formats have a file of the same name, each
 * gets the name of its format as a prefix.
 */
export function downloadNames(files: readonly KitFileRecord[]): ReadonlyMap<string, string> {
	const sharing = Map.groupBy(files, ({ name }) => name);
	return new Map(
		files.map(({ path, kind, name }) => [path, sharing.get(name)!.length > 1 ? `${kind}-${name}` : name]),
	);
}

/** The path of a file in the ZIP: a folder for each format. Files of a format refer to each other, so they keep their names. */
export function zipPath({ kind, name }: KitFileRecord): string {
	return `${kind === 'client' ? 'macs' : kind}/${name}`;
}

/** The README of a ZIP: where each file is, under which name the page shows it, and what it is for. */
export function zipReadme(
	files: readonly KitFileRecord[],
	policy: string | null,
	names: ReadonlyMap<string, string>,
): string {
	const lines = files.map((file) => {
		const name = names.get(file.path)!;
		const about = [
			...(name === file.name ? [] : [`on the page: ${name}`]),
			...(file.what ? [file.what] : []),
		];
		return [zipPath(file), ...about.map((text) => `    ${text}`)].join('\n');
	});
	return [
		policy === null
			? 'Files to deploy, from pointrelease'
			: `Files to deploy for the policy ${policy}, from pointrelease`,
		'Each format has a folder. Its files refer to each other by name, so keep the names and the folder.',
		`${lines.join('\n')}\n`,
	].join('\n\n');
}

/** The name of the ZIP of one part of the kit, or of the whole kit (`kind` is null). */
export function zipName(policy: string | null, kind: string | null): string {
	const part = kind === 'client' ? 'macs' : kind;
	return `${['pointrelease', policy, part].filter((word) => word !== null).join('-')}.zip`;
}
