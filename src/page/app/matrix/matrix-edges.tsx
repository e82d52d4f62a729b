import { macAddress } from '../address.ts';
import type { ListedMac } from '../mac/macs.ts';
import { Link } from '../parts/link.tsx';
import type { MajorSummary } from '../service/records.ts';
import { type Shape, years } from './matrix-shape.ts';

const textHeight = 11;

interface MatrixHeaderProps {
	majors: readonly MajorSummary[];
	shape: Shape;
	column: number | null;
	open(major: string): void;
}

/** The numbers of major versions above their columns. If not all fit, only some of each era are shown. */
export function MatrixHeader({ majors, shape, column, open }: MatrixHeaderProps) {
	const every = shape.numbered ? 1 : Math.ceil(15 / shape.column);
	return (
		<svg
			class="matrix-header"
			width={majors.length * shape.column}
			height={shape.header}
			aria-hidden="true"
			onClick={(event) => {
				const box = event.currentTarget.getBoundingClientRect();
				const major = majors[Math.floor((event.clientX - box.left) / shape.column)];
				if (major) open(major.major);
			}}
		>
			{majors.map((major, index) => {
				// Turned text extends to the left of its baseline by its height.
				const x = Math.max(textHeight, (index + 0.5) * shape.column + 4);
				const shown =
					index === column || (index % every === 0 && (column === null || Math.abs(index - column) >= every));
				return (
					shown && (
						<text
							key={major.major}
							class={`era-${major.era}${index === column ? ' chosen' : ''}`}
							transform={`translate(${x} ${shape.header - 6}) rotate(-90)`}
						>
							{major.major}
						</text>
					)
				);
			})}
		</svg>
	);
}

/** The labels beside the rows: names if they fit, else years. */
export function MatrixLabels({
	macs,
	shape,
	line,
}: {
	macs: readonly ListedMac[];
	shape: Shape;
	line: number | null;
}) {
	return (
		<svg class="matrix-labels" width={shape.labels} height={macs.length * shape.row} aria-hidden="true">
			{shape.named
				? macs.map((mac, index) => (
						<text
							key={mac.board_id}
							class={index === line ? 'chosen' : undefined}
							x={0}
							y={(index + 0.5) * shape.row + 4}
						>
							{shorten(mac.name, shape.labels, index === line)}
						</text>
					))
				: years(macs, shape).map(({ year, y }) => (
						<text key={year} x={0} y={y}>
							{year}
						</text>
					))}
		</svg>
	);
}

/** Shortens a name to about the width. The browser does not shorten SVG text. */
function shorten(name: string, width: number, bold: boolean): string {
	const most = Math.floor(width / (bold ? 7.2 : 6.4));
	return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}

/** The square under the pointer in words, or a hint for mouse or touch. */
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
