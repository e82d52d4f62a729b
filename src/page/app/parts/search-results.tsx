import { macAddress, releaseAddress } from '../address.ts';
import { kindOf } from '../mac/macs.ts';
import type { SearchRecord } from '../service/records.ts';
import { yearOf } from './dates.ts';
import { Link } from './link.tsx';
import { kindNames } from './names.ts';
import { isShortcut } from './shortcuts.ts';

export type SearchResult = SearchRecord['results'][number];

/** Where a result leads; null for a Mac whose number nobody knows. */
export function addressOf(result: SearchResult): string | null {
	if (result.kind === 'mac') return result.board_id === null ? null : macAddress(result.board_id);
	return releaseAddress(result.major);
}

/** What was found, to be walked through with the arrow keys. */
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

function Content({ of: result }: { of: SearchResult }) {
	if (result.kind === 'build')
		return (
			<>
				<span class="name">{result.name ?? `Build of ${result.version}`}</span>
				<span class="facts">
					<code>{result.build}</code>
					<span>{result.build_kind}</span>
					<span>{yearOf(result.released)}</span>
				</span>
				<span class="latest">{result.version}</span>
			</>
		);
	if (result.kind === 'release')
		return (
			<>
				<span class="name">{result.name}</span>
				<span class="facts">
					<span>{result.is_major ? 'major version' : 'release'}</span>
					<span>{yearOf(result.released)}</span>
				</span>
				<span class="latest">{result.is_major ? result.latest_version : result.version}</span>
			</>
		);
	if (result.board_id === null)
		return (
			<>
				<span class="name">{result.name}</span>
				<span class="facts">
					<span>{result.without_number.ran}</span>
					<span>{result.without_number.reason}</span>
				</span>
				<span class="latest">{result.without_number.last_version}</span>
			</>
		);
	return (
		<>
			<span class="name">{result.name}</span>
			<span class="facts">
				{result.board_ids.map((id) => (
					<code key={id}>{id}</code>
				))}
				{result.model_identifiers.length > 0 && <span>{result.model_identifiers.join(', ')}</span>}
				<span>{kindNames[kindOf({ kind: result.board_kind, has_t2: result.has_t2 })]}</span>
				<span>{yearOf(result.introduced)}</span>
			</span>
			<span class="latest">{result.latest_version}</span>
		</>
	);
}

function keyOf(result: SearchResult): string {
	if (result.kind === 'build') return result.build;
	return result.kind === 'release' ? `${result.version} ${result.name}` : (result.board_id ?? result.name);
}
