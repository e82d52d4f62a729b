import { useEffect, useRef, useState } from 'preact/hooks';
import { address, macAddress, navigate, withParameters } from '../address.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { AsOf } from '../parts/as-of.tsx';
import { CopyLine } from '../parts/copy-line.tsx';
import { count, inWords, releasedInWords } from '../parts/dates.ts';
import { installedVersion } from '../parts/names.tsx';
import { ReleaseTable } from '../parts/release-table.tsx';
import { withSafari } from '../parts/safari-field.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { policyInAddress, policyQuery } from '../policy/policy-address.ts';
import type { AdviceRecord, BoardRecord, BoardReleases, Outcome, ReleaseRecord } from '../service/records.ts';
import { copyAnswer } from '../service/service.ts';
import { typingPause, useRead } from '../service/use-read.ts';
import { useTitle, useVisit } from '../service/visit.ts';
import { AdvicePanel } from './advice-panel.tsx';
import { FollowMac } from './follow-mac.tsx';
import { MacFacts } from './mac-facts.tsx';
import { MissingFixes } from './missing-fixes.tsx';
import { StillListed } from './still-listed.tsx';

interface MacViewProps {
	board: string;
	query: URLSearchParams;
}

/** One Mac: its facts, the releases that it runs, and what to do about the installed version. */
export function MacView({ board, query }: MacViewProps) {
	const { plain } = useVisit();
	const id = encodeURIComponent(board);
	const { about: ofFacts, runs: ofRuns, policy } = askedFor(query);
	const about = useRead<BoardRecord>(`/boards/${id}${ofFacts}`);
	const runs = useRead<BoardReleases>(`/boards/${id}/releases${ofRuns}`);
	useOneAddress(board, [ofFacts, `/releases${ofRuns}`], about.outcome, runs.outcome);
	const typed = query.get('on') ?? '';
	const [insisted, setInsisted] = useState('');
	// While someone types, keep the last advice until the text can be a version, or until Enter.
	const lastVersion = useRef('');
	if (!isBeginning(typed) || typed === insisted) lastVersion.current = typed;
	const on = lastVersion.current;
	const advicePath = on === '' ? null : withSafari(`/advice/${id}:${encodeURIComponent(on)}${policy}`, query);
	// The first request has no delay, because nobody is typing yet.
	const shown = useRef(false);
	const advice = useRead<AdviceRecord>(advicePath, shown.current ? typingPause : 0);
	const again = () => {
		about.again();
		runs.again();
	};
	const record = advicePath !== null && advice.outcome.state === 'ready' ? advice.outcome.value : null;
	const name = about.outcome.state === 'ready' ? about.outcome.value.name : board;
	useTitle(record ? `${name} on ${installedVersion(record)}` : name);
	const bad = [about, runs].find(({ outcome }) => outcome.state !== 'ready');
	if (about.outcome.state !== 'ready' || runs.outcome.state !== 'ready')
		return <Trouble outcome={bad!.outcome} again={again} subject={board} />;
	// Show the whole view at once: advice that comes later would push down everything below it.
	if (advicePath !== null && !shown.current && advice.outcome.state === 'loading')
		return <Trouble outcome={advice.outcome} again={again} subject={board} />;
	shown.current = true;
	const [mac, releases] = [about.outcome.value, runs.outcome.value.releases];
	const pick = (version: string) => navigate(withParameters(query, { on: version }), { replace: true });
	return (
		<article class="mac">
			<MacFacts mac={mac} query={query} isStale={about.isStale} />
			<AsOf query={query} path={macAddress(mac.board_ids[0]!)} />
			<AdvicePanel
				mac={mac}
				releases={releases}
				query={query}
				advice={on === '' ? null : advice}
				again={() => {
					setInsisted(typed);
					advice.again();
				}}
			/>
			{record && <MissingFixes advice={record} query={query} />}
			<section class="card">
				<h2>
					{`${count(mac.majors.length, 'major version')}, ${count(releases.length, 'release')}`}
					<span class="also">
						{' '}
						{releases[0]!.version} ({releasedInWords(releases, releases[0]!.version)}) to {mac.latest_version}
					</span>
				</h2>
				{plain ? (
					<plain.MacMajors mac={mac} />
				) : (
					<TimeChart
						label={`Releases of ${mac.name} by date, from ${releases[0]!.version} to ${mac.latest_version}.`}
						rows={rowsOf(mac, releases)}
						days={mac.introduced ? [mac.introduced] : []}
						installedVersion={record?.version ?? null}
						next={record?.next_version ?? null}
						pick={pick}
						hint={hintOf(mac, releases, record)}
					/>
				)}
			</section>
			<ReleaseTable
				releases={releases.toReversed()}
				name={`releases-${mac.board_id}`}
				path={`/boards/${id}/releases${ofFacts}`}
				isStale={runs.isStale}
			/>
			<StillListed mac={mac} />
			<FollowMac key={mac.board_id} mac={mac} />
			<CopyLine path={advicePath ?? `/boards/${id}${ofFacts}`} />
		</article>
	);
}

