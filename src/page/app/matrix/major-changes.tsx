import { macAddress, majorAddress } from '../address.ts';
import type { ListedMac } from '../mac/macs.ts';
import { count } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { LifecycleBadge, majorName } from '../parts/names.tsx';
import type { MajorSummary } from '../service/records.ts';

interface MajorChangesProps {
	/** All Macs, regardless of the filter. */
	macs: readonly ListedMac[];
	major: MajorSummary;
	/** The major version before it; undefined for the first. */
	before: MajorSummary | undefined;
}

/** The Macs that a major version dropped and added, compared with the one before. */
export function MajorChanges({ macs, major, before }: MajorChangesProps) {
	const runs = (mac: ListedMac, of: MajorSummary | undefined) =>
		of !== undefined && mac.majors.includes(of.major);
	const dropped = macs.filter((mac) => runs(mac, before) && !runs(mac, major));
	const added = macs.filter((mac) => !runs(mac, before) && runs(mac, major));
	const runBoth = macs.filter((mac) => runs(mac, before) && runs(mac, major)).length;
	return (
		<section class="card major-changes" aria-live="polite">
			<h2>
				<Link to={majorAddress(major.major)}>{majorName(major)}</Link> <LifecycleBadge of={major} />
			</h2>
			<p class="note">
				{before
					? `${count(runBoth, 'Mac')} run both ${before.major} and ${major.major}.`
					: 'The first major version.'}
			</p>
			<div class="columns">
				{before && <MacList title={`Drops ${count(dropped.length, 'Mac')}`} macs={dropped} />}
				<MacList title={`${count(added.length, 'Mac')} new`} macs={added} />
			</div>
		</section>
	);
}

function MacList({ title, macs }: { title: string; macs: readonly ListedMac[] }) {
	return (
		<section>
			<h3>{title}</h3>
			<ul class="mac-list">
				{macs.map((mac) => (
					<li key={mac.board_id}>
						<Link to={macAddress(mac.board_id)}>{mac.name}</Link>
					</li>
				))}
			</ul>
		</section>
	);
}
