import { macAddress, majorAddress } from '../address.ts';
import type { ListedMac } from '../mac/macs.ts';
import { count } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { LifecycleBadge, majorName } from '../parts/names.tsx';
import type { MajorSummary } from '../service/records.ts';

interface MajorChangesProps {
	/** Every Mac, whatever the filter shows. */
	macs: readonly ListedMac[];
	major: MajorSummary;
	/** The one before it; undefined for the first. */
	before: MajorSummary | undefined;
}

/** What a major drops and what is new in it, against the one before. */
export function MajorChanges({ macs, major, before }: MajorChangesProps) {
	const runs = (mac: ListedMac, of: MajorSummary | undefined) =>
		of !== undefined && mac.majors.includes(of.major);
	const dropped = macs.filter((mac) => runs(mac, before) && !runs(mac, major));
	const added = macs.filter((mac) => !runs(mac, before) && runs(mac, major));
	const kept = macs.filter((mac) => runs(mac, before) && runs(mac, major)).length;
	return (
		<section class="card major-changes" aria-live="polite">
			<h2>
				<Link to={majorAddress(major.major)}>{majorName(major)}</Link> <LifecycleBadge of={major} />
			</h2>
			<p class="note">
				{before
					? `${count(kept, 'Mac')} run both ${before.major} and ${major.major}.`
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
