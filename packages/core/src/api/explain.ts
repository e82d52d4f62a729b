import type { FoundBuild } from '../advice/builds.ts';
import type { Board, Catalog, Variant } from '../catalog/catalog.ts';
import type { Miss } from '../catalog/lookup.ts';
import { majorInList } from '../catalog/version.ts';
import { mostClose, targetsOfSearch } from '../names/close-names.ts';
import { type BoardMatch, matchBoards } from '../names/find-boards.ts';
import { notListed } from '../names/not-listed.ts';
import { type Problem, problem } from './problem.ts';
import { supportedMajors } from './records.ts';

/** Says why there is no answer, and what to ask for instead. */
export function explain(miss: Miss): Problem {
	switch (miss.kind) {
		case 'unknown-board':
			if (miss.excluded) {
				return problem('board-unknown', `${quote(miss.text)} is excluded: ${miss.excluded}`);
			}
			return problem('board-unknown', `there is no board ${quote(miss.text)}`, { suggestions: miss.close });
		case 'ambiguous-board':
			return problem(
				'board-ambiguous',
				`${quote(miss.text)} is the name of several boards: choose one of them`,
				{
					candidates: miss.candidates.map(({ id }) => id),
					boards: miss.candidates.map(boardInList),
				},
			);
		case 'no-version':
			return problem('version-unknown', notAVersion(miss.text, miss.variant), {
				...(miss.instead && { suggestions: [miss.instead] }),
			});
		case 'unknown-major':
			return problem('major-unknown', `there is no major version ${miss.major}`, {
				known_majors: miss.majors.map(({ name, era }) => majorInList(name, era)).join(', '),
			});
		case 'unsupported-major': {
			const { board, major } = miss;
			return problem('major-not-supported', `${board.id} does not support ${major.name}`, {
				board_id: board.id,
				supported_OS: supportedMajors(board),
			});
		}
		case 'no-such-release':
			return problem('release-unknown', `there is no release ${miss.text}`, {
				release_before: miss.before?.version ?? null,
				release_after: miss.after?.version ?? null,
			});
		case 'newer-than-known': {
			const { board, major, latest } = miss.support;
			const detail = `${miss.text} is newer than any known release of ${major.name}; the latest for ${board.id} is ${latest.version}`;
			return problem('release-newer', detail, {
				latest_version: latest.version,
				latest_releasedDate: latest.released,
			});
		}
		case 'release-not-for-board': {
			const { board, releases, major } = miss.support;
			return problem('release-not-for-board', `${miss.text} was not made for ${board.id}`, {
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

/** A board in a list of choices. */
function boardInList({ id, machines, introduced }: Board) {
	return { board_id: id, name: machines[0]!.name, year: introduced.slice(0, 4) || null };
}

/** Says why there is no such build, and which ones are close. */
export function explainBuild({
	text,
	server,
	shaped,
	before,
	after,
}: Exclude<FoundBuild, { kind: 'found' }>): Problem {
	if (!shaped) {
		return problem('build-unknown', `${quote(text)} is not a build: expected for example 23H311`, {
			build_before: null,
			build_after: null,
		});
	}
	const detail = server
		? `${server.build} is a build of the server edition of ${server.version}, which is not included`
		: `no build ${quote(text)} is known`;
	return problem('build-unknown', detail, {
		build_before: before?.build ?? null,
		build_after: after?.build ?? null,
	});
}

function notAVersion(text: string, variant: Variant | null): string {
	if (variant?.version) return `${quote(text)} is a variant of ${variant.version} and not a release`;
	if (variant) return `${quote(text)} was made for certain Macs only and is not a release here`;
	return `${quote(text)} is not a version: expected a major version or a release such as 14, 14.7.2, 10.15.7 or 9.2.2`;
}

/** Quotes text of the request, shortened to fit into a sentence. */
export function quote(text: string): string {
	return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

type Unknown = Extract<BoardMatch, { kind: 'unknown-board' }>;

/** Says why a name is not a board ID. Suggests boards by the meaning of the words first, and by spelling otherwise. */
export function explainUnknown(
	catalog: Catalog,
	miss: Unknown | Extract<BoardMatch, { kind: 'numberless' }>,
): Problem {
	if (miss.kind === 'numberless') {
		const { name, first, last, ran, reason } = miss.machine;
		return problem('board-unknown', `${name}: no board is named. ${reason} What it ran: ${ran}`, {
			machine: { name, first_version: first || null, last_version: last, ran, reason },
		});
	}
	if (miss.excluded) return explain(miss);
	const match = matchBoards(catalog, miss.text);
	if (match?.kind === 'numberless') return explainUnknown(catalog, match);
	if (match) {
		const ids = match.boards.map(({ id }) => id);
		const named = ids.length > mostClose ? `${ids.length} boards` : ids.join(' and ');
		return problem('board-unknown', `${quote(miss.text)} is not a board ID: it is the name of ${named}`, {
			suggestions: ids.slice(0, mostClose),
			boards: match.boards.map(boardInList),
		});
	}
	// Close names would be those of other Macs.
	const missing = notListed(catalog, miss.text);
	if (missing) return problem('board-unknown', missing.sentence, { suggestions: missing.instead });
	return explain({ ...miss, close: targetsOfSearch(catalog, miss.text) ?? miss.close });
}

/** Says why there is no answer for a board and a version. */
export function explainMiss(catalog: Catalog, miss: Miss): Problem {
	return miss.kind === 'unknown-board' ? explainUnknown(catalog, miss) : explain(miss);
}
