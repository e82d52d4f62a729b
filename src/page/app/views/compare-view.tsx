import { useRef, useState } from 'preact/hooks';
import { compareAddress, navigate, viewNow } from '../address.ts';
import { CopyLine } from '../parts/copy-line.tsx';
import { Link } from '../parts/link.tsx';
import { MacField } from '../parts/mac-field.tsx';
import { installedVersion } from '../parts/names.tsx';
import { searchPath } from '../parts/search-result.ts';
import { Trouble } from '../parts/trouble.tsx';
import { type MacChoice, namedMacs, WhichMac } from '../parts/which-mac.tsx';
import { policyInAddress, policyQuery } from '../policy/policy-address.ts';
import { PolicyPicker } from '../policy/policy-picker.tsx';
import type { AdviceRecord, BoardRecord, Outcome, SearchRecord } from '../service/records.ts';
import { ask, inOneLine, whyNot } from '../service/service.ts';
import { useRead } from '../service/use-read.ts';
import { useTitle, useVisit } from '../service/visit.ts';
import { CompareTable } from './compare-table.tsx';
import type { Compared } from './comparison.ts';

const mostMacs = 4;

/** Two to four Macs side by side. The address has each as `mac=ID`, or `mac=ID:VERSION` with its version. */
export function CompareView({ query }: { query: URLSearchParams }) {
	const names = askedIn(query);
	const places = [0, 1, 2, 3] as const;
	const policy = policyQuery(policyInAddress(query));
	const reads = places.map((place) => useCompared(names[place] ?? null, policy));
	const bad = reads
		.slice(0, names.length)
		.findIndex(({ outcome }) => outcome.state !== 'ready' && outcome.state !== 'missing');
	const macs = reads.flatMap(({ outcome }) => (outcome.state === 'ready' ? [outcome.value] : []));
	useTitle(macs.length > 1 ? `Compare ${macs.map(({ mac }) => mac.name).join(' and ')}` : 'Compare Macs');
	const shown = names.filter((_, place) => reads[place]!.outcome.state === 'ready');
	const paths = macs.map(({ mac, advice }) =>
		advice ? advicePath(mac.board_id, installedVersion(advice), policy) : boardPath(mac.board_id),
	);
	return (
		<section class="compare">
			<header class="subject">
				<h1>Compare Macs</h1>
				<p class="lead">
					{names.length < 2
						? 'Add two to four Macs to see what each runs, when support ends and what differs.'
						: 'Differences come first.'}
				</p>
			</header>
			{names.length < mostMacs && <AddMac query={query} isFirst={names.length === 0} />}
			{names.length > 0 && <PolicyPicker query={query} />}
			{policy !== '' && macs.length > 0 && macs.every(({ advice }) => advice === null) && (
				<p class="note">
					Add a Mac with its version, such as “MacBook Air M1 14.7.2”, to see what the policy requires of it.
				</p>
			)}
			{reads.map(
				({ choices }, place) =>
					choices.length > 0 && (
						<section key={names[place]} class="card" aria-label={`Which ${names[place]}?`}>
							<WhichMac
								name={names[place]!}
								choices={choices}
								addressOf={(choice) =>
									compareAddress(
										names.map((mac, other) => (other === place ? inAddress(choice) : mac)),
										policy,
									)
								}
							/>
						</section>
					),
			)}
			{reads.map(
				({ outcome, choices }, place) =>
					outcome.state === 'missing' &&
					choices.length === 0 && (
						<p key={names[place]} class="wrong">
							{inOneLine(outcome)}{' '}
							<Link
								to={compareAddress(
									names.filter((_, other) => other !== place),
									policy,
								)}
							>
								Remove “{names[place]}” from the comparison
							</Link>
						</p>
					),
			)}
			{bad >= 0 ? (
				<Trouble outcome={reads[bad]!.outcome} again={reads[bad]!.again} subject={names[bad]!} />
			) : (
				macs.length > 0 && <CompareTable macs={macs} names={shown} policy={policy} />
			)}
			<CopyLine path={paths[0] ?? boardPath('J293AP')} more={paths.slice(1)} />
		</section>
	);
}

