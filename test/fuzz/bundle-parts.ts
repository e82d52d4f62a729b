/** The code of a source file in a bundle. */
export interface BundlePart {
	/** Relative to the project, or in a package. */
	readonly path: string;
	/** The offset of its first character. */
	readonly start: number;
	readonly text: string;
}

/** The bundler writes the path of each file in a line before its code. */
export function partsOf(bundle: string): BundlePart[] {
	const heads = [...bundle.matchAll(/^\/\/ (\S+\.(?:[cm]?[jt]sx?|json))$/gm)];
	return heads.map(({ index, 1: path }, at) => ({
		path: path!,
		start: index,
		text: bundle.slice(index, heads[at + 1]?.index),
	}));
}

/** Whether a part belongs to the fuzzer, and not to what it tests. */
export function isOwnPart({ path }: BundlePart): boolean {
	return /^test\/fuzz\/(?:in-node\/|\w+\.ts$)/.test(path) || path.endsWith('/entry.ts');
}

/** Longer texts are sentences for people. */
const longest = 24;
const mostWords = 1500;

/**
 * The texts in the sources of a bundle: names of columns, members, kinds and states that readers compare with. Those of packages
 * are left out.
 */
export function wordsInBundle(bundle: string): string[] {
	const words = new Set<string>();
	for (const part of partsOf(bundle)) {
		if (part.path.includes('node_modules/') || isOwnPart(part)) continue;
		for (const [, text = ''] of part.text.matchAll(/["'`]([^"'`\n\\$]+)["'`]/g))
			if (text.length <= longest && /\w/.test(text)) words.add(text);
	}
	const all = [...words];
	const step = Math.max(1, all.length / mostWords);
	return Array.from({ length: Math.min(all.length, mostWords) }, (_, at) => all[Math.floor(at * step)]!);
}
