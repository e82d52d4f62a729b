import { runsAddress } from '../address.ts';
import { Link } from '../parts/link.tsx';
import type { BoardRecord } from '../service/records.ts';

/** Newer major versions than this are one cell: most Macs of the last century have forty. */
const mostNewer = 4;
const mostRunning = 6;

interface Cell {
	readonly major: string;
	readonly word: 'no' | 'yes' | 'last';
	/** The latest release that the Mac runs of it. */
	readonly latest: string | null;
}

/** A cell for each major version, newest first: whether the Mac runs it. */
export function CanRun({ mac, asked }: { mac: BoardRecord; asked: string | null }) {
	const { majors, newer_majors: newer } = mac;
	const no = newer.toReversed().map((major): Cell => ({ major, word: 'no', latest: null }));
	const running = majors.toReversed().map(
		({ major, latest_version: latest }, index): Cell => ({
			major,
			word: index === 0 && newer.length > 0 ? 'last' : 'yes',
			latest,
		}),
	);
	const [hiddenNewer, hiddenOlder] = [no.length - mostNewer, running.length - mostRunning];
	return (
		<ol class="can-run" aria-label="Can it run">
			{no.slice(0, mostNewer).map((cell) => (
				<MajorCell key={cell.major} mac={mac} cell={cell} isAsked={cell.major === asked} />
			))}
			{hiddenNewer > 0 && <li class="rest">{hiddenNewer} more: no</li>}
			{running.slice(0, mostRunning).map((cell) => (
				<MajorCell key={cell.major} mac={mac} cell={cell} isAsked={cell.major === asked} />
			))}
			{hiddenOlder > 0 && <li class="rest">{hiddenOlder} older: yes</li>}
		</ol>
	);
}

function MajorCell({ mac, cell, isAsked }: { mac: BoardRecord; cell: Cell; isAsked: boolean }) {
	const { major, word, latest } = cell;
	return (
		<li class={`cell-${word}`}>
			<Link
				to={runsAddress(mac.board_ids[0]!, mac.machine, major)}
				current={isAsked}
				title={latest ?? undefined}
			>
				<strong>{major}</strong> {word}
			</Link>
		</li>
	);
}
