import type { Catalog } from '../catalog/catalog.ts';
import type { Miss } from '../catalog/lookup.ts';
import { type BoardMatch, matchBoards } from '../names/find-boards.ts';
import { search } from '../names/search.ts';
import type { Subject } from '../names/search-index.ts';
import { boardInList, explain, quote } from './explain.ts';
import { type Problem, problem } from './problem.ts';

type Unknown = Extract<BoardMatch, { kind: 'unknown-board' }>;

const mostSuggestions = 5;

/** Says why a name is no board's, and what its words mean rather than what is spelt like them. */
export function explainUnknown(
	catalog: Catalog,
	miss: Unknown | Extract<BoardMatch, { kind: 'numberless' }>,
): Problem {
	if (miss.kind === 'numberless') {
		const { name, first, last, ran, reason } = miss.machine;
		return problem('board-unknown', `${name}: no board is known. ${reason} What it ran: ${ran}`, {
			machine: { name, first_version: first || null, last_version: last, ran, reason },
		});
	}
	if (miss.excluded) return explain(miss);
	const match = matchBoards(catalog, miss.asked);
	if (match?.kind === 'numberless') return explainUnknown(catalog, match);
	if (match) {
		const ids = match.boards.map(({ id }) => id);
		const known = ids.length > mostSuggestions ? `${ids.length} boards` : ids.join(' and ');
		return problem('board-unknown', `${quote(miss.asked)} is not a board ID: it is the name of ${known}`, {
			suggestions: ids.slice(0, mostSuggestions),
			boards: match.boards.map(boardInList),
		});
	}
	const { hits } = search(catalog, miss.asked, 0, mostSuggestions);
	const meant = hits.map(({ subject }) => targetOf(subject)).filter((target) => target !== null);
	return explain(meant.length > 0 ? { ...miss, close: [...new Set(meant)] } : miss);
}

/** Says why there is no answer for a board and a version. */
export function explainMiss(catalog: Catalog, miss: Miss): Problem {
	return miss.kind === 'unknown-board' ? explainUnknown(catalog, miss) : explain(miss);
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