function askedIn(query: URLSearchParams): string[] {
	return query.getAll('mac').filter(Boolean).slice(0, mostMacs);
}

interface ComparedRead {
	readonly outcome: Outcome<Compared>;
	/** The Macs to choose from if the name means several. */
	readonly choices: readonly MacChoice[];
	again(): void;
}

/** Reads a Mac and, if a version is given, its advice. A name that is not an identifier is looked up with the search. */
function useCompared(text: string | null, policy: string): ComparedRead {
	const [name = '', version] = text?.split(':') ?? [];
	const about = useRead<BoardRecord>(text === null ? null : boardPath(name));
	const isName = about.outcome.state === 'missing';
	const search = useRead<SearchRecord>(isName ? searchPath(name.trim()) : null);
	const { mac: first, choices } =
		isName && search.outcome.state === 'ready' ? namedMacs(search.outcome.value) : { mac: null, choices: [] };
	const named = useRead<BoardRecord>(first ? boardPath(first.board_id) : null);
	const on = version ?? first?.version;
	const id = first?.board_id ?? name;
	const advice = useRead<AdviceRecord>(on && (first || !isName) ? advicePath(id, on, policy) : null);
	const reads = [about, search, named, advice];
	const again = () => {
		for (const read of reads) read.again();
	};
	// A stale answer belongs to the Mac that was in this column before.
	if (reads.some(({ isStale }) => isStale)) return { outcome: { state: 'loading' }, choices: [], again };
	const direct = isName && search.outcome.state !== 'ready' ? search.outcome : about.outcome;
	const mac = first ? named.outcome : direct;
	if (mac.state !== 'ready') return { outcome: mac, choices, again };
	if (on && advice.outcome.state !== 'ready') return { outcome: advice.outcome, choices, again };
	const record = on && advice.outcome.state === 'ready' ? advice.outcome.value : null;
	return { outcome: { state: 'ready', value: { mac: mac.value, advice: record } }, choices, again };
}

function boardPath(name: string): string {
	return `/boards/${encodeURIComponent(name)}`;
}

function advicePath(id: string, on: string, policy: string): string {
	return `/advice/${encodeURIComponent(id)}:${encodeURIComponent(on)}${policy && `?${policy}`}`;
}

function inAddress({ board_id: id, version }: MacChoice): string {
	return version === null ? id : `${id}:${version}`;
}

/** Adds a Mac by any of its names, with or without a version after it. */
function AddMac({ query, isFirst }: { query: URLSearchParams; isFirst: boolean }) {
	const { plain } = useVisit();
	const [text, setText] = useState('');
	const [wrong, setWrong] = useState('');
	/** The name being searched for. A second Enter does not add the Mac twice. */
	const searching = useRef('');
	const add = async (event: Event) => {
		event.preventDefault();
		const name = text.trim();
		if (name === '' || name === searching.current) return;
		searching.current = name;
		const outcome = await ask<SearchRecord>(searchPath(name));
		if (searching.current === name) searching.current = '';
		const { mac, choices } =
			outcome.state === 'ready' ? namedMacs(outcome.value) : { mac: null, choices: [] };
		// The person may have opened another view, removed a Mac or typed meanwhile: none of that is undone.
		const now = viewNow();
		if (now.name !== 'compare') return;
		if (mac === null && choices.length === 0)
			return setWrong(outcome.state === 'ready' ? `No Mac found for “${name}”.` : whyNot(outcome));
		setWrong('');
		setText((typed) => (typed.trim() === name ? '' : typed));
		const added = mac ? inAddress(mac) : name;
		const policy = policyQuery(policyInAddress(now.query));
		navigate(compareAddress([...askedIn(now.query), added], policy), { typing: true });
	};
	return (
		<form class="filters" onSubmit={add}>
			{plain?.keep(query)}
			<MacField id="add-mac" label={isFirst ? 'First Mac' : 'Add a Mac'} value={text} change={setText} />
			<button type="submit" class="primary">
				Add
			</button>
			<span class="wrong" role="status">
				{wrong}
			</span>
		</form>
	);
}
