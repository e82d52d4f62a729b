import type { Era } from '@pointrelease/core/src/catalog/version.ts';
import type { ListedMac } from '../mac/macs.ts';
import { yearOf } from '../parts/dates.ts';
import type { MajorSummary } from '../service/records.ts';

/** The sizes of the picture at a zoom level, in pixels. */
export interface Shape {
	readonly labels: number;
	readonly header: number;
	readonly column: number;
	readonly row: number;
	/** Whether names fit beside the rows; otherwise years do. */
	readonly named: boolean;
	/** Whether all numbers fit above the columns. */
	readonly numbered: boolean;
}

const rowHeights = [0, 5, 9, 15, 22];
export const mostZoom = rowHeights.length - 1;
/** The first level at which names fit beside the rows. */
export const readableZoom = 3;
const leastNamed = 12;
/** Padding and border under the last row. */
const below = 8;
/** Padding and scroll bar beside the columns. */
const besides = 28;

/** The sizes for a zoom level. Level 0 fits the whole picture; others have a fixed row height and scroll. */
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

/** The squares of an era as one path, because two thousand SVG elements would be slow. */
export function squares(
	macs: readonly ListedMac[],
	majors: readonly MajorSummary[],
	era: Era,
	shape: Shape,
): string {
	const columns = new Map(majors.map(({ major }, index) => [major, index]));
	// A gap thinner than a pixel would be visible between some rows only.
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

/** The years beside their first rows, without those too close to the one before. All labels stay inside the picture. */
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
