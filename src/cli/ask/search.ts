import { searchTerms } from '@pointrelease/core/src/api/parameters.ts';
import { searchResults } from '@pointrelease/core/src/api/reads/search.ts';
import type { Shapes } from '@pointrelease/core/src/api/shapes/shapes.ts';
import { dayTextAt } from '@pointrelease/core/src/text/day.ts';
import { loadCatalog } from '../../data/load.ts';
import { Failure } from '../../process/failure.ts';
import { type Call, command, type Options } from '../command.ts';
import { wholeNumberOf } from '../options.ts';
import { table } from '../terminal-text.ts';

const mostResults = 1000;
const usualResults = searchTerms.limit.schema.default;
const longestSearch = searchTerms.q.schema.maxLength;

type Results = Shapes['SearchResults']['results'];

const options = {
	limit: { type: 'string', value: 'N', help: `how many results at most (default: ${usualResults})` },
} as const satisfies Options;

export const searchCommand = command({
	name: 'search',
	words: 'WORD...',
	arity: [1, 32],
	summary: 'find Macs, releases, builds and CVEs by name',
	options,
	details: `
Search for a name in any word order, a board ID, a model identifier, the number on the case, a release, a build or
a CVE. You can add a version to a Mac.
  search MacBook Air M2
  search A2337 14.7.2
  search Sonoma
  search 19H1217
  search CVE-2026-65400
`,
	run: search,
});

function search(call: Call<typeof options>): void {
	const { words, json, terminal, settings, print } = call;
	const query = words.join(' ').trim().replace(/\s+/g, ' ');
	if (query === '' || query.length > longestSearch)
		throw new Failure(
			'bad-arguments',
			`expected something to search for, at most ${longestSearch} characters`,
		);
	const limit = wholeNumberOf(call, 'limit', 1, mostResults) ?? usualResults;
	const answer = searchResults(loadCatalog(settings.dataFolder), query, {
		limit,
		today: dayTextAt(Date.now()),
	});
	if (json || !terminal) print(JSON.stringify(answer));
	else if (answer.total > 0) print(`${table(answer.results.map(rowOf))}\n${shown(answer)}`);
	if (answer.total > 0) return;
	const instead = answer.suggestions.length > 0 ? `; try: ${answer.suggestions.join(', ')}` : '';
	const why = answer.note === null ? '' : `: ${answer.note}`;
	throw new Failure('nothing-found', `no results for ${JSON.stringify(query)}${why}${instead}`);
}

/** What was found, what it is, since when, its name and its answer to the search. */
function rowOf(result: Results[number]): string[] {
	const { kind, verdict } = result;
	if (kind === 'build')
		return [result.build, 'build', result.released ?? '', result.name ?? '', verdict.text];
	if (kind === 'cve') {
		const check =
			result.board_id === null
				? ''
				: `; pointrelease cve ${result.cve_id} ${result.board_id} VERSION says whether a ${result.mac} has it`;
		return [result.cve_id, 'CVE', '', result.mac ?? '', verdict.text + check];
	}
	if (kind === 'view') return [result.path, 'page', '', result.name, verdict.text];
	if (kind === 'release')
		return [
			result.version,
			result.is_major ? 'major' : 'release',
			result.released,
			result.name,
			verdict.text,
		];
	const ids = result.board_id === null ? '(no number)' : result.board_ids.join(' ');
	const reason = result.board_id === null ? `. ${result.without_number.reason}` : '';
	return [ids, 'Mac', result.introduced ?? '', result.name, verdict.text + reason];
}

function shown({ count, total }: { count: number; total: number }): string {
	return count === total ? `${total} found` : `${count} of ${total} found: --limit shows more`;
}
