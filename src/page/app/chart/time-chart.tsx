import { useState } from 'preact/hooks';
import { majorAddress } from '../address.ts';
import { count, dateOf, inWords } from '../parts/dates.ts';
import { isShortcut } from '../parts/link.tsx';
import { useWidth } from '../parts/use-width.ts';
import type { ReleaseRecord } from '../service/records.ts';
import { ChartRow, endOf, type Row } from './chart-row.tsx';
import { TimeAxis, timeScale } from './time-axis.tsx';

interface TimeChartProps {
	/** What the chart shows, for who cannot see it. */
	label: string;
	rows: readonly Row[];
	/** Further days that the axis must hold. */
	days?: readonly string[];
	/** The releases that stand out, by what they are. */
	here?: string | null;
	next?: string | null;
	/** What to do with a release that was chosen. */
	pick?: (version: string) => void;
	hint: string;
}

const rowHeight = 30;
const axisHeight = 30;
/** The widest digit of a label, and the air between a label and the bars. */
const digit = 8;
const air = 16;

/** Rows of releases along one time axis: a bar from first to last, a mark for each. Arrow keys walk the marks. */
export function TimeChart({ label, rows, days = [], here = null, next = null, pick, hint }: TimeChartProps) {
	const { element, width } = useWidth<HTMLDivElement>();
	const [chosen, setChosen] = useState<string | null>(null);
	const height = axisHeight + rows.length * rowHeight + 6;
	const [left, right] = margins(rows);
	const releases = rows.flatMap((row) => row.releases);
	const scale = timeScale([...days, ...releases.map(({ released }) => released)], left, width - right);
	const shown = releases.find(({ version }) => version === chosen) ?? null;
	const walk = (event: KeyboardEvent) => {
		if (isShortcut(event)) return;
		const found = step(rows, chosen ?? here, event.key);
		if (found) setChosen(found);
		else if (event.key === 'Enter' && chosen && pick) pick(chosen);
		else if (event.key === 'Escape') setChosen(null);
		else return;
		event.preventDefault();
	};
	const point = (event: MouseEvent) => {
		const box = (event.currentTarget as SVGElement).getBoundingClientRect();
		const row = rows[Math.floor((event.clientY - box.top - axisHeight) / rowHeight)];
		return row ? nearest(row, (released) => Math.abs(scale.at(released) - (event.clientX - box.left))) : null;
	};
	return (
		<div class="time-chart">
			<p class="readout" aria-live="polite">
				{shown ? <ReleaseReadout release={shown} /> : <span class="hint">{hint}</span>}
			</p>
			<div
				ref={element}
				class="chart-area"
				role="group"
				aria-label={`${label} The arrow keys go from release to release.`}
				tabIndex={0}
				onKeyDown={walk}
				onBlur={() => setChosen(null)}
				style={{ '--height': `${height}px` }}
			>
				{width > 0 && (
					<svg
						width={width}
						height={height}
						viewBox={`0 0 ${width} ${height}`}
						role="group"
						aria-label="Chart"
						onMouseMove={(event) => setChosen(point(event)?.version ?? null)}
						onMouseLeave={() => setChosen(null)}
						onClick={(event) => {
							const release = point(event);
							if (release && pick) pick(release.version);
						}}
					>
						<TimeAxis scale={scale} top={axisHeight} bottom={height} edge={width} />
						{rows.map((row, index) => (
							<ChartRow
								key={row.label}
								row={row}
								scale={scale}
								y={axisHeight + index * rowHeight + rowHeight / 2}
								width={width}
								chosen={chosen}
								here={here}
								next={next}
								address={row.major === null ? null : majorAddress(row.major)}
							/>
						))}
					</svg>
				)}
			</div>
		</div>
	);
}

/** The room that the longest label and the longest version need: text in a picture is not cut by itself. */
function margins(rows: readonly Row[]): [left: number, right: number] {
	const label = Math.max(...rows.map((row) => row.label.length));
	const end = Math.max(...rows.map((row) => endOf(row).version.length));
	return [label * digit + air, end * digit + air];
}

function nearest(row: Row, distance: (released: string) => number): ReleaseRecord | null {
	let best: ReleaseRecord | null = null;
	for (const release of row.releases) {
		if (!best || distance(release.released) <= distance(best.released)) best = release;
	}
	return best;
}

/** The release that an arrow key leads to: along the row and over its ends, or to the nearest of the next row. */
function step(rows: readonly Row[], from: string | null, key: string): string | null {
	const all = rows.flatMap((row) => row.releases);
	const at = all.findIndex(({ version }) => version === from);
	if (key === 'Home') return all[0]?.version ?? null;
	if (key === 'End') return all.at(-1)?.version ?? null;
	const along = { ArrowRight: 1, ArrowLeft: -1 }[key];
	if (along) return all[at === -1 ? (along > 0 ? 0 : all.length - 1) : at + along]?.version ?? from;
	const across = { ArrowDown: 1, ArrowUp: -1 }[key];
	if (!across) return null;
	if (at === -1) return all[0]?.version ?? null;
	const index = rows.findIndex((row) => row.releases.includes(all[at]!));
	const row = rows[index + across];
	const time = (day: string) => dateOf(day).getTime();
	return row
		? (nearest(row, (released) => Math.abs(time(released) - time(all[at]!.released)))?.version ?? null)
		: from;
}

/** Some releases have twenty builds, one for each Mac of their day: the table has them all, this line the first. */
const mostBuilds = 3;

/** The release that is pointed at, on a line or two that stay where they are. */
function ReleaseReadout({ release }: { release: ReleaseRecord }) {
	const more = release.builds.length - mostBuilds;
	return (
		<>
			<strong>{release.version}</strong>
			<span>{inWords(release.released, release.precision)}</span>
			{release.builds.length > 0 && (
				<code>
					{release.builds
						.slice(0, mostBuilds)
						.map(({ build }) => build)
						.join(', ')}
					{more > 0 && ` +${more} more`}
				</code>
			)}
			{release.exploited_count !== null && release.exploited_count > 0 && (
				<span class="exploited">
					fixes {count(release.exploited_count, 'exploited vulnerability', 'exploited vulnerabilities')}
				</span>
			)}
			{release.withdrawn && <span class="wrong">withdrawn</span>}
			{release.note && <span class="note">{release.note}</span>}
		</>
	);
}
