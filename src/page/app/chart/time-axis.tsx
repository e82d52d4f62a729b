import { today } from '../parts/dates.ts';
import type { TimeScale } from './time-scale.ts';

/** Two labels of the axis that are closer than this would touch. */
const labelWidth = 38;

interface TimeAxisProps {
	scale: TimeScale;
	top: number;
	bottom: number;
	/** Where the picture ends: no label goes beyond it. */
	edge: number;
}

/** Years, or months where there is room for them, as lines through the whole chart. */
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
