import type { Board, Major, Support } from '../catalog/catalog.ts';
import type { Step } from '../catalog/lookup.ts';
import { compareVersions, majorAsJson, majorInList } from '../catalog/version.ts';

/**
 * The four response shapes. They are written as text because a Classic `major_version` is a JSON number with its
 * decimals (`9.0`), which a JavaScript number loses. Field order is part of the contract.
 */

/** Version record: the latest release of a major, for a board. */
export function versionRecord(support: Support): string {
	return `[{${baseFields(support)}}]`;
}

/** Version record with proximo: the same for one exact release, with the next release. */
export function proximoRecord({ support, release, next }: Step, requested: string): string {
	const fields = [
		`"requested_version":${JSON.stringify(requested)}`,
		`"requested_releasedDate":"${release.released}"`,
		`"requested_version_proximo":"${next.version}"`,
		`"requested_version_proximo_releasedDate":"${next.released}"`,
	];
	return `[{${baseFields(support)},${fields.join(',')}}]`;
}

/** The link to the next release, for those who walk from one to the other; null after the last. */
export function nextLink({ support, release, next }: Step): string | null {
	// After a withdrawn release that nothing follows, the contract's next release is the latest one below it.
	if (compareVersions(next.parsed, release.parsed) <= 0) return null;
	// Two components would ask for the latest of the major. `join` makes one string; a template would keep its pieces.
	const isShort = next.version.split('.').length < 3;
	return ['</items/', support.board.id, ':', next.version, isShort ? '.0' : '', '>; rel="next"'].join('');
}

/** Board support record: every major the board has ever supported. */
export function boardRecord(board: Board): string {
	return JSON.stringify({ board_id: board.id, supported_OS: supportedMajors(board) });
}

/** Compatibility record: the boards that run a major. `version` is spelled as in the path. */
export function compatibilityRecord(major: Major, version: string): string {
	const boards = major.boards.map((board) => board.id);
	return JSON.stringify({
		os_version: version,
		major_version: major.name,
		compatible_board_ids: boards,
		count: boards.length,
	});
}

export function supportedMajors(board: Board): string {
	return [...board.support.values()].map(({ major }) => majorInList(major.name, major.era)).join(', ');
}

function baseFields({ board, major, latest }: Support): string {
	return [
		`"major_version":${majorAsJson(major.name, major.era)}`,
		`"board_id_major_version":"${board.id}:${major.name}"`,
		`"releasedDate":"${latest.released}"`,
		`"version":"${latest.version}"`,
		`"resolved_board_id":"${board.id}"`,
	].join(',');
}
