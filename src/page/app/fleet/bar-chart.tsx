import { grouped } from '@pointrelease/core/src/text/numbers.ts';
import { TableHead } from '../parts/table-parts.tsx';
import { useWidth } from '../parts/use-width.ts';

/** A bar: the number of Macs (`value`), and how many of them meet the policy (`good`). */
export interface Bar {
	/** Passed to `pick`; the label by default. */
	readonly id?: string;
	/** Whether the bar is the sum of several, which cannot be chosen. */
	readonly isSum?: boolean;
	readonly label: string;
	readonly value: number;
	readonly good?: number | null;
	/** What is written beside the bar; the value by default. */
	readonly text?: string;
	/** How many of the Macs are exposed to known exploited vulnerabilities. */
	readonly exposed?: number;
	readonly tone?: 'current' | 'behind' | 'ended' | 'late' | 'wrong' | 'plain';
}

interface BarChartProps {
	title: string;
	bars: readonly Bar[];
	/** The index of the bar above the policy line; -1 for no line. */
	lineBelow?: number;
	/** The meaning of `good`; undefined if no bar has it. */
	goodLabel?: string;
	/** The value of a bar as wide as the chart; by default the largest one. */
	most?: number;
	/** Whether the chart has its numbers as a table. Without one, all bars are drawn. */
	hasTable?: boolean;
	/** The label of the sum of the bars that are not drawn. */
	moreLabel?: string;
	/** Called with the chosen bar. Without it, bars cannot be chosen. */
	pick?(id: string, label: string): void;
	/** The ID of the chosen bar. */
	picked?: string | null;
}

/** The signs of the badges, so that states differ not only by color. */
const signs: Partial<Record<NonNullable<Bar['tone']>, string>> = { current: '● ', behind: '▲ ', ended: '■ ' };

/** The attributes that make a bar a button. */
function choice(pick: (() => void) | null, isPicked: boolean) {
	if (!pick) return {};
	return {
		role: 'button' as const,
		// SVG attributes are case-sensitive: `tabIndex` has no effect there.
		tabindex: 0,
		'aria-pressed': isPicked,
		class: isPicked ? 'pickable picked' : 'pickable',
		onClick: pick,
		onKeyDown: (event: KeyboardEvent) => {
			if (event.key !== 'Enter' && event.key !== ' ') return;
			event.preventDefault();
			pick();
		},
	};
}

/** How many bars the chart has, and how many rows its table, which is also printed. */
const mostBars = 16;
const mostRows = 100;

/** The first bars, and one bar for the sum of all others. */
function upTo(most: number, bars: readonly Bar[], moreLabel?: string): readonly Bar[] {
	if (bars.length <= most) return bars;
	const moreBars = bars.slice(most);
	const sumOf = (member: 'value' | 'good' | 'exposed') =>
		moreBars.reduce((sum, bar) => sum + (bar[member] ?? 0), 0);
	const sum: Bar = {
		label: moreLabel ?? `${grouped(moreBars.length)} more`,
		value: sumOf('value'),
		good: typeof moreBars[0]!.good === 'number' ? sumOf('good') : null,
		exposed: sumOf('exposed'),
		isSum: true,
	};
	return [...bars.slice(0, most), moreBars[0]!.tone ? { ...sum, tone: moreBars[0]!.tone } : sum];
}

const rowHeight = 26;
/** The width of the sign and the number of exposed Macs. */
const exposedWidth = 52;
const exposedSign = '⚠';
const exposedWords = 'exposed to known exploited vulnerabilities';
/** The width of the word at the policy line, beside the number of the bar above. */
const policyWidth = 46;
/** The average width of a letter in pixels. Names of Macs have 6.2 in wide fonts; "unsupported" and "2029 Q3" have more than 7. */
const letterWidth = 8;
/** The width of a number with its space. */
const leastValueWidth = 60;
/** The width until the chart is measured, and in a file without scripts: that of a phone, so that no text is too small. */
const usualWidth = 360;

