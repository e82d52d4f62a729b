export interface Line {
	readonly name: string;
	/** Connections asked for in each second. */
	readonly perSecond: readonly number[];
}

const [width, height] = [760, 420];
const [left, right, top, bottom] = [68, 34, 74, 370];
const minutes = 120;
const bucket = 20;
const colours = ['#c62f3e', '#d97a1e', '#2f6fde', '#1d8a5b', '#8a5bd1', '#7a6a1d'];

/** Connections asked for in each second, the busiest of every twenty seconds, on a scale of powers of ten. */
export function chartOf(lines: readonly Line[], limit: number, title: string): string {
	const most = Math.max(...lines.flatMap(({ perSecond }) => perSecond.slice(0, minutes * 60)));
	const powers = Math.ceil(Math.log10(most));
	const x = (second: number) => left + (second / (minutes * 60)) * (width - left - right);
	const y = (rate: number) => bottom - (Math.log10(Math.max(1, rate)) / powers) * (bottom - top);
	const at = (value: number) => value.toFixed(1);
	const grid = Array.from({ length: powers + 1 }, (_, power) => [
		`<line class="grid" x1="${left}" x2="${width - right}" y1="${at(y(10 ** power))}" y2="${at(y(10 ** power))}"/>`,
		`<text class="foot" x="${left - 8}" y="${at(y(10 ** power) + 4)}" text-anchor="end">${(10 ** power).toLocaleString('en')}</text>`,
	]).flat();
	const hours = Array.from(
		{ length: minutes / 20 + 1 },
		(_, mark) =>
			`<text class="foot" x="${at(x(mark * 1_200))}" y="${bottom + 18}" text-anchor="middle">${mark * 20} min</text>`,
	);
	const curves = lines.map(({ perSecond }, index) => {
		const points: string[] = [];
		for (let second = 0; second < Math.min(perSecond.length, minutes * 60); second += bucket)
			points.push(`${at(x(second))},${at(y(Math.max(...perSecond.slice(second, second + bucket))))}`);
		return `<polyline fill="none" stroke="${colours[index]}" stroke-width="2" points="${points.join(' ')}"/>`;
	});
	const legend = lines.map(({ name }, index) => {
		const row = top + 12 + index * 17;
		return `<rect x="${width - 276}" y="${row - 9}" width="10" height="10" rx="2" fill="${colours[index]}"/><text class="foot" x="${width - 260}" y="${row}">${name}</text>`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
	<title id="title">${title}</title>
	<style>
		text { font: 14px system-ui, sans-serif; fill: #1f2733; }
		.foot { font-size: 11px; fill: #5b6675; }
		.grid { stroke: #9aa4b2; stroke-opacity: 0.35; }
		.limit { stroke: #5b6675; stroke-dasharray: 5 4; }
		@media (prefers-color-scheme: dark) { text { fill: #e6eaf0; } .foot { fill: #9aa4b2; } .limit { stroke: #9aa4b2; } }
	</style>
	<text x="16" y="28" font-weight="bold">${title}</text>
	<text x="16" y="46" class="foot">connections asked for in a second, the most of every 20 seconds; the broken line is what the processors carry</text>
	${[...grid, ...hours].join('\n\t')}
	<line class="limit" x1="${left}" x2="${width - right}" y1="${at(y(limit))}" y2="${at(y(limit))}"/>
	${[...curves, ...legend].join('\n\t')}
</svg>
`;
}
