import type { Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { findBoard, findMajor, findStep, findSupport } from '@pointrelease/core/src/catalog/lookup.ts';
import { shipped } from './shipped-data.ts';

/** Ask the shipped catalog, and get the answer as text; a lookup without a result gives the kind of miss. */

/** `15.8.2 2026-10-26` */
export function latestOf(board: string, major: string): string {
	const answer = findSupport(shipped, board, major);
	return answer.kind === 'found' ? dated(answer.value.latest) : answer.kind;
}

/** `J293AP 15.8.2 2026-10-26`: the board that answers for a major, and its latest release. */
export function latestOfMajor(major: string): string {
	const answer = findMajor(shipped, major);
	if (answer.kind !== 'found') return answer.kind;
	const { canonical } = answer.value;
	return `${canonical.board.id} ${dated(canonical.latest)}`;
}

/** `26.3.1 2026-03-04, then 26.3.2 2026-03-10` */
export function stepFrom(board: string, version: string): string {
	const step = findStep(shipped, board, version);
	return step.kind === 'step' ? `${dated(step.release)}, then ${dated(step.next)}` : step.kind;
}

/** `15 26 27` */
export function majorsOf(board: string): string {
	const answer = findBoard(shipped, board);
	return answer.kind === 'found' ? [...answer.value.support.keys()].join(' ') : answer.kind;
}

/** Every release that a board runs in a major: `15.2 15.3 15.3.2` */
export function releasesOf(board: string, major: string): string {
	const answer = findSupport(shipped, board, major);
	return answer.kind === 'found'
		? answer.value.releases.map((release) => release.version).join(' ')
		: answer.kind;
}

/** The boards that run a release, in order: `J274AP J293AP` */
export function boardsRunning(version: string): string {
	const answer = findMajor(shipped, version);
	if (answer.kind !== 'found') return answer.kind;
	const { boards, name } = answer.value;
	return boards
		.filter(({ support }) => support.get(name)?.releases.some((release) => release.version === version))
		.map((board) => board.id)
		.join(' ');
}

/** The boards that run any release of a major. */
export function boardsOf(major: string): string[] {
	const answer = findMajor(shipped, major);
	return answer.kind === 'found' ? answer.value.boards.map((board) => board.id) : [];
}

function dated({ version, released }: Release): string {
	return `${version} ${released}`;
}
