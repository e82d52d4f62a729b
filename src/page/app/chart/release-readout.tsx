import { count, inWords } from '../parts/dates.ts';
import type { ReleaseRecord } from '../service/records.ts';

/** Some releases have twenty builds, one for each Mac of their day: the table has them all, this line the first. */
const mostBuilds = 3;

/** The release that is pointed at, on a line or two that stay where they are. */
export function ReleaseReadout({ release }: { release: ReleaseRecord }) {
	const more = release.builds.length - mostBuilds;
	return (
		<>
			<strong>{release.version}</strong>
			<span>{inWords(release.released, release.precision)}</span>
			{release.builds.length > 0 && (
				<code>
					{release.builds
						.slice(0, mostBuilds)
						.map(({ build }) => build)
						.join(', ')}
					{more > 0 && ` +${more} more`}
				</code>
			)}
			{release.exploited_count !== null && release.exploited_count > 0 && (
				<span class="exploited">
					fixes {count(release.exploited_count, 'exploited vulnerability', 'exploited vulnerabilities')}
				</span>
			)}
			{release.withdrawn && <span class="wrong">withdrawn</span>}
			{release.note && <span class="note">{release.note}</span>}
		</>
	);
}
