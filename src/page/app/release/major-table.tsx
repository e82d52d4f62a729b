import { majorAddress } from '../address.ts';
import { endOfSupport, inWords } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { LifecycleBadge, majorName } from '../parts/names.tsx';
import { SaveButtons, TableHead } from '../parts/table-parts.tsx';
import type { MajorSummary } from '../service/records.ts';

/** A row for each major version, newest first, with its latest release and its support. */
export function MajorTable({ majors }: { majors: readonly MajorSummary[] }) {
	return (
		<section class="card">
			<table class="major-table">
				<caption class="hidden">Every major version, newest first</caption>
				<TableHead titles={['Major', 'Latest', 'Support']} />
				<tbody>
					{majors.toReversed().map((major) => (
						<tr key={major.major}>
							<th scope="row">
								<Link to={majorAddress(major.major)}>{majorName(major)}</Link>
							</th>
							<td>
								<strong>{major.latest_version}</strong>{' '}
								<span class="note">{inWords(major.latest_released, precisionOf(major))}</span>
							</td>
							<td>
								<LifecycleBadge of={major} /> <span class="note">{untilWhen(major)}</span>
							</td>
						</tr>
					))}
				</tbody>
			</table>
			<SaveButtons
				name="releases"
				json="/releases"
				rows={() => [
					[
						'major',
						'name',
						'first_released',
						'latest_version',
						'latest_released',
						'support',
						'end_of_support',
					],
					...majors
						.toReversed()
						.map((major) => [
							major.major,
							majorName(major),
							major.first_released,
							major.latest_version,
							major.latest_released,
							major.support,
							endOfSupport(major),
						]),
				]}
			/>
		</section>
	);
}

/** Days of the Classic era are shown as years, because many are not known exactly. */
function precisionOf({ era }: MajorSummary): string {
	return era === 'classic' ? 'year' : 'day';
}

function untilWhen(major: MajorSummary): string {
	const { ended_on: ended, estimated_end: end } = major;
	if (ended !== null) return `since ${inWords(ended, precisionOf(major))}`;
	if (major.support === 'ended' && major.last_update)
		return `last update ${inWords(major.last_update, precisionOf(major))}`;
	return end === null ? '' : `until about ${inWords(end, 'month')}`;
}
