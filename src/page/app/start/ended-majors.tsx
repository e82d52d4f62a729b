import { majorAddress, releaseAddress } from '../address.ts';
import { inWords } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { majorName } from '../parts/names.ts';
import type { MajorSummary } from '../service/records.ts';

/** The vendor's habit is known since then: what ended before is history, and has its own page. */
const firstOfHabit = '2016';

/** Unsupported majors, the last to end first, with what was released all the same. */
export function EndedMajors({ majors }: { majors: readonly MajorSummary[] }) {
	const ended = majors.filter(({ support }) => support === 'ended');
	const shown = ended.filter(({ first_released: day }) => day > firstOfHabit).toReversed();
	return (
		<section class="card">
			<h2>
				<span class="badge ended">Unsupported</span> No longer updated
			</h2>
			<ul class="rows">
				{shown.map((major) => (
					<li key={major.major}>
						<span>
							<Link to={majorAddress(major.major)}>{majorName(major)}</Link>
							<span class="note"> last {major.latest_version}</span>
						</span>
						{major.ended_on && <span class="note">since {inWords(major.ended_on)}</span>}
						{major.late_releases.map(({ version, released }) => (
							<span key={version} class="note late-release">
								<Link to={releaseAddress(version)}>{version}</Link> was released on {inWords(released)}, after
								end of support
							</span>
						))}
					</li>
				))}
			</ul>
			<p class="more-of">
				<Link to="/release">All {majors.length} major versions since 1984</Link>
			</p>
		</section>
	);
}
