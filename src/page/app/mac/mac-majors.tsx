import { majorAddress, releaseAddress } from '../address.ts';
import { inWords } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { majorName } from '../parts/names.ts';
import { TableHead } from '../parts/table-head.tsx';
import type { BoardRecord } from '../service/records.ts';

type Major = BoardRecord['majors'][number];

/** The major versions that a Mac runs, newest first: the chart in words, for a page without a script. */
export function MacMajors({ mac }: { mac: BoardRecord }) {
	return (
		<div class="scroll compare-scroll" tabIndex={0} role="group" aria-label="Major versions">
			<table class="listing">
				<TableHead titles={['Version', 'First', 'Latest', 'Released', 'Support']} />
				<tbody>
					{mac.majors.toReversed().map((major) => (
						<tr key={major.major}>
							<th scope="row">
								<Link to={majorAddress(major.major)}>{majorName(major)}</Link>
							</th>
							<td>
								<Link to={releaseAddress(major.first_version)}>{major.first_version}</Link>
							</td>
							<td>
								<Link to={releaseAddress(major.latest_version)}>{major.latest_version}</Link>
							</td>
							<td>{inWords(major.latest_released)}</td>
							<td>{supportOf(major)}</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

function supportOf({ ended_on: ended, estimated_end: end }: Major): string {
	if (ended !== null) return `until ${inWords(ended)}`;
	return end === null ? '' : `until about ${inWords(`${end}-01`, 'month')}`;
}
