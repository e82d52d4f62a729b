import { useEffect, useRef, useState } from 'preact/hooks';
import { address, macAddress, navigate, withParameters } from '../address.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { CopyLine } from '../parts/copy-line.tsx';
import { count, inWords } from '../parts/dates.ts';
import { installedVersion } from '../parts/names.tsx';
import { ReleaseTable } from '../parts/release-table.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { policyInAddress, policyQuery } from '../policy/policy-address.ts';
import type { AdviceRecord, BoardRecord, BoardReleases, Outcome, ReleaseRecord } from '../service/records.ts';
import { sameAnswer } from '../service/service.ts';
import { useRead } from '../service/use-read.ts';
import { useTitle, visit } from '../service/visit.ts';
import { AdvicePanel } from './advice-panel.tsx';
import { MacFacts, MacFigures } from './mac-facts.tsx';
import { MissingFixes } from './missing-fixes.tsx';

/** Milliseconds without a key after which a version is asked about. */
const typingPause = 120;

interface MacViewProps {
	board: string;
	query: URLSearchParams;
}

/** One Mac: what it is, what it runs from first to last, and what to do when it is on some version. */
export function MacView({ board, query }: MacViewProps) {
	const id = encodeURIComponent(board);
	const { machine, policy } = askedFor(query);
	const about = useRead<BoardRecord>(`/boards/${id}${machine}`);
	const runs = useRead<BoardReleases>(`/boards/${id}/releases${machine}`);
	useOneAddress(board, machine, about.outcome, runs.outcome);
	const typed = query.get('on') ?? '';
	const [insisted, setInsisted] = useState('');
	// Until it can be a version, what was said before stays; Enter asks all the same.
	const asking = useRef('');
	if (!isBeginning(typed) || typed === insisted) asking.current = typed;
	const on = asking.current;
	const asked = on === '' ? null : `/advice/${id}:${encodeURIComponent(on)}${policy}`;
	// The first answer is not waited for: nobody is typing yet.
	const shown = useRef(false);
	const advice = useRead<AdviceRecord>(asked, shown.current ? typingPause : 0);
	const again = () => {
		about.again();
		runs.again();
	};
	const given = asked !== null && advice.outcome.state === 'ready' ? advice.outcome.value : null;
	const name = about.outcome.state === 'ready' ? about.outcome.value.name : board;
	useTitle(given ? `${name} on ${installedVersion(given)}` : name);
	const bad = [about, runs].find(({ outcome }) => outcome.state !== 'ready');
	if (about.outcome.state !== 'ready' || runs.outcome.state !== 'ready')
		return <Trouble outcome={bad!.outcome} again={again} subject={board} />;
	// What the address asks for is shown as a whole: an answer that came later would push away what is below it.
	if (asked !== null && !shown.current && advice.outcome.state === 'loading')
		return <Trouble outcome={advice.outcome} again={again} subject={board} />;
	shown.current = true;
	const [mac, releases] = [about.outcome.value, runs.outcome.value.releases];
	const pick = (version: string) => navigate(withParameters(query, { on: version }), { replace: true });
	return (
		<article class="mac">
			<MacFacts mac={mac} query={query} isStale={about.isStale} />
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
			{given && <MissingFixes advice={given} query={query} />}
			<section class="card">
				<h2>{`${count(mac.majors.length, 'major version')}, ${count(releases.length, 'release')}`}</h2>
				{visit.plain ? (
					<visit.plain.MacMajors mac={mac} />
				) : (
					<TimeChart
						label={`Releases of ${mac.name} by date, from ${releases[0]!.version} to ${mac.latest_version}.`}
						rows={rowsOf(mac, releases)}
						days={mac.introduced ? [mac.introduced] : []}
						here={given?.version ?? null}
						next={given?.next_version ?? null}
						pick={pick}
						hint={hintOf(mac, releases, given)}
					/>
				)}
			</section>
			<MacFigures mac={mac} releases={releases} />
			<ReleaseTable
				releases={releases.toReversed()}
				name={`releases-${mac.board_id}`}
				path={`/boards/${id}/releases${machine}`}
				isStale={runs.isStale}
			/>
			<CopyLine path={asked ?? `/boards/${id}${machine}`} />
		</article>
	);
}

/** A row for each major. While another machine is on its way, one of the two answers may be there before the other. */
function rowsOf({ majors }: BoardRecord, releases: readonly ReleaseRecord[]) {
	const ofMajor = Map.groupBy(releases, (release) => release.major);
	return majors
		.filter(({ major }) => ofMajor.has(major))
		.map(({ major, era }) => ({ label: major, era, major, releases: ofMajor.get(major)! }));
}

/** The machine and the policy in the address, as parameters for the service; empty if neither was chosen. */
function askedFor(query: URLSearchParams): { machine: string; policy: string } {
	const given = query.get('machine');
	const machine = given ? `?machine=${encodeURIComponent(given)}` : '';
	const policy = policyQuery(policyInAddress(query));
	return { machine, policy: policy === '' ? machine : `${machine === '' ? '?' : `${machine}&`}${policy}` };
}

/** One Mac has one address, whichever of its names it was asked by; what was answered is not asked for again. */
function useOneAddress(
	board: string,
	machine: string,
	about: Outcome<BoardRecord>,
	runs: Outcome<BoardReleases>,
): void {
	const own = about.state === 'ready' && runs.state === 'ready' ? about.value.board_ids[0]! : board;
	useEffect(() => {
		if (own === board) return;
		const pathOf = (name: string) => `/boards/${encodeURIComponent(name)}`;
		for (const rest of [machine, `/releases${machine}`]) sameAnswer(pathOf(board) + rest, pathOf(own) + rest);
		const search = address().split(/(?=\?)/)[1] ?? '';
		navigate(macAddress(own) + search, { replace: true });
	}, [own]);
}

/** Nobody stops after a dot or within a build, and up to 10 a version has two numbers: someone is still typing. */
function isBeginning(text: string): boolean {
	return /^(?:\d|10|[\d.]+\.|\d{1,2}[A-Z]\d{0,2})$/i.test(text);
}

function hintOf(
	{ introduced, machines, name }: BoardRecord,
	releases: readonly ReleaseRecord[],
	advice: AdviceRecord | null,
): string {
	// A Mac may be on a number that has no mark.
	const here = releases.some(({ version }) => version === advice?.version);
	const hints = [
		here && 'The large dot is the installed version.',
		advice?.next_version && 'The ring is the next release.',
	].filter(Boolean);
	if (hints.length > 0) return hints.join(' ');
	const machine = machines.find((one) => one.name === name);
	const day = introduced && inWords(introduced, machine?.introduced_precision ?? 'day');
	// There is one line: what a sign means comes before where the axis begins.
	const rest = releases.some(({ exploited_count: count }) => count)
		? ' A triangle marks a fix for an exploited vulnerability.'
		: day
			? ` The line begins when the Mac came out: ${day}.`
			: '';
	return `Each mark is a release. Choose the one that this Mac runs.${rest}`;
}
