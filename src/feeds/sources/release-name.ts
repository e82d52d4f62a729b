import { parseVersion } from '../../catalog/version.ts';
import { buildShape } from '../../learning/observation.ts';

/**
 * The release a feed's version text names, or null for what is none: rapid responses and background security
 * improvements (`26.3.1 (a)`), betas and candidates (`27.0 beta 3`), and numbers no release ever had.
 */
export function releaseNamed(text: string): string | null {
	const version = parseVersion(text.trim());
	if (!version || version.era === 'classic' || version.components.length > 3) return null;
	return version.components.length === 1 ? `${version.canonical}.0` : version.canonical;
}

/** A build such as `25G83`: the train (25), its letter, the number, and a letter where it is not final. */
export interface Build {
	readonly train: number;
	readonly letter: string;
	readonly number: number;
	readonly final: boolean;
}

export function parseBuild(text: string): Build | null {
	const [, train, letter = '', number, suffix] = buildShape.exec(text) ?? [];
	if (!train) return null;
	// Builds numbered 5000 to 5999 go to testers only, and sometimes stand in the vendor's list nevertheless.
	const seed = Number(number) >= 5000 && Number(number) < 6000;
	return { train: Number(train), letter, number: Number(number), final: suffix === '' && !seed };
}
