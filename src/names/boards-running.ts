import type { Board, Catalog } from '../catalog/catalog.ts';
import { compareVersions, parseVersion } from '../catalog/version.ts';

/**
 * Of the Macs that a name may mean, those that run what is installed: a "Mac mini" on 27.2 has no PowerPC. All of them
 * where none does.
 */
export function boardsRunning(catalog: Catalog, boards: readonly Board[], version: string): readonly Board[] {
	const parsed = boards.length > 1 ? parseVersion(version) : null;
	const major = parsed && catalog.majors.get(parsed.major);
	if (!major) return boards;
	const release = major.releases.find((one) => compareVersions(one.parsed, parsed) === 0);
	const running = boards.filter(({ support }) => {
		const own = support.get(major.name);
		return own !== undefined && (release === undefined || own.releases.includes(release));
	});
	return running.length > 0 ? running : boards;
}
