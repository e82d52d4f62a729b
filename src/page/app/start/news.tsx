import { macAddress, releaseAddress } from '../address.ts';
import { inWords } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import type { MajorList } from '../service/records.ts';

type Change = MajorList['recent'][number];

/** What changed in the last month, newest first. */
export function RecentChanges({ changes }: { changes: readonly Change[] }) {
	return (
		<section class="card">
			<h2>Changed in the last month</h2>
			{changes.length === 0 ? (
				<p class="note">Nothing.</p>
			) : (
				<ul class="rows">
					{changes.map((change) => (
						<li key={Object.values(change).join()}>
							<span>
								<What change={change} />
							</span>
							<span class="note">{inWords(change.day)}</span>
						</li>
					))}
				</ul>
			)}
		</section>
	);
}

function What({ change: { kind, major, version, board_id: board, name, cve_id: cve } }: { change: Change }) {
	switch (kind) {
		case 'release':
			return (
				<>
					<Link to={releaseAddress(major!)}>{version!}</Link> came out
				</>
			);
		case 'update':
			return (
				<>
					<Link to={releaseAddress(major!)}>{version!}</Link> got an update: {name}
				</>
			);
		case 'mac':
			return (
				<>
					<Link to={macAddress(board!)}>{name!}</Link> was introduced
				</>
			);
		case 'end':
			return (
				<>
					<Link to={releaseAddress(major!)}>{major!}</Link> ended
				</>
			);
		case 'exploited':
			return (
				<>
					<span class="exploited">{cve}</span> is known to be exploited
				</>
			);
	}
}

export function NewestMacs({ macs }: { macs: MajorList['newest_macs'] }) {
	return (
		<section class="card">
			<h2>Newest Macs</h2>
			<ul class="rows">
				{macs.map(({ board_id: board, name, introduced, majors }) => (
					<li key={board}>
						<span>
							<Link to={macAddress(board)}>{name}</Link>{' '}
							<span class="note">
								runs {majors.length === 1 ? majors[0] : `${majors[0]} to ${majors.at(-1)}`}
							</span>
						</span>
						<span class="note">{inWords(introduced)}</span>
					</li>
				))}
			</ul>
		</section>
	);
}
