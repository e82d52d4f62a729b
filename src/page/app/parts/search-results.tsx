import {
	cveAddress,
	macAddress,
	majorAddress,
	releaseAddress,
	runsAddress,
	searchAddress,
} from '../address.ts';
import type { SearchRecord } from '../service/records.ts';
import { yearOf } from './dates.ts';
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

function Content({ of: result }: { of: SearchResult }) {
	if (result.kind === 'build')
		return (
			<>
				<span class="name">{result.name ?? `Build of ${result.version}`}</span>
				<span class="facts">
					<code>{result.build}</code>
					<span>Build</span>
					<span>{result.build_kind}</span>
					<span>{yearOf(result.released)}</span>
				</span>
				<Version word="build of" of={result.version} />
			</>
		);
	if (result.kind === 'release')
		return (
			<>
				<span class="name">{result.name}</span>
				<span class="facts">
					<span>{result.is_major ? 'Major version' : 'Release'}</span>
					<span>{yearOf(result.released)}</span>
				</span>
				{result.is_major ? (
					<Version word="latest" of={result.latest_version} />
				) : (
					<Version word="release" of={result.version} />
				)}
			</>
		);
	if (result.kind === 'cve')
		return (
			<>
				<span class="name">
					{result.cve_id}
					{result.mac !== null && ` on ${result.mac}`}
				</span>
				<span class="facts">
					<span>CVE</span>
					{result.exploited && <span class="exploited">Exploited</span>}
				</span>
				{result.other_systems.length > 0 ? (
					<Version word="of" of={`${result.other_systems.join(', ')} only`} />
				) : (
					<Version word="fixed in" of={fixesIn(result).join(', ')} />
				)}
			</>
		);
	if (result.kind === 'view') return <span class="name">{result.name}</span>;
	if (result.board_id === null)
		return (
			<>
				<span class="name">{result.name}</span>
				<span class="facts">
					<span>Mac without a known number</span>
					<span>{result.without_number.ran}</span>
					<span>{result.without_number.reason}</span>
				</span>
				<Version word="latest" of={result.without_number.last_version} />
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
				<span>Mac</span>
				<span>{kindName(result)}</span>
				<span>{yearOf(result.introduced)}</span>
			</span>
			<MacVersion of={result} />
		</>
	);
}

/** The releases and responses that fix a CVE, also those before 11. */
function fixesIn(cve: Extract<SearchResult, { kind: 'cve' }>): string[] {
	return [...cve.fixed_in, ...cve.fixed_in_responses, ...cve.fixed_before_11];
}

type MacResult = Extract<SearchResult, { asked_major: string | null }>;

/** Whether the Mac runs the major version in the search, the version in the search, or the latest release. */
function MacVersion({ of: mac }: { of: MacResult }) {
	const { asked_major: asked, asked_major_latest: latest, latest_version: newest, version } = mac;
	if (asked === null) return <Version word="latest" of={newest} />;
	if (latest === null) return <Version word={`does not run ${asked}, latest is`} of={newest} answers />;
	return version === null ? (
		<Version word={`runs ${asked}, up to`} of={latest} answers />
	) : (
		<Version word="on" of={version} />
	);
}

/** A version at the end of a result, and the word for it. */
function Version({ word, of, answers = false }: { word: string; of: string; answers?: boolean }) {
	return (
		<span class={answers ? 'latest runs' : 'latest'}>
			<span class="word">{word}</span> {of}
		</span>
	);
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
