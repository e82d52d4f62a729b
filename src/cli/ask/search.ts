import { searchTerms } from '@pointrelease/core/src/api/parameters.ts';
import { searchResults } from '@pointrelease/core/src/api/reads/search.ts';
import type { Shapes } from '@pointrelease/core/src/api/shapes/shapes.ts';
import { loadCatalog } from '../../data/load.ts';
import { Failure } from '../../process/failure.ts';
import { type Call, command, type Options } from '../command.ts';
import { wholeNumberOf } from '../options.ts';
import { table } from '../terminal-text.ts';

const mostResults = 1000;
const usualResults = searchTerms.limit.schema.default;
const longestSearch = searchTerms.q.schema.maxLength;

type Results = Shapes['SearchResults']['results'];
type RunningResult = Extract<Results[number], { asked_major: string | null }>;

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
	const answer = searchResults(loadCatalog(settings.dataFolder), query, limit, 0);
	if (json || !terminal) print(JSON.stringify(answer));
	else if (answer.total > 0) print(`${table(answer.results.map(rowOf))}\n${shown(answer)}`);
	if (answer.total > 0) return;
	const instead = answer.suggestions.length > 0 ? `; try: ${answer.suggestions.join(', ')}` : '';
	throw new Failure('nothing-found', `no results for ${JSON.stringify(query)}${instead}`);
}

function rowOf(result: Results[number]): string[] {
	if (result.kind === 'build')
		return [result.build, `build of ${result.version}`, result.released ?? '', result.name ?? ''];
	if (result.kind === 'cve') {
		const fixes = [...result.fixed_in, ...result.fixed_in_responses, ...result.fixed_before_11];
		if (fixes.length === 0) return [result.cve_id, 'CVE', '', `of ${result.other_systems.join(', ')} only`];
		const mac =
			result.mac === null
				? ''
				: `; pointrelease cve ${result.cve_id} ${result.board_id} VERSION says whether a ${result.mac} has it`;
		return [result.cve_id, 'CVE', '', `fixed in ${fixes.join(', ')}${mac}`];
	}
	if (result.kind === 'view') return [result.path, 'page', '', result.name];
	if (result.kind === 'release')
		return [result.version, result.is_major ? 'major' : 'release', result.released, result.name];
	if (result.board_id === null) {
		const { ran, reason } = result.without_number;
		return ['(no number)', 'Mac', result.introduced ?? '', `${result.name}: ${ran} ${reason}`];
	}
	return [result.board_ids.join(' '), 'Mac', result.introduced ?? '', result.name + runsWords(result)];
}

/** Whether the Mac runs the major version in the search; empty if it names none. */
function runsWords({ asked_major: major, asked_major_latest: latest }: RunningResult): string {
	if (major === null) return '';
	return latest === null ? `: does not run ${major}` : `: runs ${major}, up to ${latest}`;
}

function shown({ count, total }: { count: number; total: number }): string {
	return count === total ? `${total} found` : `${count} of ${total} found: --limit shows more`;
}
