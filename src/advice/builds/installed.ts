import { parseBuild } from '../../catalog/build-number.ts';
import { majorOfTrain } from '../../catalog/build-train.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { parseVersion } from '../../catalog/version.ts';

/** What a Mac is on, as far as what it says about itself can be believed. */
export interface Installed {
	readonly version: string;
	readonly build: string | null;
	/** The letter of a security response, as reported. */
	readonly supplement?: string | null;
	/** Why that is not what it says, in a sentence; null where there is no contradiction. */
	readonly doubt?: string | null;
	/** Nothing decides between version and build: the version may be wrong. */
	readonly isUnsure?: boolean;
}

/** A known build says which release is installed: where the version is another, the build decides. Null without a version. */
export function installedOf(
	catalog: Catalog,
	{ version, build, supplement = null }: Omit<Installed, 'version'> & { readonly version: string | null },
): Installed | null {
	if (version === null) return null;
	const built = build === null ? undefined : catalog.builds.get(build)?.version;
	if (built === undefined) {
		const doubt = build === null ? null : doubtOf(catalog, version, build);
		return { version, build, supplement, doubt, isUnsure: doubt !== null };
	}
	if (built === version) return { version, build, supplement, doubt: null };
	return {
		version: built,
		build,
		supplement,
		doubt: `Version ${version} and build ${build} contradict each other. Build ${build} is ${built}, so ${built} counts.`,
	};
}

/** A build that nobody knows, a beta too, is of the major whose builds begin as it does. */
function doubtOf(catalog: Catalog, version: string, build: string): string | null {
	const train = parseBuild(build)?.train;
	const built = train === undefined ? null : majorOfTrain(catalog, train);
	const major = parseVersion(version)?.major;
	if (built === null || major === undefined || built === major) return null;
	return `Version ${version} and build ${build} contradict each other. Builds that begin with ${train} are of macOS ${built}.`;
}
