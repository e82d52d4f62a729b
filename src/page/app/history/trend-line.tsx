import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { type Trend, trendWords } from '../../../fleet/history/trend.ts';

const [width, height, edge] = [132, 28, 3];

/** What changed within a week, and a small line of the twelve weeks before. Drawn without a script, for files as well. */
export function TrendLine({ trend }: { trend: Trend | null | undefined }) {
	if (!trend) return null;
	const { weeks } = trend;
	const most = Math.max(1, ...weeks.map(({ overdue }) => overdue ?? 0));
	const x = (at: number) => edge + (at * (width - 2 * edge)) / (weeks.length - 1);
	const y = (value: number) => height - edge - (value * (height - 2 * edge)) / most;
	const points = weeks.flatMap(({ overdue }, at) =>
		overdue === null ? [] : [`${x(at).toFixed(1)},${y(overdue).toFixed(1)}`],
	);
	const stated = weeks.flatMap(({ day, overdue }) => (overdue === null ? [] : [`${day}: ${overdue}`]));
	return (
		<p class="trend-line">
			<svg
				viewBox={`0 0 ${width} ${height}`}
				width={width}
				height={height}
				role="img"
				aria-label={`Overdue Macs in ${counted(stated.length, 'week')}. ${stated.join(', ')}`}
			>
				<title>{stated.join('\n')}</title>
				<polyline points={points.join(' ')} fill="none" stroke="currentColor" stroke-width="1.5" />
				<circle cx={x(weeks.length - 1)} cy={y(trend.overdue)} r="2.5" fill="currentColor" />
			</svg>{' '}
			{trendWords(trend)}
		</p>
	);
}
