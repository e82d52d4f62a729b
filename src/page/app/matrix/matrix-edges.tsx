import type { ListedMac } from '../mac/macs.ts';
import type { MajorSummary } from '../service/records.ts';
import { type Shape, years } from './matrix-shape.ts';

const textHeight = 11;

interface MatrixHeaderProps {
	majors: readonly MajorSummary[];
	shape: Shape;
	column: number | null;
	open(major: string): void;
}

/** The majors above their columns: each number where there is room, else the first of each era's stride. */
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
				// Text that is turned reaches as far to the left of its line as it is high.
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

/** The machines beside their rows: names where they fit, else the year in which a row begins. */
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

/** About as many letters as fit, fewer in bold: text in a picture does not shorten itself. */
function shorten(name: string, width: number, bold: boolean): string {
	const most = Math.floor(width / (bold ? 7.2 : 6.4));
	return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}
