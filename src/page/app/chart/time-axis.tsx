import { dateOf, today } from '../parts/dates.ts';

/** The least distance between two labels, in pixels. */
const labelWidth = 38;

interface TimeAxisProps {
	scale: TimeScale;
	top: number;
	bottom: number;
	/** The right edge of the picture. No label crosses it. */
	edge: number;
}

/** Vertical lines with labels: years, or months if there is room. */
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

/** Maps days to horizontal pixels. */
export interface TimeScale {
	readonly left: number;
	readonly right: number;
	/** The position of a day. */
	at(day: string): number;
	/** First days of months or years, far enough apart for their labels. */
	ticks(): { readonly x: number; readonly label: string }[];
}

// No library: d3-scale covers every unit of time and every calendar, and was a third of the page's code.
const day = 86_400_000;
const month = 30.44 * day;
const steps = [1, 3, 6, 12, 24, 60, 120, 240];
/** The least distance between two ticks, in pixels. */
const leastGap = 50;
/** If the last release is younger than this, the axis ends today instead of at that release. */
const recent = 500 * day;

/** A scale over the days, with a margin at both ends so that no mark is cut off. */
export function timeScale(days: readonly string[], left: number, right: number): TimeScale {
	const sorted = days.toSorted();
	const [first, last] = [timeOf(sorted[0]!), timeOf(sorted.at(-1)!)];
	const now = timeOf(today());
	const end = now - last < recent ? Math.max(now, last) : last;
	const margin = Math.max((end - first) * 0.015, 20 * day);
	const [from, to] = [first - margin, end + margin];
	const place = (time: number) => left + ((time - from) / (to - from)) * (right - left);
	return {
		left,
		right,
		at: (text) => place(timeOf(text)),
		ticks() {
			const pixels = ((right - left) * month) / (to - from);
			const step = steps.find((months) => months * pixels >= leastGap) ?? steps.at(-1)!;
			const begin = new Date(from);
			// Count months from the year 0, so that steps of ten years fall on 1990 and 2000.
			const months = begin.getUTCFullYear() * 12 + begin.getUTCMonth() + 1;
			const ticks: { x: number; label: string }[] = [];
			for (let at = Math.ceil(months / step) * step; ; at += step) {
				const time = Date.UTC(Math.floor(at / 12), at % 12, 1);
				if (time > to) return ticks;
				ticks.push({ x: place(time), label: labelOf(at) });
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
