import { parseBuild } from './build-number.ts';
import type { Catalog } from './catalog.ts';

const known = new WeakMap<Catalog['builds'], ReadonlyMap<number, string>>();

/** The major whose builds begin with a number; null where nobody knows it. Each number is of one major. */
export function majorOfTrain(catalog: Catalog, train: number): string | null {
	let majors = known.get(catalog.builds);
	if (!majors) {
		majors = new Map(
			[...catalog.builds.values()].flatMap(({ build, version }) => {
				const parsed = parseBuild(build);
				return parsed ? [[parsed.train, catalog.releases.get(version)!.major] as const] : [];
			}),
		);
		known.set(catalog.builds, majors);
	}
	return majors.get(train) ?? null;
}
