import type { Target } from './target.ts';

/**
 * Everything that reads foreign bytes, by the file in `targets/` that has it. Each file is bundled alone, so that the blocks
 * of one reader are counted and not those of all.
 */
export const targetFiles = {
	inventories: () => import('./targets/inventories.ts'),
	feeds: () => import('./targets/feeds.ts'),
	files: () => import('./targets/files.ts'),
	histories: () => import('./targets/histories.ts'),
	names: () => import('./targets/names.ts'),
	pulls: () => import('./targets/pulls.ts'),
	requests: () => import('./targets/requests.ts'),
	texts: () => import('./targets/texts.ts'),
	why: () => import('./targets/why.ts'),
} as const satisfies Record<string, () => Promise<{ targets: readonly Target[] }>>;

export type TargetFile = keyof typeof targetFiles;

export interface PlacedTarget {
	readonly file: TargetFile;
	readonly target: Target;
}

/** All targets, or those whose name begins with a word. */
export async function findTargets(word = ''): Promise<PlacedTarget[]> {
	const files = Object.entries(targetFiles) as [TargetFile, () => Promise<{ targets: readonly Target[] }>][];
	const placed = await Promise.all(
		files.map(async ([file, load]) => (await load()).targets.map((target) => ({ file, target }))),
	);
	return placed.flat().filter(({ target }) => target.name.startsWith(word));
}
