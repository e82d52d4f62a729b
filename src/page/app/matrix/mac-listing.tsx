import { macAddress, majorAddress, releaseAddress } from '../address.ts';
import type { ListedMac } from '../mac/macs.ts';
import { yearOf } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { TableHead } from '../parts/table-parts.tsx';
import type { MajorSummary } from '../service/records.ts';
import { endOfMac } from './filter-macs.ts';

/** A table with the first and last version and the end of support of each Mac. Also replaces the picture without a script. */
export function MacListing({
	macs,
	majors,
}: {
	macs: readonly ListedMac[];
	majors: readonly MajorSummary[];
}) {
	return (
		<section class="card">
			<div class="scroll compare-scroll" tabIndex={0} role="group" aria-label="Macs">
				<table class="listing">
					<TableHead titles={['Mac', 'Support ends', 'Last', 'Newest release', 'First', 'Introduced']} />
					<tbody>
						{macs.map((mac) => (
							<tr key={mac.board_id}>
								<th scope="row">
									<Link to={macAddress(mac.board_id)}>{mac.name}</Link>
								</th>
								<td>{mac.kind === 'model-number' ? '' : endOfMac(mac, majors)}</td>
								<td>
									<Link to={majorAddress(mac.majors.at(-1)!)}>{mac.majors.at(-1)}</Link>
								</td>
								<td>
									<Link to={releaseAddress(mac.latest_version)}>{mac.latest_version}</Link>
								</td>
								<td>
									<Link to={majorAddress(mac.majors[0]!)}>{mac.majors[0]}</Link>
								</td>
								<td>{yearOf(mac.introduced)}</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</section>
	);
}
