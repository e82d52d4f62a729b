import { capitalized } from '@pointrelease/core/src/advice/verdict-words.ts';
import { useState } from 'preact/hooks';
import { CopyLine } from '../parts/copy-line.tsx';
import { count, countMacs } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { type SearchResult, searchPath, suggestionAddress } from '../parts/search-result.ts';
import { SearchResults } from '../parts/search-results.tsx';
import { Trouble } from '../parts/trouble.tsx';
import type { SearchRecord } from '../service/records.ts';
import { useRead } from '../service/use-read.ts';
import { useTitle, useVisit } from '../service/visit.ts';
import { StartView } from '../start/start-view.tsx';

export function SearchView({ query, parameters }: { query: string; parameters: URLSearchParams }) {
	return query === '' ? <StartView query={parameters} /> : <ResultsView query={query} />;
}

function ResultsView({ query }: { query: string }) {
	useTitle(query);
	const { outcome, again } = useRead<SearchRecord>(searchPath(query));
	if (outcome.state === 'loading') return <p class="loading">Searching …</p>;
	if (outcome.state !== 'ready') return <Trouble outcome={outcome} again={again} subject={query} />;
	const { results, suggestions, note, total, query: searchedText } = outcome.value;
	return (
		<section class="results-view">
			<h1 class="small" aria-live="polite">
				{results.length === 0
					? `No results for “${searchedText}”`
					: `${countFound(results, total)} for “${searchedText}”`}
			</h1>
			{note && <p class="lead">{asSentence(note)}</p>}
			{results.length > 0 ? (
				<SearchResults of={results} />
			) : (
				(suggestions.length > 0 || !note) && <Nothing suggestions={suggestions} />
			)}
			{total > results.length && (
				<More key={searchedText} query={searchedText} from={results.length} total={total} />
			)}
			<CopyLine path={searchPath(searchedText)} />
		</section>
	);
}

function asSentence(note: string): string {
	return `${capitalized(note)}.`;
}

/** `3 Macs` if all results are Macs, else `3 results`. */
function countFound(results: readonly SearchResult[], total: number): string {
	const macs = results.filter((result) => result.kind === 'mac');
	return macs.length === total
		? countMacs(macs.map(({ board_ids, name }) => ({ ids: board_ids.length > 0 ? board_ids : [name] })))
		: count(total, 'result');
}

/** Loads the next page of results on request, and after it the one after that. */
function More({ query, from, total }: { query: string; from: number; total: number }) {
	const { plain } = useVisit();
	const [isOpen, setOpen] = useState(false);
	const { outcome, again } = useRead<SearchRecord>(isOpen ? searchPath(query, from) : null);
	if (!isOpen) {
		return (
			<>
				{!plain && (
					<button class="more" type="button" onClick={() => setOpen(true)}>
						Show more, {count(total - from, 'result')} left
					</button>
				)}
				<p class={plain ? '' : 'on-paper'}>
					The first {from} of {count(total, 'result')}.
				</p>
			</>
		);
	}
	if (outcome.state === 'loading') return <p class="loading">Searching …</p>;
	if (outcome.state !== 'ready') return <Trouble outcome={outcome} again={again} subject={query} />;
	const next = from + outcome.value.results.length;
	return (
		<>
			<SearchResults of={outcome.value.results} />
			{total > next && <More query={query} from={next} total={total} />}
		</>
	);
}

function Nothing({ suggestions }: { suggestions: readonly string[] }) {
	if (suggestions.length === 0)
		return <p class="lead">Try fewer words, or a model identifier such as Mac14,2.</p>;
	return (
		<p class="chips">
			<span>Did you mean</span>
			{suggestions.map((text) => (
				<Link key={text} class="chip" to={suggestionAddress(text)}>
					{text}
				</Link>
			))}
		</p>
	);
}
