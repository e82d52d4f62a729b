import { macAddress } from '../address.ts';
import type { ListedMac } from '../mac/macs.ts';
import { Link } from '../parts/link.tsx';
import type { MajorSummary } from '../service/records.ts';

/** The square that is pointed at in words, or how to point at one: with a finger there is no pointing. */
export function MatrixReadout({ mac, major }: { mac: ListedMac | null; major: MajorSummary | null }) {
	if (!mac || !major)
		return (
			<>
				<span class="hint by-mouse">Point at a square, or use the arrow keys. A click opens the Mac.</span>
				<span class="hint by-touch">Tap a square to read it, and again to open its Mac.</span>
			</>
		);
	const runs = mac.majors.includes(major.major);
	return (
		<>
			<strong>
				<Link to={macAddress(mac.board_id)}>{mac.name}</Link>
			</strong>
			<code>{mac.ids.join(' ')}</code>
			{mac.introduced && <span>{mac.introduced.slice(0, 4)}</span>}
			<span>
				{runs ? 'runs' : 'does not run'} {major.major}
			</span>
			<span class="note">
				{mac.majors.length === 1 ? `only ${mac.majors[0]}` : `${mac.majors[0]} to ${mac.latest_version}`}
			</span>
		</>
	);
}