/** Horizontal bars. Screen readers and paper get the same numbers as a table. */
export function BarChart({
	title,
	bars: all,
	moreLabel,
	lineBelow = -1,
	goodLabel = '',
	most: given,
	hasTable = true,
	pick,
	picked = null,
}: BarChartProps) {
	const { element, width: measured } = useWidth<HTMLDivElement>();
	const width = Math.max(240, measured || usualWidth);
	const bars = hasTable ? upTo(mostBars, all, moreLabel) : all;
	// Drawn at its real width: scaling a larger chart down would make its text too small.
	const longest = Math.max(...bars.map(({ label, tone }) => label.length + (tone && signs[tone] ? 2 : 0)));
	const labelWidth = Math.min(Math.ceil(longest * letterWidth) + 12, Math.floor(width * 0.62));
	const letters = Math.floor((labelWidth - 12) / letterWidth);
	const line = Math.min(lineBelow, bars.length - 1);
	const most = given ?? Math.max(1, ...bars.map(({ value }) => value));
	const valueWidth = Math.max(
		leastValueWidth,
		...bars.map(({ text = '' }) => text.length * letterWidth + 12),
	);
	const hasExposed = bars.some(({ exposed = 0 }) => exposed > 0);
	const room =
		width - labelWidth - valueWidth - (line >= 0 ? policyWidth : 0) - (hasExposed ? exposedWidth : 0);
	const height = bars.length * rowHeight + 8;
	const hasGood = bars.some(({ good }) => good !== undefined && good !== null);
	return (
		<figure class="card fleet-chart">
			<figcaption>
				{title}
				{hasExposed && (
					<span class="bar-legend alarm">
						{exposedSign} {exposedWords}
					</span>
				)}
			</figcaption>
			<div ref={element}>
				<svg viewBox={`0 0 ${width} ${height}`} role={pick ? 'group' : 'img'} aria-label={title}>
					{bars.map(({ id, label, value, good, text, exposed = 0, isSum = false, tone = 'plain' }, index) => {
						const y = index * rowHeight + 4;
						const length = (value / most) * room;
						const goodLength = ((good ?? 0) / most) * room;
						const lying = { x: labelWidth, y: y + 2, height: rowHeight - 8, rx: 3 };
						return (
							<g
								key={label}
								{...choice(
									pick && !isSum && value > 0 ? () => pick(id ?? label, label) : null,
									picked === (id ?? label),
								)}
							>
								{pick && <rect x="0" y={y} width={width} height={rowHeight} class="bar-field" />}
								<text x={labelWidth - 10} y={y + 15} class="bar-label">
									{signs[tone]}
									{label.length > letters ? `${label.slice(0, letters - 1)}…` : label}
								</text>
								<rect {...lying} width={length} class={`bar ${hasGood ? 'whole' : tone}`} />
								{goodLength > 0 && <rect {...lying} width={goodLength} class="bar good" />}
								<text x={labelWidth + length + 8} y={y + 15} class="bar-value">
									{text ?? grouped(value)}
									{exposed > 0 && (
										<tspan class="bar-exposed" dx="8">
											{exposedSign} {grouped(exposed)}
										</tspan>
									)}
								</text>
							</g>
						);
					})}
					{line >= 0 && (
						<g>
							<line
								x1="0"
								x2={width}
								y1={(line + 1) * rowHeight + 3}
								y2={(line + 1) * rowHeight + 3}
								class="policy-line"
							/>
							<text x={width} y={(line + 1) * rowHeight - 2} class="policy-label">
								policy
							</text>
						</g>
					)}
				</svg>
			</div>
			{hasTable && (
				<BarTable title={title} bars={upTo(mostRows, all, moreLabel)} goodLabel={hasGood && goodLabel} />
			)}
		</figure>
	);
}

interface BarTableProps {
	title: string;
	bars: readonly Bar[];
	/** The title of the column with `good`; false if no bar has it. */
	goodLabel: string | false;
}

/** The numbers of the chart. */
function BarTable({ title, bars, goodLabel }: BarTableProps) {
	const hasGood = goodLabel !== false;
	const hasExposed = bars.some(({ exposed = 0 }) => exposed > 0);
	return (
		<details>
			<summary>As a table</summary>
			<table>
				<caption class="unseen">{title}</caption>
				<TableHead titles={[title, 'Macs', goodLabel, hasExposed && exposedWords]} />
				<tbody>
					{bars.map(({ label, value, good, exposed = 0 }) => (
						<tr key={label}>
							<th scope="row">{label}</th>
							<td>{grouped(value)}</td>
							{hasGood && <td>{typeof good === 'number' && grouped(good)}</td>}
							{hasExposed && <td>{grouped(exposed)}</td>}
						</tr>
					))}
				</tbody>
			</table>
		</details>
	);
}
