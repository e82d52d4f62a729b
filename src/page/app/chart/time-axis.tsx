import { dateOf, today } from '../parts/dates.ts';

/** Two labels of the axis that are closer than this would touch. */
const labelWidth = 38;

interface TimeAxisProps {
	scale: TimeScale;
	top: number;
	bottom: number;
	/** Where the picture ends: no label goes beyond it. */
	edge: number;
}

/** Lines through the whole chart: years, or months if they have room. */
export function TimeAxis({ scale, top, bottom, edge }: TimeAxisProps) {
	const now = scale.at(today());
	const nowLabel = Math.min(now, edge - labelWidth / 2);
	return (
		<g class="axis" aria-hidden="true">
			{scale.ticks().map((tick) => {
				const x = Math.round(tick.x) + 0.5;
				return (
					<g key={x}>
						<line x1={x} x2={x} y1={top} y2={bottom} />
						{(now > scale.right || Math.abs(x - nowLabel) > labelWidth) && (
							<text x={x} y={top - 8}>
								{tick.label}
							</text>
						)}
					</g>
				);
			})}
			{now <= scale.right && (
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

/** Days along a line of pixels. */
export interface TimeScale {
	readonly left: number;
	readonly right: number;
	/** Where a day lies. */
	at(day: string): number;
	/** First days of months or years that are far enough from each other to be read. */
	ticks(): { readonly x: number; readonly label: string }[];
}

// d3-scale has this for every unit of time and every calendar: it was a third of the page's code.
const day = 86_400_000;
const month = 30.44 * day;
const steps = [1, 3, 6, 12, 24, 60, 120, 240];
/** Two ticks of the axis are at least so many pixels from each other. */
const leastGap = 50;
/** A system is still alive when its last release is younger than this: the axis then runs to today. */
const alive = 500 * day;

/** A scale over the days with a little air at both ends; nothing on it is ever cut in half. */
export function timeScale(days: readonly string[], left: number, right: number): TimeScale {
	const sorted = days.toSorted();
	const [first, last] = [timeOf(sorted[0]!), timeOf(sorted.at(-1)!)];
	const now = timeOf(today());
	const end = now - last < alive ? Math.max(now, last) : last;
	const air = Math.max((end - first) * 0.015, 20 * day);
	const [from, to] = [first - air, end + air];
	const place = (time: number) => left + ((time - from) / (to - from)) * (right - left);
	return {
		left,
		right,
		at: (text) => place(timeOf(text)),
		ticks() {
			const pixels = ((right - left) * month) / (to - from);
			const step = steps.find((months) => months * pixels >= leastGap) ?? steps.at(-1)!;
			const begin = new Date(from);
			// Counted from the year 0, so that ten years fall on 1990 and 2000.
			const months = begin.getUTCFullYear() * 12 + begin.getUTCMonth() + 1;
			const found: { x: number; label: string }[] = [];
			for (let at = Math.ceil(months / step) * step; ; at += step) {
				const time = Date.UTC(Math.floor(at / 12), at % 12, 1);
				if (time > to) return found;
				found.push({ x: place(time), label: labelOf(at) });
			}
		},
	};
}

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function labelOf(months: number): string {
	return months % 12 === 0 ? String(months / 12) : names[months % 12]!;
}

function timeOf(text: string): number {
	return dateOf(text).getTime();
}
