import { useRef, useState } from 'preact/hooks';
import { compareAddress, macAddress, navigate, releaseAddress, viewNow } from '../address.ts';
import { CopyLine } from '../parts/copy-line.tsx';
import { Link } from '../parts/link.tsx';
import { MacField } from '../parts/mac-field.tsx';
import { installedVersion } from '../parts/names.tsx';
import { searchPath } from '../parts/search-results.tsx';
import { SaveButtons } from '../parts/table-parts.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { policyInAddress, policyQuery } from '../policy/policy-address.ts';
import { PolicyPicker } from '../policy/policy-picker.tsx';
import type { AdviceRecord, BoardRecord, Outcome, SearchRecord } from '../service/records.ts';
import { ask, inOneLine, whyNot } from '../service/service.ts';
import { useRead } from '../service/use-read.ts';
import { useTitle, visit } from '../service/visit.ts';
import { type Compared, type ComparedRow, comparisonOf } from './comparison.ts';

const mostMacs = 4;

/** Two to four Macs side by side. The address has each as `mac=ID` or, on a version, `mac=ID:VERSION`. */
export function CompareView({ query }: { query: URLSearchParams }) {
	const asked = askedIn(query);
	const places = [0, 1, 2, 3] as const;
	const policy = policyQuery(policyInAddress(query));
	const reads = places.map((place) => useCompared(asked[place] ?? null, policy));
	const bad = reads
		.slice(0, asked.length)
		.findIndex(({ outcome }) => outcome.state !== 'ready' && outcome.state !== 'missing');
	const macs = reads.flatMap(({ outcome }) => (outcome.state === 'ready' ? [outcome.value] : []));
	useTitle(macs.length > 1 ? `Compare ${macs.map(({ mac }) => mac.name).join(' and ')}` : 'Compare Macs');
	const found = asked.filter((_, place) => reads[place]!.outcome.state === 'ready');
	return (
		<section class="compare">
			<header class="subject">
				<h1>Compare Macs</h1>
				<p class="lead">
					{asked.length === 0
						? 'Add two to four Macs to see what each runs, when support ends and what differs.'
						: 'Differences come first.'}
				</p>
			</header>
			{asked.length < mostMacs && <AddMac query={query} isFirst={asked.length === 0} />}
			{asked.length > 0 && <PolicyPicker query={query} />}
			{policy !== '' && macs.length > 0 && macs.every(({ advice }) => advice === null) && (
				<p class="note">
					Add a Mac with its version, such as “MacBook Air M1 14.7.2”, to see what the policy requires of it.
				</p>
			)}
			{reads.map(
				({ outcome }, place) =>
					outcome.state === 'missing' && (
						<p key={asked[place]} class="wrong">
							{inOneLine(outcome)}{' '}
							<Link
								to={compareAddress(
									asked.filter((_, other) => other !== place),
									policy,
								)}
							>
								Remove “{asked[place]}” from the comparison
							</Link>
						</p>
					),
			)}
			{bad >= 0 ? (
				<Trouble outcome={reads[bad]!.outcome} again={reads[bad]!.again} subject={asked[bad]!} />
			) : (
				macs.length > 0 && <Table macs={macs} asked={found} policy={policy} />
			)}
			<CopyLine path={boardPath(macs[0]?.mac.board_id ?? asked[0]?.split(':')[0] ?? 'J293AP')} />
		</section>
	);
}

function askedIn(query: URLSearchParams): string[] {
	return query.getAll('mac').filter(Boolean).slice(0, mostMacs);
}

/**
 * A Mac and, where its version was given, its advice. A name of none or of several is the first one that the search finds, as
 * on the public page, which writes into the address what was typed.
 */
function useCompared(asked: string | null, policy: string): { outcome: Outcome<Compared>; again(): void } {
	const [said = '', version] = asked?.split(':') ?? [];
	const about = useRead<BoardRecord>(asked === null ? null : boardPath(said));
	const isName = about.outcome.state === 'missing';
	const search = useRead<SearchRecord>(isName ? searchPath(said.trim()) : null);
	const first = isName && search.outcome.state === 'ready' ? firstMac(search.outcome.value) : null;
	const named = useRead<BoardRecord>(first ? boardPath(first.board_id) : null);
	const on = version ?? first?.version;
	const id = first?.board_id ?? said;
	const advice = useRead<AdviceRecord>(
		on && (first || !isName)
			? `/advice/${encodeURIComponent(id)}:${encodeURIComponent(on)}${policy && `?${policy}`}`
			: null,
	);
	const reads = [about, search, named, advice];
	const again = () => {
		for (const read of reads) read.again();
	};
	// The Mac that was in this place before is not the one of this column.
	if (reads.some(({ isStale }) => isStale)) return { outcome: { state: 'loading' }, again };
	const searching = isName && search.outcome.state !== 'ready' ? search.outcome : about.outcome;
	const mac = first ? named.outcome : searching;
	if (mac.state !== 'ready') return { outcome: mac, again };
	if (on && advice.outcome.state !== 'ready') return { outcome: advice.outcome, again };
	const given = on && advice.outcome.state === 'ready' ? advice.outcome.value : null;
	return { outcome: { state: 'ready', value: { mac: mac.value, advice: given } }, again };
}

