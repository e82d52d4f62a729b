/** Expected bodies, written out field by field in the order of the contract. */

export function base(major: string, board: string, version: string, released: string): string {
	return `[{${fields(major, board, version, released)}}]`;
}

export function extended(
	major: string,
	board: string,
	latest: [version: string, released: string],
	requested: [version: string, released: string],
	next: [version: string, released: string],
): string {
	return `[{${fields(major, board, ...latest)},"requested_version":"${requested[0]}","requested_releasedDate":"${requested[1]}","requested_version_proximo":"${next[0]}","requested_version_proximo_releasedDate":"${next[1]}"}]`;
}

export function majors(board: string, list: string): string {
	return `{"board_id":"${board}","supported_OS":"${list}"}`;
}

/** `major` as JSON: `"14"` with its quotes, or a Classic `9.2` without. */
function fields(major: string, board: string, version: string, released: string): string {
	return `"major_version":${major},"board_id_major_version":"${board}:${major.replaceAll('"', '')}","releasedDate":"${released}","version":"${version}","resolved_board_id":"${board}"`;
}
