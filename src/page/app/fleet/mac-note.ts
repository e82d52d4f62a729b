import type { MacResult } from '../../../fleet/judging/mac-result.ts';

/** What is odd about a Mac, or its row: why it could not be judged, and what its version is, where that is no plain release. */
export function macNote(answer: MacResult): string {
	const { problem, doubt } = answer;
	return [problem ?? versionNote(answer), doubt].filter(Boolean).join(' ');
}

function versionNote({ version, build, version_standing: standing }: MacResult): string | null {
	const words = build === null ? version : `${version} (${build})`;
	if (standing === 'beta') return `${words} is a beta.`;
	if (standing === 'unknown') return `${words} is not a known release.`;
	if (standing === 'newer') return `${words} is newer than any known release: is the data up to date?`;
	if (standing === 'withdrawn') return `${words} was withdrawn.`;
	return standing === 'not-for-board' ? `${words} was not released for this Mac.` : null;
}
