import { compareVersions, parseVersion, type Version } from './version.ts';

/** The Safari that a Mac reports. */
export interface InstalledSafari {
	readonly version: string;
	readonly parsed: Version;
	/** The number of its bundle (CFBundleVersion), which tells apart two packages of one version; null if it was not reported. */
	readonly bundle: string | null;
}

/** `26.5.2`; not `605.1.15` of user agents. */
const versionShape = /^\d{1,2}(?:\.\d{1,2}){0,2}$/;
/** `20624.2.5.18.7`. */
const bundleShape = /^\d{4,5}(?:\.\d{1,4}){1,7}$/;

/** Whether a text is the number of a bundle. That of WebKit in user agents, `605.1.15`, is not. */
export function isSafariBundle(text: string): boolean {
	return bundleShape.test(text);
}

/** What would be right where a version of Safari is asked for. */
export const safariExpected = 'a version of Safari such as 26.5.2 or, with its bundle, 16.3 (17614.4.6.11.6)';

/**
 * Reads `26.5.2`, `Safari 26.5.2` and `26.5.2 (20624.2.5.18.7)`, as Safari shows itself. Null for other texts, a bundle alone included:
 * what Safari it belongs to cannot be told.
 */
export function readSafari(text: string, reportedBundle: string | null = null): InstalledSafari | null {
	const [, written, inBrackets] =
		/^(?:(?:Safari(?:\.app)?|Version)\s+)*([\d.]+)(?:\s*\(([\d., ]+)\))?$/i.exec(text.trim()) ?? [];
	if (written === undefined || !versionShape.test(written)) return null;
	// `27` is 27.0.
	const parsed = parseVersion(written.includes('.') ? written : `${written}.0`);
	if (!parsed) return null;
	const bundle = [reportedBundle?.trim(), inBrackets?.split(',')[0]].find(
		(number) => number !== undefined && bundleShape.test(number),
	);
	return { version: parsed.canonical, parsed, bundle: bundle ?? null };
}

/** Whether a version of Safari is below the latest; false if one of them is not known. */
export function isSafariBehind(installed: string | null, latest: string | null): boolean {
	if (installed === null || latest === null) return false;
	return compareVersions(parseVersion(installed)!, parseVersion(latest)!) < 0;
}

/** Number by number, as bundles count. */
export function compareBundles(a: string, b: string): number {
	const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
	for (let index = 0; index < Math.max(left.length, right.length); index++) {
		const difference = (left[index] ?? 0) - (right[index] ?? 0);
		if (difference !== 0) return difference;
	}
	return 0;
}
