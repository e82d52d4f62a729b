import type { FoundBuild } from '../advice/builds/find-build.ts';
import type { Board, Variant } from '../catalog/catalog.ts';
import type { Miss } from '../catalog/lookup.ts';
import { majorInList } from '../catalog/version.ts';
import { type Problem, problem } from './problem.ts';
import { supportedMajors } from './records.ts';

/** Says why there is no answer, and what would have one. */
export function explain(miss: Miss): Problem {
	switch (miss.kind) {
		case 'unknown-board':
			if (miss.excluded) {
				return problem('board-unknown', `${quote(miss.asked)} is excluded: ${miss.excluded}`);
			}
			return problem('board-unknown', `there is no board ${quote(miss.asked)}`, { suggestions: miss.close });
		case 'ambiguous-board':
			return problem(
				'board-ambiguous',
				`${quote(miss.asked)} is the name of several boards: choose one of them`,
				{
					candidates: miss.candidates.map(({ id }) => id),
					boards: miss.candidates.map(boardInList),
				},
			);
		case 'no-version':
			return problem('version-unknown', notAVersion(miss.asked, miss.variant), {
				...(miss.instead && { suggestions: [miss.instead] }),
			});
		case 'unknown-major':
			return problem('major-unknown', `there is no major version ${miss.major}`, {
				known_majors: miss.known.map(({ name, era }) => majorInList(name, era)).join(', '),
			});
		case 'unsupported-major': {
			const { board, major } = miss;
			return problem('major-not-supported', `${board.id} does not support ${major.name}`, {
				board_id: board.id,
				supported_OS: supportedMajors(board),
			});
		}
		case 'no-such-release':
			return problem('release-unknown', `there is no release ${miss.asked}`, {
				release_before: miss.before?.version ?? null,
				release_after: miss.after?.version ?? null,
			});
		case 'newer-than-known': {
			const { board, major, latest } = miss.support;
			const detail = `${miss.asked} is newer than any known release of ${major.name}; the latest for ${board.id} is ${latest.version}`;
			return problem('release-newer', detail, {
				latest_version: latest.version,
				latest_releasedDate: latest.released,
			});
		}
		case 'release-not-for-board': {
			const { board, releases, major } = miss.support;
			return problem('release-not-for-board', `${miss.asked} was not made for ${board.id}`, {
				board_id: board.id,
				supported_OS: supportedMajors(board),
				first_release: releases[0]!.version,
				last_release: releases.at(-1)!.version,
				releases_of_major: releases.map((release) => release.version),
				major_version: major.name,
			});
		}
	}
}

/** A board as it stands in a list to choose from. */
export function boardInList({ id, machines, introduced }: Board) {
	return { board_id: id, name: machines[0]!.name, year: introduced.slice(0, 4) || null };
}

/** Says why there is no such build, and which ones are near. */
export function explainBuild({
	asked,
	server,
	shaped,
	before,
	after,
}: Exclude<FoundBuild, { kind: 'found' }>): Problem {
	if (!shaped) {
		return problem('build-unknown', `${quote(asked)} is not a build: expected for example 23H311`, {
			build_before: null,
			build_after: null,
		});
	}
	const detail = server
		? `${server.build} is a build of the server edition of ${server.version}, which is not included`
		: `no build ${quote(asked)} is known`;
	return problem('build-unknown', detail, {
		build_before: before?.build ?? null,
		build_after: after?.build ?? null,
	});
}

function notAVersion(asked: string, variant: Variant | null): string {
	if (variant?.version) return `${quote(asked)} is a variant of ${variant.version} and not a release`;
	if (variant) return `${quote(asked)} was made for certain Macs only and is not a release here`;
	return `${quote(asked)} is not a version: expected a major version or a release such as 14, 14.7.2, 10.15.7 or 9.2.2`;
}

/** Repeats what was asked, cut to a length that fits a sentence. */
export function quote(asked: string): string {
	return JSON.stringify(asked.length > 80 ? `${asked.slice(0, 80)}…` : asked);
}
