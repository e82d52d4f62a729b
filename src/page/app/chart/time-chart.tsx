import { useState } from 'preact/hooks';
import { majorAddress } from '../address.ts';
import { count, dateOf, inWords } from '../parts/dates.ts';
import { isShortcut } from '../parts/link.tsx';
import { useWidth } from '../parts/use-width.ts';
import type { ReleaseRecord } from '../service/records.ts';
import { AfterSupport, ChartRow, endOf, type Row } from './chart-row.tsx';
import { TimeAxis, timeScale } from './time-axis.tsx';

interface TimeChartProps {
	/** A description of the chart for screen readers. */
	label: string;
	rows: readonly Row[];
	/** More days that the axis must cover. */
	days?: readonly string[];
	/** The installed release and the next one, which have special marks. */
	installedVersion?: string | null;
	next?: string | null;
	/** Called with the chosen release. */
	pick?: (version: string) => void;
	hint: string;
}

const rowHeight = 30;
const axisHeight = 30;
/** The width of the widest digit, and the gap between a label and the bars. */
const digit = 8;
const gap = 16;

/** What the marks of these rows mean. */
function Legend({ rows }: { rows: readonly Row[] }) {
	const hasExploited = rows.some(({ releases }) => releases.some(({ exploited_count: count }) => count));
	const hasAfter = rows.some((row) => row.endedOn && endOf(row).released > row.endedOn);
	return (
		<ul class="legend">
			<li>
				<span aria-hidden="true">┃</span> a release
			</li>
			{hasExploited && (
				<li>
					<span class="exploited" aria-hidden="true">
						▼
					</span>{' '}
					fixes an exploited vulnerability
				</li>
			)}
			{hasAfter && (
				<li>
					<span aria-hidden="true">▨</span> after its support ended
				</li>
			)}
		</ul>
	);
}

/** Rows of releases on one time axis: a bar for the row, a mark for each release. Arrow keys move between marks. */
export function TimeChart({
	label,
	rows,
	days = [],
	installedVersion = null,
	next = null,
	pick,
	hint,
}: TimeChartProps) {
	const { element, width } = useWidth<HTMLDivElement>();
	const [chosen, setChosen] = useState<string | null>(null);
	const height = axisHeight + rows.length * rowHeight + 6;
	const [left, right] = margins(rows);
	const releases = rows.flatMap((row) => row.releases);
	const scale = timeScale([...days, ...releases.map(({ released }) => released)], left, width - right);
	const shown = releases.find(({ version }) => version === chosen) ?? null;
	const walk = (event: KeyboardEvent) => {
		if (isShortcut(event)) return;
		const next = step(rows, chosen ?? installedVersion, event.key);
		if (next) setChosen(next);
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
			<Legend rows={rows} />
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
						<AfterSupport />
						<TimeAxis scale={scale} top={axisHeight} bottom={height} edge={width} />
						{rows.map((row, index) => (
							<ChartRow
								key={row.label}
								row={row}
								scale={scale}
								y={axisHeight + index * rowHeight + rowHeight / 2}
								width={width}
								chosen={chosen}
								installedVersion={installedVersion}
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

/** The width of the longest label and the longest version. SVG text is not shortened by the browser. */
function margins(rows: readonly Row[]): [left: number, right: number] {
	const label = Math.max(...rows.map((row) => row.label.length));
	const end = Math.max(...rows.map((row) => endOf(row).version.length));
	return [label * digit + gap, end * digit + gap];
}

function nearest(row: Row, distance: (released: string) => number): ReleaseRecord | null {
	let best: ReleaseRecord | null = null;
	for (const release of row.releases) {
		if (!best || distance(release.released) <= distance(best.released)) best = release;
	}
	return best;
}

/** The release that an arrow key moves to: left and right through all rows, up and down to the nearest in the next row. */
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

/** How many builds the line shows. Some releases have twenty; the table has all of them. */
const mostBuilds = 3;

/** The facts of the release under the pointer. The lines keep their height, so that nothing moves. */
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
