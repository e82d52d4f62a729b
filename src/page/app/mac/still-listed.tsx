import { useState } from 'preact/hooks';
import { releaseAddress } from '../address.ts';
import { inWords } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { TableHead } from '../parts/table-parts.tsx';
import { Trouble } from '../parts/trouble.tsx';
import type { BoardRecord, EnforceableRecord } from '../service/records.ts';
import { useRead } from '../service/use-read.ts';
import { useVisit } from '../service/visit.ts';

/** What Apple's list still has for a Mac, loaded when a person opens it: those who write declarations need it. */
export function StillListed({ mac }: { mac: BoardRecord }) {
	const { plain } = useVisit();
	const [shown, setShown] = useState(plain !== null);
	if (!mac.majors.some(({ era }) => era === 'modern')) return null;
	return (
		<details
			class="card table"
			open={plain !== null}
			onToggle={(event) => event.currentTarget.open && setShown(true)}
		>
			<summary>
				<h2>What an MDM can enforce now</h2>
			</summary>
			{shown && <Listed key={mac.board_id} board={mac.board_id} />}
		</details>
	);
}

function Listed({ board }: { board: string }) {
	const { outcome, again } = useRead<EnforceableRecord>(`/enforceable/${encodeURIComponent(board)}`);
	if (outcome.state !== 'ready')
		return <Trouble outcome={outcome} again={again} subject="what can be enforced" />;
	const { versions, note, list_seen_on: seenOn } = outcome.value;
	if (versions === null) return <p class="note">{note}</p>;
	if (versions.length === 0) return <p class="note">Apple's list has no release for this Mac.</p>;
	return (
		<>
			<table>
				<TableHead titles={['Version', 'Build', "On Apple's list until"]} />
				<tbody>
					{versions.toReversed().map(({ version, build, until }) => (
						<tr key={build}>
							<th scope="row">
								<Link to={releaseAddress(version)}>{version}</Link>
							</th>
							<td>{build}</td>
							<td>{until ? inWords(until) : 'Not stated'}</td>
						</tr>
					))}
				</tbody>
			</table>
			<p class="note">
				Apple's list of {inWords(seenOn!)}. Apple moves the day on while a release is the newest of its major
				version.
			</p>
		</>
	);
}
