import type { Catalog } from '../../catalog/catalog.ts';

/** What a Mac is on, as far as what it says about itself can be believed. */
export interface Installed {
	readonly version: string;
	readonly build: string | null;
	/** The letter of a security response, as reported. */
	readonly supplement?: string | null;
	/** Why that is not what it says, in a sentence; null where there is no contradiction. */
	readonly doubt?: string | null;
}

/** A known build says which release is installed: where the version is another, the build decides. Null without a version. */
export function installedOf(
	catalog: Catalog,
	{ version, build, supplement = null }: Omit<Installed, 'version'> & { readonly version: string | null },
): Installed | null {
	const built = build === null ? undefined : catalog.builds.get(build)?.version;
	if (version === null || built === undefined || built === version)
		return version === null ? null : { version, build, supplement, doubt: null };
	return {
		version: built,
		build,
		supplement,
		doubt: `Version ${version} and build ${build} contradict each other. Build ${build} is ${built}, so ${built} counts.`,
	};
}
