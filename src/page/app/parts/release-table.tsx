import { useState } from 'preact/hooks';
import type { ReleaseRecord, SourceRecord } from '../service/records.ts';
import { Builds } from './builds.tsx';
import { count, inWords } from './dates.ts';
import { ReleaseCvesPart } from './release-cves.tsx';
import { ReleaseSources } from './release-sources.tsx';

interface ReleaseTableProps {
	releases: readonly ReleaseRecord[];
	/** What the tokens of the releases stand for. */
	sources: readonly SourceRecord[];
	/** Whether it is read at once, or folded away. */
	open?: boolean;
	/** How many exploited holes they closed, each counted once; where several majors fixed the same it cannot be said. */
	closed?: number | null;
}

/**
 * Every release in words: a line with its day and what it fixes, and below it builds, the CVEs and who says so. No cell
 * is narrow, so that none grows tall on a phone.
 */
export function ReleaseTable({ releases, sources, open = false, closed = null }: ReleaseTableProps) {
	// A Mac may have two hundred releases: nobody pays for their table before it is opened.
	const [shown, setShown] = useState(open);
	return (
		<details class="card table" open={open} onToggle={(event) => event.currentTarget.open && setShown(true)}>
			<summary>
				<h2>
					{open ? 'Every release: ' : 'As a table: '}
					{count(releases.length, 'release')}
					{closed ? `, ${count(closed, 'exploited hole')} closed` : ''}
				</h2>
			</summary>
			{shown && <Table releases={releases} sources={sources} />}
		</details>
	);
}

function Table({ releases, sources }: Pick<ReleaseTableProps, 'releases' | 'sources'>) {
	const named = new Map(sources.map((source) => [source.source, source]));
	return (
		<table class="release-table">
			<thead>
				<tr>
					<th scope="col">Version</th>
					<th scope="col">Released</th>
					<th scope="col">Fixes</th>
				</tr>
			</thead>
			{releases.map((release) => (
				<Row key={release.version} release={release} named={named} />
			))}
		</table>
	);
}

function Row({ release, named }: { release: ReleaseRecord; named: ReadonlyMap<string, SourceRecord> }) {
	return (
		<tbody>
			<tr>
				<th scope="row" rowSpan={2}>
					{release.version}
				</th>
				<td>{inWords(release.released, release.precision)}</td>
				<td>
					<FixCount release={release} />
				</td>
			</tr>
			<tr>
				<td class="about" colSpan={2}>
					{release.withdrawn && <p class="wrong">Withdrawn.</p>}
					{release.note && <p>{release.note}</p>}
					{release.last_patched && <p class="note">Patched until {inWords(release.last_patched)}.</p>}
					<div class="folded">
						<Builds release={release} />
						<ReleaseCvesPart release={release} />
						<ReleaseSources release={release} named={named} />
					</div>
				</td>
			</tr>
		</tbody>
	);
}

/** How many published fixes it brings, how many of them attackers used, and the vendor's own words about them. */
function FixCount({ release }: { release: ReleaseRecord }) {
	const { version, cve_count: fixes, exploited_count: exploited, security_article: article } = release;
	if (fixes === null)
		return (
			<span class="note">
				–<span class="hidden"> not known</span>
			</span>
		);
	return (
		<>
			{fixes === 0 ? 'no published CVE' : count(fixes, 'CVE')}
			{exploited ? <strong class="exploited">, {exploited} exploited</strong> : null}
			{article && (
				<>
					{' · '}
					<a href={article} rel="noreferrer">
						Apple’s article<span class="hidden"> about {version}</span>
					</a>
				</>
			)}
		</>
	);
}
