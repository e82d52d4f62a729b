import { isOfferedResponse, isResponse } from '@pointrelease/core/src/catalog/security-response.ts';
import { today } from './today.ts';

const offered = [...today.catalog.builds.values()]
	.filter(isResponse)
	.filter(({ kind }) => kind === 'bsi')
	.map((response) => ({ response, boards: boardsOf(response.version, response) }));

/** The list of the update service of Apple at a moment, in its own format: the history does not have it. */
export function appleImprovements(time: number): unknown {
	const entries = out(time).map(({ response, boards }) => ({
		ProductVersion: response.version,
		ProductVersionExtra: `(${response.letter})`,
		Build: response.build,
		PrerequisiteBuild: response.baseBuild,
		PostingDate: response.released,
		SupportedDevices: boards,
	}));
	return { macOS: entries };
}

/** The same in the format of SOFA, with fixes. */
export function sofaImprovements(time: number): unknown {
	const entries = out(time).map(({ response, boards }) => ({
		Version: response.version,
		VersionExtra: `(${response.letter})`,
		Build: response.build,
		PrerequisiteBuild: response.baseBuild,
		PostingDate: response.released,
		SupportedDevices: boards,
		SecurityInfo: `https://support.apple.com/en-us/${response.article}`,
		CVEs: response.cves,
	}));
	return Object.fromEntries(Map.groupBy(entries, ({ Version }) => Version.split('.')[0]!));
}

function out(time: number): typeof offered {
	return offered.filter(({ response }) => Date.parse(response.released) <= time);
}

function boardsOf(version: string, response: Parameters<typeof isOfferedResponse>[0]): string[] {
	const { major } = today.catalog.releases.get(version)!;
	return today.catalog.majors
		.get(major)!
		.boards.filter((board) =>
			board.support.get(major)!.releases.some((release) => release.version === version),
		)
		.filter((board) => isOfferedResponse(response, board))
		.map(({ id }) => id);
}
