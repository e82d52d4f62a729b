import type { Era } from '@pointrelease/core/src/catalog/version.ts';
import { csvLine } from '@pointrelease/core/src/text/csv.ts';
import { render } from 'preact';
import type { ListedMac } from '../mac/macs.ts';
import { useOnPaper } from '../parts/use-on-paper.ts';
import type { MajorSummary } from '../service/records.ts';
import { endOfMac } from './filter-macs.ts';
import { squares } from './matrix-shape.ts';

const [labels, header, column, row] = [250, 40, 14, 11];
const shape = { labels, header, column, row, named: true, numbered: true };

/** Grays that are distinct on a black-and-white printer. */
const inks: Record<Era, string> = { classic: '#8a8a8a', legacy: '#555', modern: '#000' };

interface PictureProps {
	macs: readonly ListedMac[];
	majors: readonly MajorSummary[];
}

/** The picture with all labels in black on white, for print and export. It depends on no style sheet. */
function Picture({ macs, majors }: PictureProps) {
	const [width, height] = [labels + majors.length * column, header + macs.length * row];
	return (
		<svg
			xmlns="http://www.w3.org/2000/svg"
			viewBox={`0 0 ${width} ${height}`}
			width={width}
			height={height}
			font-family="Helvetica, Arial, sans-serif"
			font-size="8.5"
			role="img"
			aria-label={`${macs.length} Macs and ${majors.length} major versions`}
		>
			<rect width={width} height={height} fill="#fff" />
			{majors.map(({ major }, index) => (
				<text
					key={major}
					fill="#000"
					transform={`translate(${labels + (index + 0.5) * column + 3} ${header - 5}) rotate(-90)`}
				>
					{major}
				</text>
			))}
			{macs.map(({ board_id: board, name }, line) => (
				<text key={board} fill="#000" x={2} y={header + (line + 0.5) * row + 3}>
					{name.length > 52 ? `${name.slice(0, 51)}…` : name}
				</text>
			))}
			<g transform={`translate(${labels} ${header})`}>
				{(Object.keys(inks) as Era[]).map((era) => (
					<path key={era} fill={inks[era]} d={squares(macs, majors, era, shape)} />
				))}
			</g>
		</svg>
	);
}

/** How many rows fit on a printed page, with the numbers above them. */
const rowsOfPage = 84;

/** The picture on several pages, each with the numbers of the major versions. Drawn in 10 ms when the page is printed. */
export function PrintedPicture({ macs, majors }: PictureProps) {
	const onPaper = useOnPaper();
	if (!onPaper) return null;
	const pages = Array.from({ length: Math.ceil(macs.length / rowsOfPage) }, (_, page) =>
		macs.slice(page * rowsOfPage, (page + 1) * rowsOfPage),
	);
	return (
		<div class="printed-picture" aria-hidden="true">
			{pages.map((macsOfPage) => (
				<Picture key={macsOfPage[0]!.board_id} macs={macsOfPage} majors={majors} />
			))}
		</div>
	);
}

/** The picture as an SVG file. */
export function pictureFile(macs: readonly ListedMac[], majors: readonly MajorSummary[]): string {
	const place = document.createElement('div');
	render(<Picture macs={macs} majors={majors} />, place);
	const text = new XMLSerializer().serializeToString(place.firstChild!);
	render(null, place);
	return text;
}

/** The picture as a CSV table: a row for each Mac, a column for each major version. */
export function tableFile(
	macs: readonly ListedMac[],
	majors: readonly MajorSummary[],
	every: readonly MajorSummary[],
): string {
	const lines = [
		[
			'name',
			'board_ids',
			'model_identifiers',
			'introduced',
			'first_major',
			'last_major',
			'support_ends',
			...majors.map(({ major }) => major),
		],
		...macs.map((mac) => [
			mac.name,
			mac.ids.join(' '),
			mac.model_identifiers.join(' '),
			mac.introduced ?? '',
			mac.majors[0]!,
			mac.majors.at(-1)!,
			endOfMac(mac, every),
			...majors.map(({ major }) => (mac.majors.includes(major) ? 'yes' : '')),
		]),
	];
	return lines.map((line) => `${csvLine(line)}\r\n`).join('');
}
