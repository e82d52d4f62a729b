import { capitalized, verdictWords } from '@pointrelease/core/src/advice/verdict-words.ts';
import { majorAddress } from '../address.ts';
import { count, endOfSupport, inWords } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { LifecycleBadge, majorName } from '../parts/names.tsx';
import { SaveButtons, TableHead } from '../parts/table-parts.tsx';
import type { MajorSummary } from '../service/records.ts';

/** A row for each major version, newest first, with its latest release and its support. */
export function MajorTable({ majors }: { majors: readonly MajorSummary[] }) {
	const supported = majors.filter(({ support }) => support !== 'ended');
	const ended = majors.filter(({ support }) => support === 'ended');
	return (
		<section class="card">
			<Majors of={supported.toReversed()} caption="Supported major versions, newest first" />
			{ended.length > 0 && (
				<details class="ended-majors" open={supported.length === 0}>
					<summary>
						{capitalized(verdictWords.unsupported)}: {count(ended.length, 'major version')}
					</summary>
					<Majors of={ended.toReversed()} caption="Unsupported major versions, newest first" />
				</details>
			)}
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

function Majors({ of: majors, caption }: { of: readonly MajorSummary[]; caption: string }) {
	return (
		<table class="major-table">
			<caption class="hidden">{caption}</caption>
			<TableHead titles={['Major', 'Latest', 'Support']} />
			<tbody>
				{majors.map((major) => (
					<tr key={major.major}>
						<th scope="row">
							<Link to={majorAddress(major.major)}>{majorName(major)}</Link>
						</th>
						<td>
							<strong>{major.latest_version}</strong>{' '}
							<span class="note">{inWords(major.latest_released, precisionOf(major))}</span>
						</td>
						<td>
							{/* One heading says of all the others that they are unsupported. */}
							{major.support !== 'ended' && <LifecycleBadge of={major} />}{' '}
							<span class="note">{untilWhen(major)}</span>
						</td>
					</tr>
				))}
			</tbody>
		</table>
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
