import { useRef, useState } from 'preact/hooks';
import { navigate, withParameters } from '../address.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { AdvicePanel } from '../mac/advice-panel.tsx';
import { MacFacts, MacFigures } from '../mac/mac-facts.tsx';
import { CopyLine } from '../parts/copy-line.tsx';
import { count, inWords } from '../parts/dates.ts';
import { ReleaseTable } from '../parts/release-table.tsx';
import { useTitle } from '../parts/title.ts';
import { Trouble } from '../parts/trouble.tsx';
import type { AdviceRecord, BoardRecord, BoardReleases, ReleaseRecord } from '../service/records.ts';
import { useRead } from '../service/use-read.ts';

interface MacViewProps {
	board: string;
	query: URLSearchParams;
}

/** One Mac: what it is, what it runs from first to last, and what to do when it is on some version. */
export function MacView({ board, query }: MacViewProps) {
	const id = encodeURIComponent(board);
	const about = useRead<BoardRecord>(`/boards/${id}`);
	const runs = useRead<BoardReleases>(`/boards/${id}/releases`);
	const typed = query.get('on') ?? '';
	const [insisted, setInsisted] = useState('');
	// Until it can be a version, what was said before stays; Enter asks all the same.
	const asking = useRef('');
	if (!isBeginning(typed) || typed === insisted) asking.current = typed;
	const on = asking.current;
	const policy = policyOf(query);
	const asked = on === '' ? null : `/advice/${id}:${encodeURIComponent(on)}${policy}`;
	const advice = useRead<AdviceRecord>(asked, 120);
	const again = () => {
		about.again();
		runs.again();
	};
	useTitle(about.outcome.state === 'ready' ? about.outcome.value.name : board);
	const bad = [about, runs].find(({ outcome }) => outcome.state !== 'ready');
	if (about.outcome.state !== 'ready' || runs.outcome.state !== 'ready')
		return <Trouble outcome={bad!.outcome} again={again} subject={board} />;
	const [mac, releases] = [about.outcome.value, runs.outcome.value.releases];
	const given = asked !== null && advice.outcome.state === 'ready' ? advice.outcome.value : null;
	const pick = (version: string) => navigate(withParameters(query, { on: version }), { replace: true });
	return (
		<article class="mac">
			<MacFacts mac={mac} />
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
			<section class="card">
				<h2>
					{mac.majors.length === 1 ? 'One major' : `${mac.majors.length} majors`},{' '}
					{count(releases.length, 'release')}
				</h2>
				<TimeChart
					label={`Releases of ${mac.name} by date, from ${releases[0]!.version} to ${mac.latest_version}.`}
					rows={mac.majors.map(({ major, era }) => ({
						label: major,
						era,
						major,
						releases: releases.filter((release) => release.major === major),
					}))}
					days={mac.introduced ? [mac.introduced] : []}
					here={given?.version ?? null}
					next={given?.next_version ?? null}
					pick={pick}
					hint={hintOf(mac, releases, given)}
				/>
			</section>
			<MacFigures mac={mac} releases={releases} />
			<ReleaseTable releases={releases.toReversed()} sources={runs.outcome.value.sources} />
			<CopyLine path={asked ?? `/boards/${id}`} />
		</article>
	);
}

/** What the addresses of this page call a policy, as the service reads it; nothing where nothing was chosen. */
function policyOf(query: URLSearchParams): string {
	const given = new URLSearchParams();
	for (const [own, name] of [
		['behind', 'behind'],
		['defer', 'defer_days'],
		['grace', 'grace_days'],
	] as const) {
		const value = query.get(own);
		if (value) given.set(name, value);
	}
	const text = given.toString();
	return text === '' ? '' : `?${text}`;
}

/** Nobody stops after a dot or within a build, and up to 10 a version has two numbers: someone is still typing. */
function isBeginning(text: string): boolean {
	return /^(?:\d|10|[\d.]+\.|\d{1,2}[A-Z]\d{0,2})$/i.test(text);
}

function hintOf(
	{ introduced, machines }: BoardRecord,
	releases: readonly ReleaseRecord[],
	advice: AdviceRecord | null,
): string {
	// A Mac may be on a number that has no mark.
	const here = releases.some(({ version }) => version === advice?.version);
	const hints = [
		here && 'The large dot is where this Mac is.',
		advice?.next_version && 'The ring is the next release.',
	].filter(Boolean);
	if (hints.length > 0) return hints.join(' ');
	const day = introduced && inWords(introduced, machines[0]?.introduced_precision ?? 'day');
	const beginning = day ? ` The axis begins with the Mac: ${day}.` : '';
	const holes = releases.some(({ exploited_count: count }) => count);
	const triangle = holes ? ' A triangle above it: it closes a hole that attackers use.' : '';
	return `Each mark is a release. Choose one to say that this Mac is on it.${triangle}${beginning}`;
}
