import { releaseAddress } from '../address.ts';
import { inWords } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import type { MajorSummary } from '../service/records.ts';

/** The vendor's habit is known since then: what ended before is history, and has its own page. */
const firstOfHabit = '2016';

/** Majors that get nothing any more, the last to end first, with what came out all the same. */
export function EndedMajors({ majors }: { majors: readonly MajorSummary[] }) {
	const ended = majors.filter(({ support }) => support === 'ended');
	const shown = ended.filter(({ first_released: day }) => day > firstOfHabit).toReversed();
	return (
		<section class="card">
			<h2>
				<span class="badge ended">Ended</span> no releases any more
			</h2>
			<ul class="rows">
				{shown.map((major) => (
					<li key={major.major}>
						<span>
							<Link to={releaseAddress(major.major)}>
								{major.system_name} {major.release_name}
							</Link>
							<span class="note"> last {major.latest_version}</span>
						</span>
						<span class="note">since {inWords(major.ended_on!)}</span>
						{major.late_releases.map(({ version, released }) => (
							<span key={version} class="note late-release">
								An exception: {version} came on {inWords(released)}, after its end
							</span>
						))}
					</li>
				))}
			</ul>
			<p class="more-of">
				<Link to="/release">All {majors.length} majors since 1984, by their time</Link>
			</p>
		</section>
	);
}
