import {
	cveAddress,
	macAddress,
	majorAddress,
	releaseAddress,
	runsAddress,
	searchAddress,
} from '../address.ts';
import type { SearchRecord } from '../service/records.ts';
import { inWords, yearOf } from './dates.ts';
import { isShortcut, Link } from './link.tsx';
import { kindName } from './names.tsx';

export type SearchResult = SearchRecord['results'][number];

/** The address of a result; null for a Mac without a known number, which has no page. */
export function addressOf(result: SearchResult): string | null {
	if (result.kind === 'mac') {
		if (result.board_id === null) return null;
		const { board_id: board, machine, version, asked_major: major } = result;
		return version === null && major !== null
			? runsAddress(board, machine, major)
			: macAddress(board, machine, version);
	}
	if (result.kind === 'cve') return cveAddress(result.cve_id, result.board_id, result.version);
	if (result.kind === 'view') return result.path;
	if (result.kind === 'release' && result.is_major) return majorAddress(result.major);
	return releaseAddress(result.version);
}

/** The result that a search means: the only one, or the only one that the text is all of. Null for any other list. */
export function meantResult({ results, total }: SearchRecord): SearchResult | null {
	const exact = results.filter((result) => result.exact);
	return (total === 1 ? results[0] : exact.length === 1 ? exact[0] : null) ?? null;
}

/** The address of a suggestion. For a release that does not exist, the suggestions are the releases beside it. */
export function suggestionAddress(text: string): string {
	return isRelease(text) ? releaseAddress(text) : searchAddress(text);
}

function isRelease(text: string): boolean {
	return /^\d+(?:\.\d+)+$/.test(text);
}

/** The results of a search. The arrow keys go from one to the next. */
export function SearchResults({ of }: { of: readonly SearchResult[] }) {
	const step = (event: KeyboardEvent) => {
		const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (!move || isShortcut(event)) return;
		event.preventDefault();
		const links = [...document.querySelectorAll<HTMLAnchorElement>('.results a')];
		const next = links.indexOf(document.activeElement as HTMLAnchorElement) + move;
		(next < 0 ? document.getElementById('search') : links[next])?.focus();
	};
	return (
		<ul class="results" onKeyDown={step}>
			{of.map((result) => {
				const to = addressOf(result);
				return (
					<li key={keyOf(result)}>
						{to === null ? <Content of={result} /> : <Link to={to}>{<Content of={result} />}</Link>}
					</li>
				);
			})}
		</ul>
	);
}

/** What was found, the facts to tell it from others, and the answer that it gives to the search. */
export function Content({ of: result }: { of: SearchResult }) {
	return (
		<>
			<span class="name">{nameOf(result)}</span>
			<span class="facts">{factsOf(result)}</span>
			<span class={`answer ${answerClass(result)}`}>{result.verdict.text}</span>
		</>
	);
}

function nameOf(result: SearchResult): string {
	if (result.kind === 'build') return result.name ?? `Build of ${result.version}`;
	if (result.kind === 'cve') return `${result.cve_id}${result.mac === null ? '' : ` on ${result.mac}`}`;
	return result.name;
}

function factsOf(result: SearchResult) {
	if (result.kind === 'build')
		return (
			<>
				<code>{result.build}</code>
				<span>Build</span>
				<span>{result.build_kind}</span>
				<span>{yearOf(result.released)}</span>
			</>
		);
	if (result.kind === 'release')
		return (
			<>
				<span>{result.is_major ? 'Major version' : 'Release'}</span>
				<span>{inWords(result.released)}</span>
			</>
		);
	if (result.kind === 'cve')
		return (
			<>
				<span>CVE</span>
				{result.exploited && <span class="exploited">Exploited</span>}
			</>
		);
	if (result.kind === 'view') return <span>List</span>;
	if (result.board_id === null)
		return (
			<>
				<span>Mac without a known number</span>
				<span>{result.without_number.ran}</span>
				<span>{result.without_number.reason}</span>
			</>
		);
	return (
		<>
			{result.board_ids.map((id) => (
				<code key={id}>{id}</code>
			))}
			{result.model_identifiers.length > 0 && <span>{result.model_identifiers.join(', ')}</span>}
			<span>{kindName(result)}</span>
			<span>{yearOf(result.introduced)}</span>
		</>
	);
}

function answerClass({ verdict: { runs } }: SearchResult): string {
	return runs === null ? '' : runs ? 'yes' : 'no';
}

function keyOf(result: SearchResult): string {
	if (result.kind === 'build') return result.build;
	if (result.kind === 'cve') return `${result.cve_id} ${result.board_id}`;
	if (result.kind === 'view') return result.path;
	return result.kind === 'release' ? `${result.version} ${result.name}` : (result.board_id ?? result.name);
}

/** How many results are loaded at once. */
const pageLength = 50;

/** Example searches for the placeholder: a Mac with its version, and a CVE. */
export const searchExamples = 'M1 Air 14.7.2, CVE-2026-65400 …';

/** The API path of a search. */
export function searchPath(query: string, offset = 0): string {
	const from = offset === 0 ? '' : `&offset=${offset}`;
	return `/search?q=${encodeURIComponent(query)}&limit=${pageLength}${from}`;
}
