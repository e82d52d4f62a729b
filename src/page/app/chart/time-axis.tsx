import { type ScaleTime, scaleUtc } from 'd3-scale';
import { dateOf, today } from '../parts/dates.ts';

export type TimeScale = ScaleTime<number, number>;

const day = 86_400_000;
/** Two labels of the axis that are closer than this would touch. */
const labelWidth = 38;
/** A system is still alive when its last release is younger than this: the axis then runs to today. */
const alive = 500 * day;

/** A scale over the days with a little air at both ends; nothing on it is ever cut in half. */
export function timeScale(days: readonly string[], from: number, to: number): TimeScale {
	const sorted = days.toSorted();
	const [first, last] = [dateOf(sorted[0]!).getTime(), dateOf(sorted.at(-1)!).getTime()];
	const now = dateOf(today()).getTime();
	const end = now - last < alive ? Math.max(now, last) : last;
	const air = Math.max((end - first) * 0.015, 20 * day);
	return scaleUtc()
		.domain([new Date(first - air), new Date(end + air)])
		.range([from, to]);
}

interface TimeAxisProps {
	scale: TimeScale;
	top: number;
	bottom: number;
	/** Where the picture ends: no label goes beyond it. */
	edge: number;
}

/** Years, or months where there is room for them, as lines through the whole chart. */
export function TimeAxis({ scale, top, bottom, edge }: TimeAxisProps) {
	const [from = 0, to = 0] = scale.range();
	const ticks = scale.ticks(Math.max(2, Math.floor((to - from) / 80)));
	const format = scale.tickFormat();
	const now = scale(dateOf(today()));
	const nowLabel = Math.min(now, edge - labelWidth / 2);
	return (
		<g class="axis" aria-hidden="true">
			{ticks.map((tick) => {
				const x = Math.round(scale(tick)) + 0.5;
				return (
					<g key={tick.getTime()}>
						<line x1={x} x2={x} y1={top} y2={bottom} />
						{(now > to || Math.abs(x - nowLabel) > labelWidth) && (
							<text x={x} y={top - 8}>
								{tick.getUTCMonth() === 0 ? tick.getUTCFullYear() : format(tick).slice(0, 3)}
							</text>
						)}
					</g>
				);
			})}
			{now <= to && (
				<>
					<line class="now" x1={now} x2={now} y1={top} y2={bottom} />
					<text class="today" x={nowLabel} y={top - 8}>
						today
					</text>
				</>
			)}
		</g>
	);
}
