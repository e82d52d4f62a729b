import { macAddress, searchAddress } from '../address.ts';
import { MajorsChart } from '../chart/majors-chart.tsx';
import { kindOf, macsOf } from '../mac/macs.ts';
import { CopyLine } from '../parts/copy-line.tsx';
import { countMacs, yearOf } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { kindNames } from '../parts/names.ts';
import { searchPath } from '../parts/search.ts';
import { isShortcut } from '../parts/shortcuts.ts';
import { useTitle } from '../parts/title.ts';
import { Trouble } from '../parts/trouble.tsx';
import type { BoardSummary, MajorList, SearchRecord } from '../service/records.ts';
import { useRead } from '../service/use-read.ts';

/** Long enough that a quick typist asks once, short enough that nobody notices. */
const typingPause = 70;
const examples = ['M1 Air', 'Mac Pro', 'iMac G3', 'Quadra 700', 'J293', 'Macintosh Plus'];

export function SearchView({ query }: { query: string }) {
	useTitle(query);
	return query === '' ? <StartView /> : <ResultsView query={query} />;
}

function StartView() {
	const { outcome, again } = useRead<MajorList>('/releases');
	if (outcome.state !== 'ready' && outcome.state !== 'loading')
		return <Trouble outcome={outcome} again={again} subject="the releases" />;
	const majors = outcome.state === 'ready' ? outcome.value.majors : [];
	const releases = majors.reduce((sum, major) => sum + major.release_count, 0);
	return (
		<>
			<section class="start">
				<h1>What does this Mac run, and what comes next?</h1>
				<p class="lead">Type anything about a Mac: its name, its model identifier, its board ID.</p>
				<p class="chips">
					<span>For example</span>
					{examples.map((text) => (
						<Link key={text} class="chip" to={searchAddress(text)}>
							{text}
						</Link>
					))}
				</p>
			</section>
			<section class="card start-chart">
				<h2>{majors.length > 0 ? `${majors.length} majors, ${releases} releases` : 'Every major'}</h2>
				<MajorsChart majors={majors} />
			</section>
			{majors.length > 0 && <CopyLine path="/releases" />}
		</>
	);
}

function ResultsView({ query }: { query: string }) {
	const { outcome, again } = useRead<SearchRecord>(searchPath(query), typingPause);
	if (outcome.state === 'loading') return <p class="loading">Searching …</p>;
	if (outcome.state !== 'ready') return <Trouble outcome={outcome} again={again} subject={query} />;
	const { results, suggestions, total, query: asked } = outcome.value;
	const found =
		total > results.length
			? `The best ${results.length} of ${total} board IDs for “${asked}”`
			: `${countMacs(macsOf(results))} for “${asked}”`;
	return (
		<section class="results-view">
			<h1 class="small" aria-live="polite">
				{results.length === 0 ? `Nothing is called “${asked}”` : found}
			</h1>
			{results.length > 0 ? <Results of={results} /> : <Nothing asked={asked} suggestions={suggestions} />}
			<CopyLine path={searchPath(asked)} />
		</section>
	);
}

function Results({ of }: { of: readonly BoardSummary[] }) {
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
			{macsOf(of).map((mac) => (
				<li key={mac.board_id}>
					<Link to={macAddress(mac.board_id)}>
						<span class="name">{mac.name}</span>
						<span class="facts">
							{[...new Set([...mac.ids, ...mac.twin_board_ids])].map((id) => (
								<code key={id}>{id}</code>
							))}
							{mac.model_identifiers.length > 0 && <span>{mac.model_identifiers.join(', ')}</span>}
							<span>{kindNames[kindOf(mac)]}</span>
							<span>{yearOf(mac.introduced)}</span>
						</span>
						<span class="latest">{mac.latest_version}</span>
					</Link>
				</li>
			))}
		</ul>
	);
}

function Nothing({ asked, suggestions }: { asked: string; suggestions: readonly string[] }) {
	// Which Macs these numbers stand for is known up to PowerPC, and most people who ask have a later one.
	if (/^A\d{4}$/i.test(asked))
		return (
			<p class="lead">
				Numbers such as {asked.toUpperCase()} are known here up to PowerPC only. Try the name of the Mac, or
				its model identifier, such as Mac14,2.
			</p>
		);
	if (suggestions.length === 0)
		return <p class="lead">Try fewer words, fewer letters, or a model identifier such as Mac14,2.</p>;
	return (
		<p class="chips">
			<span>Did you mean</span>
			{suggestions.map((text) => (
				<Link key={text} class="chip" to={searchAddress(text)}>
					{text}
				</Link>
			))}
		</p>
	);
}
