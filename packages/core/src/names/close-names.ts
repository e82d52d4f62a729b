import type { Catalog } from '../catalog/catalog.ts';
import { longestName, matchBoards } from './find-boards.ts';
import { search } from './search.ts';
import type { Subject } from './search-index.ts';

/** How many names are suggested in place of an unknown one. */
export const mostClose = 5;

/** What to ask for in place of an unknown name, by the meaning of its words; null if they mean nothing. */
export function closeByMeaning(catalog: Catalog, text: string): readonly string[] | null {
	const match = matchBoards(catalog, text);
	if (match?.kind === 'numberless') return [];
	if (match) return match.boards.map(({ id }) => id).slice(0, mostClose);
	return text.length > longestName ? null : targetsOfSearch(catalog, text);
}

/** The identifiers and versions that a search for the name finds; null if there are none. */
export function targetsOfSearch(catalog: Catalog, text: string): readonly string[] | null {
	const { hits } = search(catalog, text, 0, mostClose);
	const targets = hits.map(({ subject }) => targetOf(subject)).filter((target) => target !== null);
	return targets.length > 0 ? [...new Set(targets)] : null;
}

/** What to ask for instead: a board ID or a version. */
function targetOf(subject: Subject): string | null {
	switch (subject.kind) {
		case 'mac':
			return subject.board.id;
		case 'numberless':
			return null;
		case 'major':
			return subject.major.name;
		case 'release':
			return subject.release.version;
		case 'build':
			return subject.build.version;
	}
}