/** A row for each major version. While another machine loads, `mac` and `releases` may belong to different machines. */
function rowsOf({ majors }: BoardRecord, releases: readonly ReleaseRecord[]) {
	const ofMajor = Map.groupBy(releases, (release) => release.major);
	return majors
		.filter(({ major }) => ofMajor.has(major))
		.map(({ major, era, ended_on: endedOn }) => ({
			label: major,
			era,
			major,
			releases: ofMajor.get(major)!,
			endedOn,
		}));
}

/** The chosen machine, day and policy in the address, as queries of the three reads. */
function askedFor(query: URLSearchParams): { about: string; runs: string; policy: string } {
	const pick = (name: string): string[] => {
		const value = query.get(name);
		return value ? [`${name}=${encodeURIComponent(value)}`] : [];
	};
	const queryOf = (parts: readonly string[]) => (parts.length === 0 ? '' : `?${parts.join('&')}`);
	const facts = [...pick('machine'), ...pick('as_of')];
	// The policy has the day, too.
	const policy = policyQuery(policyInAddress(query));
	return {
		about: queryOf(facts),
		runs: queryOf([...facts, 'brief=true']),
		policy: queryOf([...pick('machine'), ...(policy === '' ? [] : [policy])]),
	};
}

/** Replaces an address with another name of the Mac by its canonical address, without requesting the answers again. */
function useOneAddress(
	board: string,
	paths: readonly string[],
	about: Outcome<BoardRecord>,
	runs: Outcome<BoardReleases>,
): void {
	const id = about.state === 'ready' && runs.state === 'ready' ? about.value.board_ids[0]! : board;
	useEffect(() => {
		if (id === board) return;
		const pathOf = (name: string) => `/boards/${encodeURIComponent(name)}`;
		for (const suffix of paths) copyAnswer(pathOf(board) + suffix, pathOf(id) + suffix);
		const search = address().split(/(?=\?)/)[1] ?? '';
		navigate(macAddress(id) + search, { replace: true });
	}, [id]);
}

/** Whether someone is still typing: text that ends with a dot, in the middle of a build, or with a number up to 10. */
function isBeginning(text: string): boolean {
	return /^(?:\d|10|[\d.]+\.|\d{1,2}[A-Z]\d{0,2})$/i.test(text);
}

function hintOf(
	{ introduced, machines, name }: BoardRecord,
	releases: readonly ReleaseRecord[],
	advice: AdviceRecord | null,
): string {
	// The chart has no mark for an unknown version.
	const hasInstalledMark = releases.some(({ version }) => version === advice?.version);
	const hints = [
		hasInstalledMark && 'The large dot is the installed version.',
		advice?.next_version && 'The ring is the next release.',
	].filter(Boolean);
	if (hints.length > 0) return hints.join(' ');
	const machine = machines.find((candidate) => candidate.name === name);
	const day = introduced && inWords(introduced, machine?.introduced_precision ?? 'day');
	const more = day ? ` The line begins when the Mac came out: ${day}.` : '';
	return `Each mark is a release. Choose the one that this Mac runs.${more}`;
}
