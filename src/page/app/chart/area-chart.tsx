import type { ComponentChildren } from 'preact';

/** A width that fits a phone, so that the text of the chart is never scaled down to less than people can read. */
const [width, height] = [360, 120];
/** Space on the left for the numbers of the axis, and below for its days. */
const [left, below] = [40, 18];

interface Layer {
	/** What the layer means, as a class and as a word for the legend. */
	readonly kind: string;
	readonly title: string;
	/** Its lower and its upper edge at each place. */
	readonly low: readonly number[];
	readonly high: readonly number[];
}

interface Mark {
	readonly at: number;
	readonly text: string;
}

interface AreaChartProps {
	children: ComponentChildren;
	/** The numbers, for people who cannot see the chart. */
	label: string;
	/** The places of the values from left to right, ascending. */
	places: readonly number[];
	/** The value at the upper end. */
	most: number;
	layers: readonly Layer[];
	/** Whether a value holds until the next place, instead of changing evenly. */
	isStepped?: boolean;
	marks: { readonly across: readonly Mark[]; readonly up: readonly Mark[] };
}

/** Areas over each other, with a legend. Drawn without being measured, so that it is the same in a file without scripts. */
export function AreaChart({
	children,
	label,
	places,
	most,
	layers,
	isStepped = false,
	marks,
}: AreaChartProps) {
	const [first, last] = [places[0]!, places.at(-1)!];
	const x = (place: number) => rounded(left + ((place - first) / Math.max(1, last - first)) * (width - left));
	const y = (value: number) => rounded(height - (value / Math.max(1, most)) * height);
	const edge = (values: readonly number[]) =>
		values.flatMap((value, at) => {
			const point = `${x(places[at]!)},${y(value)}`;
			return isStepped && at > 0 ? [`${x(places[at]!)},${y(values[at - 1]!)}`, point] : [point];
		});
	return (
		<figure class="card fleet-chart area-chart">
			<figcaption>
				{children}
				<span class="legend">
					{layers.map(({ kind, title }) => (
						<span key={kind}>
							<span class={kind}>■</span> {title}
						</span>
					))}
				</span>
			</figcaption>
			<svg viewBox={`0 0 ${width} ${height + below}`} role="img" aria-label={label}>
				{layers.map(({ kind, low, high }) => (
					<path key={kind} class={kind} d={`M${[...edge(high), ...edge(low).reverse()].join('L')}Z`} />
				))}
				{marks.up.map(({ at, text }) => (
					<g key={at} class="axis">
						<line x1={left} x2={width} y1={y(at)} y2={y(at)} />
						<text class="last" x={left - 6} y={Math.max(10, y(at))}>
							{text}
						</text>
					</g>
				))}
				<g class="axis">
					{marks.across.map(({ at, text }) => (
						<text
							key={at}
							class={at === last ? 'last' : at === first ? 'first' : undefined}
							x={x(at)}
							y={height + 14}
						>
							{text}
						</text>
					))}
				</g>
			</svg>
		</figure>
	);
}

function rounded(pixels: number): number {
	return Math.round(pixels * 10) / 10;
}
