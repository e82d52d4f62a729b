import { inWords, yearOf } from './dates.ts';
import { isShortcut, Link } from './link.tsx';
import { kindName } from './names.tsx';
import { addressOf, keyOf, type SearchResult } from './search-result.ts';

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
