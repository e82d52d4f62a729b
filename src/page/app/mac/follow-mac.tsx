import { useState } from 'preact/hooks';
import { loadedLater } from '../parts/loaded-later.tsx';
import { pagesArePublic } from '../service/guest.ts';
import type { BoardRecord } from '../service/records.ts';
import { useVisit } from '../service/visit.ts';

const Subscribe = loadedLater(async () => (await import('../start/subscribe.tsx')).Subscribe);

/** The feed and the calendar of a Mac: public ones where pages are public, else those of the person's license. */
export function FollowMac({ mac: { board_id: board } }: { mac: BoardRecord }) {
	const { plain } = useVisit();
	const [isOpen, setOpen] = useState(false);
	const path = `/boards/${encodeURIComponent(board)}/releases`;
	return (
		<section class="card subscribe">
			<h2>Follow this Mac</h2>
			<p class="note">Its releases, exploited vulnerabilities that they fix, and the end of its support.</p>
			{plain || pagesArePublic() ? (
				<p>
					<a href={`${path}.atom`}>Atom feed</a> · <a href={`${path}.ics`}>Calendar</a>
				</p>
			) : isOpen ? (
				<Subscribe board={board} />
			) : (
				<button type="button" onClick={() => setOpen(true)}>
					Show addresses
				</button>
			)}
		</section>
	);
}
