import { useState } from 'preact/hooks';
import { releaseAddress } from '../address.ts';
import type { ReleaseRecord } from '../service/records.ts';
import { useVisit } from '../service/visit.ts';
import { count, inWords, pullInWords } from './dates.ts';
import { Link } from './link.tsx';
import { SaveButtons, TableHead } from './table-parts.tsx';

interface ReleaseTableProps {
	releases: readonly ReleaseRecord[];
	/** The name of saved files, and the API path of their JSON. */
	name: string;
	path: string;
	/** Whether the releases of another machine are still loading. */
	isStale?: boolean;
	/** Whether the table is open at first. */
	open?: boolean;
}

/** A row for each release, with its day and its number of fixes. The release's own page has the rest. */
export function ReleaseTable({ releases, name, path, isStale = false, open = false }: ReleaseTableProps) {
	const { plain } = useVisit();
	// A Mac may have 200 releases, so the table is drawn only when it is opened.
	const [shown, setShown] = useState(open || plain);
	return (
		<details
			class="card table"
			open={open}
			aria-busy={isStale}
			onToggle={(event) => event.currentTarget.open && setShown(true)}
		>
			<summary>
				<h2>
					{open ? 'Every release: ' : 'As a table: '}
					{count(releases.length, 'release')}
				</h2>
			</summary>
			{shown && (
				<>
					<Table releases={releases} />
					<SaveButtons
						name={name}
						json={path}
						isStale={isStale}
						rows={() => [
							['version', 'released', 'withdrawn', 'builds', 'cves', 'exploited', 'article'],
							...releases.map((release) => [
								release.version,
								release.released,
								release.withdrawn ? 'yes' : 'no',
								release.builds.map(({ build }) => build).join(' '),
								release.cve_count,
								release.exploited_count,
								release.security_article,
							]),
						]}
					/>
				</>
			)}
		</details>
	);
}

function Table({ releases }: { releases: readonly ReleaseRecord[] }) {
	return (
		<table class="release-table">
			<TableHead titles={['Version', 'Released', 'Fixes']} />
			<tbody>
				{releases.map((release) => (
					<tr key={release.version}>
						<th scope="row">
							<Link to={releaseAddress(release.version)}>{release.version}</Link>
						</th>
						<td>{inWords(release.released, release.precision)}</td>
						<td>
							<FixCount release={release} />
							{release.withdrawn && <span class="wrong"> Withdrawn.</span>}
							{release.pulled_on && <span class="wrong"> {pullInWords(release)}</span>}
							{release.note && <span class="note"> {release.note}</span>}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

/** The number of published fixes of a release, and how many of the vulnerabilities were exploited. */
function FixCount({
	release: { version, cve_count: fixes, exploited_count: exploited },
}: {
	release: ReleaseRecord;
}) {
	if (fixes === null)
		return (
			<span class="note">
				–<span class="hidden"> not known</span>
			</span>
		);
	if (fixes === 0) return <>no published CVE</>;
	return (
		<Link to={releaseAddress(version)}>
			{count(fixes, 'CVE')}
			{exploited ? <strong class="exploited">, {exploited} exploited</strong> : null}
			<span class="hidden"> in {version}</span>
		</Link>
	);
}
