import type { Era } from '../../../catalog/version.ts';
import type { ListedMac } from '../mac/macs.ts';
import { yearOf } from '../parts/dates.ts';
import type { MajorSummary } from '../service/records.ts';

/** The sizes of the picture at one zoom. */
export interface Shape {
	readonly labels: number;
	readonly header: number;
	readonly column: number;
	readonly row: number;
	/** Names fit beside the rows; otherwise years stand for them. */
	readonly named: boolean;
	/** The numbers of the majors fit above their columns. */
	readonly numbered: boolean;
}

const rowHeights = [0, 5, 9, 15, 22];
export const mostZoom = rowHeights.length - 1;
const leastNamed = 12;
/** The padding and the frame under the last row. */
const below = 8;
/** The padding and a scroll bar. */
const besides = 28;

/** The whole picture in what there is to see it in, or rows of a fixed height that scroll. */
export function shapeOf({
	width,
	height,
	rows,
	columns,
	zoom,
}: {
	width: number;
	height: number;
	rows: number;
	columns: number;
	zoom: number;
}): Shape {
	const header = 46;
	const row = zoom === 0 ? Math.min(22, (height - header - below) / Math.max(1, rows)) : rowHeights[zoom]!;
	const named = row >= leastNamed;
	const labels = named ? Math.min(260, Math.max(120, width * 0.28)) : 44;
	const room = (width - labels - besides) / columns;
	const column = Math.max(zoom >= 3 ? 22 : zoom > 0 ? 8 : 4, room);
	return { labels, header, column, row, named, numbered: column >= 15 };
}

/** The squares of one era as one path: two thousand elements would be slow, one is not. */
export function squares(
	macs: readonly ListedMac[],
	majors: readonly MajorSummary[],
	era: Era,
	shape: Shape,
): string {
	const columns = new Map(majors.map(({ major }, index) => [major, index]));
	// Gaps thinner than a pixel would come and go from row to row.
	const gap = shape.row >= 5 ? 1 : 0;
	const [width, height] = [shape.column - 1, shape.row - gap];
	const parts: string[] = [];
	for (const [line, mac] of macs.entries()) {
		for (const major of mac.majors) {
			const column = columns.get(major);
			if (column === undefined || majors[column]!.era !== era) continue;
			parts.push(
				`M${column * shape.column} ${(line * shape.row).toFixed(2)}h${width}v${height.toFixed(2)}h${-width}z`,
			);
		}
	}
	return parts.join('');
}

/** The years beside their first rows, where each is far enough from the last one shown and whole within the picture. */
export function years(macs: readonly ListedMac[], { row }: Shape): { year: string; y: number }[] {
	const shown: { year: string; y: number }[] = [];
	for (const [line, { introduced }] of macs.entries()) {
		const year = yearOf(introduced);
		const last = shown.at(-1);
		if (year === '' || year === last?.year || yearOf(macs[line - 1]?.introduced ?? null) === year) continue;
		const y = Math.max(10, Math.min(line * row + 8, macs.length * row - 2));
		if (!last || y - last.y >= 16) shown.push({ year, y });
	}
	return shown;
}