function boardPath(name: string): string {
	return `/boards/${encodeURIComponent(name)}`;
}

/** The Mac that a search found first, and the version that was said with it; null where it found none with a number. */
function firstMac({ results }: SearchRecord): { board_id: string; version: string | null } | null {
	const found = results.find(({ kind }) => kind === 'mac');
	return found && 'board_ids' in found && found.board_id !== null
		? { board_id: found.board_id, version: found.version }
		: null;
}

/** One more Mac, by any of its names, with or without a version behind it. */
function AddMac({ query, isFirst }: { query: URLSearchParams; isFirst: boolean }) {
	const [text, setText] = useState('');
	const [wrong, setWrong] = useState('');
	/** Who presses Enter twice wants it once. */
	const looking = useRef('');
	const add = async (event: Event) => {
		event.preventDefault();
		const name = text.trim();
		if (name === '' || name === looking.current) return;
		looking.current = name;
		const outcome = await ask<SearchRecord>(searchPath(name));
		if (looking.current === name) looking.current = '';
		const found = outcome.state === 'ready' ? firstMac(outcome.value) : null;
		// A person who opened another view meanwhile stays there; a Mac that was removed, or text that was typed, stays
		// as it is.
		const now = viewNow();
		if (now.name !== 'compare') return;
		if (!found) return setWrong(outcome.state === 'ready' ? `No Mac found for “${name}”.` : whyNot(outcome));
		setWrong('');
		setText((typed) => (typed.trim() === name ? '' : typed));
		const one = found.version === null ? found.board_id : `${found.board_id}:${found.version}`;
		const policy = policyQuery(policyInAddress(now.query));
		navigate(compareAddress([...askedIn(now.query), one], policy), { typing: true });
	};
	return (
		<form class="filters" onSubmit={add}>
			{visit.plain?.keep(query)}
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

interface TableProps {
	macs: readonly Compared[];
	asked: readonly string[];
	/** As parameters of an address. */
	policy: string;
}

function Table({ macs, asked, policy }: TableProps) {
	const rows = comparisonOf(macs);
	const without = (place: number) =>
		compareAddress(
			asked.filter((_, other) => other !== place),
			policy,
		);
	const ownAddress = ({ mac, advice }: Compared) =>
		macAddress(mac.board_ids[0]!, null, advice && installedVersion(advice), policy);
	return (
		<section class="card">
			<div class="scroll compare-scroll" tabIndex={0} role="group" aria-label="Comparison">
				<table class="compare-table">
					<caption class="hidden">What the Macs have in common and what differs, differences first</caption>
					<thead>
						<tr>
							<td />
							{macs.map((compared, place) => (
								<th key={asked[place]} scope="col">
									<Link to={ownAddress(compared)}>{compared.mac.name}</Link>
									<Link class="remove" to={without(place)}>
										Remove<span class="hidden"> {compared.mac.name}</span>
									</Link>
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{rows.map(({ term, values, leadsTo, differs }) => (
							<tr key={term} class={differs && macs.length > 1 ? 'differs' : ''}>
								<th scope="row">{term}</th>
								{values.map((value, place) => (
									<td key={asked[place]}>
										<Value leadsTo={leadsTo} mac={macs[place]!} own={ownAddress(macs[place]!)} text={value} />
									</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</div>
			<SaveButtons
				name="compare"
				json={macs}
				rows={() => [
					['', ...macs.map(({ mac }) => mac.name)],
					...rows.map(({ term, values }) => [term, ...values]),
				]}
			/>
		</section>
	);
}

interface ValueProps {
	mac: Compared;
	/** The address of the Mac on its version. */
	own: string;
	leadsTo: ComparedRow['leadsTo'];
	text: string;
}

/** A count opens what is counted, a release its page. */
function Value({ mac: { advice }, own, leadsTo, text }: ValueProps) {
	if (leadsTo === 'release' && text !== '–') return <Link to={releaseAddress(text)}>{text}</Link>;
	if (leadsTo === 'fixes' && advice?.missing_count) return <Link to={`${own}&show=fixes`}>{text}</Link>;
	return <>{text}</>;
}
