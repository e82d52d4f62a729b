import { cveAddress, majorAddress, releaseAddress } from '../address.ts';
import { MacGroups } from '../mac/mac-groups.tsx';
import { macsOf } from '../mac/macs.ts';
import { CopyButton, CopyLine } from '../parts/copy-line.tsx';
import { count, inWords, pullInWords } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { Trouble } from '../parts/trouble.tsx';
import type {
	MajorReleases,
	ReleaseBoards,
	ReleaseCves,
	ReleaseRecord,
	SourceRecord,
} from '../service/records.ts';
import { useRead } from '../service/use-read.ts';
import { useTitle, useVisit } from '../service/visit.ts';
import { FixesPart } from './fixes-part.tsx';
import { Installers } from './installers.tsx';

/** One release: its day, builds, fixes, Macs and sources, and the releases before and after it. */
export function OneReleaseView({ version }: { version: string }) {
	const { plain } = useVisit();
	const path = `/releases/${encodeURIComponent(version)}`;
	const boards = useRead<ReleaseBoards>(`${path}/boards`);
	const cves = useRead<ReleaseCves>(`${path}/cves`);
	const major = useRead<MajorReleases>(
		boards.outcome.state === 'ready' ? `/releases/${boards.outcome.value.major}` : null,
	);
	const exact = boards.outcome.state === 'ready' ? boards.outcome.value.version : version;
	useTitle(major.outcome.state === 'ready' ? nameOf(major.outcome.value, exact) : version);
	const all = [boards, cves, major];
	const again = () => {
		for (const read of all) read.again();
	};
	if (boards.outcome.state !== 'ready' || cves.outcome.state !== 'ready' || major.outcome.state !== 'ready')
		return (
			<Trouble
				outcome={all.find(({ outcome }) => outcome.state !== 'ready')!.outcome}
				again={again}
				subject={`release ${version}`}
				release
			/>
		);
	const { major: name, era, releases, sources } = major.outcome.value;
	const at = releases.findIndex((candidate) => candidate.version === exact);
	const release = releases[at]!;
	const macs = macsOf(boards.outcome.value.boards);
	return (
		<article>
			<header class={`subject era-${era}`}>
				<p class="eyebrow">
					Released {inWords(release.released, release.precision)}
					{release.version === major.outcome.value.latest_version && ` · latest of ${name}`}
				</p>
				<h1>{nameOf(major.outcome.value, exact)}</h1>
				<nav class="neighbours" aria-label="Releases before and after">
					{releases[at - 1] && (
						<Link to={releaseAddress(releases[at - 1]!.version)}>← {releases[at - 1]!.version}</Link>
					)}
					<Link to={majorAddress(name)}>All of {name}</Link>
					{releases[at + 1] && (
						<Link to={releaseAddress(releases[at + 1]!.version)}>{releases[at + 1]!.version} →</Link>
					)}
				</nav>
				{!plain && (
					<p class="subject-actions">
						<CopyButton label="Copy version" text={() => exact} />
					</p>
				)}
				{release.withdrawn && <p class="wrong">Withdrawn by Apple.</p>}
				{release.pulled_on && <p class="wrong">{pullInWords(release)}</p>}
				{release.note && <p>{release.note}</p>}
				{release.last_patched && <p class="note">Last updated {inWords(release.last_patched)}.</p>}
			</header>
			<BuildsPart release={release} />
			<Installers release={release} />
			<ResponsesPart responses={release.responses} />
			<FixesPart of={cves.outcome.value} path={`${path}/cves`} />
			<MacGroups macs={macs} title="For" />
			<section class="card">
				<h2>Sources</h2>
				<ReleaseSources release={release} named={new Map(sources.map((source) => [source.source, source]))} />
			</section>
			<CopyLine path={`${path}/cves`} />
		</article>
	);
}

/** `macOS 14.8.9`. */
function nameOf({ system_name: system, major }: MajorReleases, version: string): string {
	return `${system.replace(major, '')}${version}`;
}

function BuildsPart({ release }: { release: ReleaseRecord }) {
	if (release.builds.length === 0) return null;
	return (
		<section class="card">
			<h2>{count(release.builds.length, 'build')}</h2>
			<Builds release={release} />
		</section>
	);
}

/** The security responses of a release. They add a letter and do not change the version. */
function ResponsesPart({ responses }: { responses: ReleaseRecord['responses'] }) {
	if (responses.length === 0) return null;
	return (
		<section class="card">
			<h2>{count(responses.length, 'security response')}</h2>
			<ul class="rows">
				{responses.map((response) => (
					<li key={response.build}>
						<span>
							<strong>{response.label}</strong> <code>{response.build}</code>
							{response.withdrawn && <span class="wrong"> Withdrawn by Apple.</span>}{' '}
							{response.cve_ids.map((id) => (
								<>
									<Link key={id} to={cveAddress(id)}>
										{id}
									</Link>{' '}
								</>
							))}
							{response.superseded_by && (
								<span class="note">
									also fixed in{' '}
									<Link to={releaseAddress(response.superseded_by)}>{response.superseded_by}</Link>
								</span>
							)}
						</span>
						<span class="note">{inWords(response.released)}</span>
					</li>
				))}
			</ul>
		</section>
	);
}

type Build = ReleaseRecord['builds'][number];

/** The builds of a release. Later ones have the name and day of their update. */
function Builds({ release: { builds, released } }: { release: ReleaseRecord }) {
	const { plain } = useVisit();
	return (
		<ul class="builds">
			{builds.map((build) => (
				<li key={build.build}>
					<code>{build.build}</code>{' '}
					{!plain && <CopyButton label="Copy" about={`build ${build.build}`} text={() => build.build} />}{' '}
					<span class="note">{aboutBuild(build, released)}</span>
				</li>
			))}
		</ul>
	);
}

/** `Security Update 2021-005, 21 July 2021`; empty for the first build of the release. */
function aboutBuild({ kind, name, released }: Build, day: string): string {
	const title = name ?? (kind === 'factory' ? 'shipped on new Macs' : '');
	const when = released === null || released === day ? '' : inWords(released);
	return [title, when].filter(Boolean).join(', ');
}

interface ReleaseSourcesProps {
	release: ReleaseRecord;
	named: ReadonlyMap<string, SourceRecord>;
}

/** The sources of the release date, and the confidence in it. */
function ReleaseSources({ release, named }: ReleaseSourcesProps) {
	const { sources, confidence, disputed, only_board_ids: only } = release;
	return (
		<>
			<ul class="source-list">
				{sources.map((token) => (
					<li key={token}>
						<Source token={token} named={named} />
					</li>
				))}
			</ul>
			<p class="note">
				{sources.length > 1
					? `Release date confirmed by ${sources.length} sources`
					: 'Release date from one source'}{' '}
				(confidence: {confidence}).{disputed.length > 0 && ` Other dates, rejected: ${disputed.join('; ')}.`}
				{only && ` Made only for ${only.join(', ')}.`}
			</p>
		</>
	);
}

/** A source and the place in it: `wikipedia:System 7` is an article of Wikipedia. */
function Source({ token, named }: { token: string; named: ReadonlyMap<string, SourceRecord> }) {
	const [id = token, detail] = token.split(/:(.*)/);
	const { name = id, url = null } = named.get(id) ?? {};
	return (
		<>
			{url === null ? (
				name
			) : (
				<a href={url} rel="noreferrer">
					{name}
				</a>
			)}
			{detail && <span class="note"> {detail}</span>}
		</>
	);
}
