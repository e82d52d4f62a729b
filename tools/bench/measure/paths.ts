import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';

/** Every path of operation 3: each board with each of its releases, written with three components. */
export function proximoPaths(catalog: Catalog): string[] {
	const paths: string[] = [];
	for (const board of catalog.boards.values()) {
		for (const { releases } of board.support.values()) {
			for (const { version } of releases) {
				paths.push(`/items/${board.id}:${withThree(version)}`);
			}
		}
	}
	return paths;
}

/** The requests of a current fleet: each board that runs the newest major, with its last releases. */
export function hotPaths({ majors }: Catalog): string[] {
	const newest = [...majors.values()].at(-1)!;
	return newest.boards.flatMap((board) => {
		const releases = [...board.support.values()].flatMap((support) => support.releases);
		return releases
			.toSorted((a, b) => a.released.localeCompare(b.released))
			.slice(-hotReleases)
			.map(({ version }) => `/items/${board.id}:${withThree(version)}`);
	});
}

const hotReleases = 8;

/** Operation 3 requires three components. */
function withThree(version: string): string {
	return version.split('.').length < 3 ? `${version}.0` : version;
}
