import { type BuildNumber, parseBuild } from '../../catalog/build-number.ts';
import { parseVersion } from '../../catalog/version.ts';

/**
 * The release a feed's version text names, or null for what is none: rapid responses and background security
 * improvements (`26.3.1 (a)`), betas and candidates (`27.0 beta 3`), and numbers no release ever had.
 */
export function releaseNamed(text: string): string | null {
	const version = parseVersion(text.trim());
	if (!version || version.era === 'classic' || version.components.length > 3) return null;
	return version.components.length === 1 ? `${version.canonical}.0` : version.canonical;
}

/** A build that is for everybody, or null: builds with a letter at the end or numbered 5000 to 5999 go to testers. */
export function finalBuild(text: string): BuildNumber | null {
	const build = parseBuild(text);
	// Such numbers sometimes stand in the vendor's list nevertheless.
	const seed = build && (build.suffix !== '' || (build.number >= 5000 && build.number < 6000));
	return seed ? null : build;
}
