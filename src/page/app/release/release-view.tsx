import { useEffect, useRef } from 'preact/hooks';
import { cveAddress, isMajor, majorAddress, releaseAddress } from '../address.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { MacGroups } from '../mac/mac-groups.tsx';
import { macsOf } from '../mac/macs.ts';
import { AsOf, dayQuery } from '../parts/as-of.tsx';
import { CopyLine } from '../parts/copy-line.tsx';
import { count, datesInWords, inWords, releasedInWords } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { LifecycleBadge, majorName } from '../parts/names.tsx';
import { ReleaseTable } from '../parts/release-table.tsx';
import { Trouble } from '../parts/trouble.tsx';
import type { BoardList, MajorList, MajorReleases, ReleaseRecord } from '../service/records.ts';
import { useRead } from '../service/use-read.ts';
import { useTitle, useVisit } from '../service/visit.ts';
import { MajorTable } from './major-table.tsx';
import { MajorsChart } from './majors-chart.tsx';
import { OneReleaseView } from './one-release-view.tsx';

/** One release, one major version with its releases and Macs, or a choice of all major versions. */
export function ReleaseView({ version, query }: { version: string | null; query: URLSearchParams }) {
	if (version !== null && !isMajor(version)) return <OneReleaseView key={version} version={version} />;
	return <MajorsView major={version} query={query} />;
}

function MajorsView({ major, query }: { major: string | null; query: URLSearchParams }) {
	const { outcome, again } = useRead<MajorList>(`/releases${dayQuery(query)}`);
	if (outcome.state !== 'ready') return <Trouble outcome={outcome} again={again} subject="the releases" />;
	const { majors } = outcome.value;
	return major === null ? (
		<AllMajors majors={majors} query={query} />
	) : (
		<MajorView key={major} major={major} majors={majors} query={query} />
	);
}

/** All major versions to choose from. */
function AllMajors({ majors, query }: { majors: MajorList['majors']; query: URLSearchParams }) {
	const { plain } = useVisit();
	useTitle('Releases');
	return (
		<section>
			<header class="subject">
				<p class="eyebrow">Releases</p>
				<h1>Choose a major version</h1>
				<AsOf query={query} path="/release" />
			</header>
			{!plain && (
				<section class="card start-chart">
					<h2>{majors.length} major versions by date</h2>
					<MajorsChart majors={majors} />
				</section>
			)}
			<MajorTable majors={majors} />
			<CopyLine path={`/releases${dayQuery(query)}`} />
		</section>
	);
}

interface MajorViewProps {
	major: string;
	majors: MajorList['majors'];
	query: URLSearchParams;
}

function MajorView({ major, majors, query }: MajorViewProps) {
	const { plain } = useVisit();
	const then = dayQuery(query);
	const path = `/releases/${encodeURIComponent(major)}${then}`;
	const ofMajor = useRead<MajorReleases>(path);
	const boards = useRead<BoardList>(`/boards${then}`);
	const again = () => {
		ofMajor.again();
		boards.again();
	};
	useTitle(ofMajor.outcome.state === 'ready' ? majorName(ofMajor.outcome.value) : major);
	const bad = [ofMajor, boards].find(({ outcome }) => outcome.state !== 'ready');
	if (ofMajor.outcome.state !== 'ready' || boards.outcome.state !== 'ready')
		return <Trouble outcome={bad!.outcome} again={again} subject={`release ${major}`} release />;
	const record = ofMajor.outcome.value;
	const { era, releases } = record;
	const since = releasedInWords(releases, record.first_version);
	const latest = releasedInWords(releases, record.latest_version);
	const macs = macsOf(boards.outcome.value.boards.filter((board) => board.majors.includes(record.major)));
	const at = majors.findIndex((candidate) => candidate.major === record.major);
	const [before, after] = [majors[at - 1], majors[at + 1]];
	return (
		<article>
			<header class={`subject era-${era}`}>
				<p class="eyebrow">{since === latest ? since : `${since} to ${latest}`}</p>
				<h1>{majorName(record)}</h1>
				<nav class="neighbours" aria-label="Nearby major versions">
					{before && <Link to={majorAddress(before.major)}>← {before.major}</Link>}
					<Link to="/release">All major versions</Link>
					{after && <Link to={majorAddress(after.major)}>{after.major} →</Link>}
				</nav>
				<p>
					<LifecycleBadge of={record} />{' '}
					{record.ended_on && record.basis && `Support ended when ${datesInWords(record.basis)}.`}
					{record.estimated_end &&
						`Support is expected to end about ${inWords(record.estimated_end, 'month')}.`}
				</p>
				<AsOf query={query} path={majorAddress(record.major)} />
				<dl class="figures">
					<div>
						<dt>Latest</dt>
						<dd>
							<strong>{record.latest_version}</strong>
							<span>{latest}</span>
						</dd>
					</div>
					<div>
						<dt>Releases</dt>
						<dd>
							<strong>{record.release_count}</strong>
							<span>since {since}</span>
						</dd>
					</div>
					<div>
						<dt>Runs on</dt>
						<dd>
							<strong>{count(macs.length, 'Mac')}</strong>
							<span>{count(macs.flatMap(({ ids }) => ids).length, 'board ID')}</span>
						</dd>
					</div>
				</dl>
			</header>
			{!plain && (
				<section class="card">
					<h2>{count(releases.length, 'release')} by date</h2>
					<TimeChart
						label={`Releases of ${record.system_name} by date.`}
						rows={lines(releases, record.major).map(([label, ofLine]) => ({
							label,
							era,
							major: null,
							releases: ofLine,
							endedOn: record.ended_on,
						}))}
						hint="Each mark is a release."
					/>
				</section>
			)}
			<ExploitedPart record={record} open={query.get('show') === 'exploited'} />
			<ReleaseTable releases={releases.toReversed()} name={`releases-${record.major}`} path={path} open />
			<MacGroups macs={macs} title="Runs on" />
			<CopyLine path={path} />
		</article>
	);
}

/** The releases grouped by minor version: 14.6 and 14.6.1 are one group. */
function lines(releases: readonly ReleaseRecord[], major: string): [string, ReleaseRecord[]][] {
	const length = major.split('.').length + 1;
	const lineOf = ({ version }: ReleaseRecord) => version.split('.').slice(0, length).join('.');
	return [...Map.groupBy(releases, lineOf)];
}

/** The exploited vulnerabilities that a major version fixed, with links to the CVE and to the release. */
function ExploitedPart({ record, open }: { record: MajorReleases; open: boolean }) {
	const part = useRef<HTMLDetailsElement>(null);
	useEffect(() => {
		if (open) part.current?.scrollIntoView({ block: 'nearest' });
	}, [open]);
	const { exploited_cves: cves } = record;
	if (cves.length === 0) return null;
	return (
		<details ref={part} class="card table" open={open}>
			<summary>
				<h2>{count(cves.length, 'exploited vulnerability', 'exploited vulnerabilities')} fixed</h2>
			</summary>
			<ul class="cves wide">
				{cves.map((cve) => (
					<li key={cve.cve_id}>
						<Link to={cveAddress(cve.cve_id)}>{cve.cve_id}</Link> fixed in{' '}
						<Link to={releaseAddress(cve.fixed_in)}>{cve.fixed_in}</Link>{' '}
						<span class="note">{inWords(cve.fixed_on)}</span>
					</li>
				))}
			</ul>
		</details>
	);
}
