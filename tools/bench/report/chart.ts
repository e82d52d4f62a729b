import type { Machine } from '../measure/machine.ts';
import type { Measure } from '../subject.ts';

const width = 720;
const left = 170;
const row = 34;
const top = 64;

/** A chart of the processor time per answer, one bar for each contender, readable on light and dark pages. */
export function chartOf(answers: readonly Measure[], machine: Machine): string {
	const contenders = answers
		.filter(({ name, values }) => values[0]![1] === 'us' && !name.startsWith('hot paths'))
		.toSorted((a, b) => a.values[0]![0] - b.values[0]![0]);
	const most = Math.max(...contenders.map(({ values }) => values[0]![0]));
	const scale = (width - left - 90) / most;
	const bars = contenders.map(({ name, values }, at) => {
		const [cpu] = values[0]!;
		const y = top + at * row;
		const ours = name === 'pointrelease';
		return [
			`<text x="${left - 10}" y="${y + 16}" text-anchor="end"${ours ? ' font-weight="bold"' : ''}>${name}</text>`,
			`<rect x="${left}" y="${y}" width="${(cpu * scale).toFixed(1)}" height="22" rx="3" fill="${ours ? '#2f6fde' : '#9aa4b2'}"/>`,
			`<text x="${(left + cpu * scale + 8).toFixed(1)}" y="${y + 16}">${cpu.toFixed(1)} µs</text>`,
		].join('\n\t');
	});
	const height = top + contenders.length * row + 34;
	const { processor, cores, versions } = machine;
	const foot = `${processor}, ${cores} cores; Bun ${versions.bun}, nginx ${versions.nginx}, Node ${versions.node}`;
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
	<title id="title">Processor time of the server per answer</title>
	<style>
		text { font: 14px system-ui, sans-serif; fill: #1f2733; }
		.foot { font-size: 11px; fill: #5b6675; }
		@media (prefers-color-scheme: dark) { text { fill: #e6eaf0; } .foot { fill: #9aa4b2; } }
	</style>
	<text x="16" y="28" font-weight="bold">Processor time of the server per answer</text>
	<text x="16" y="46" class="foot">operation 3, every board and release in turn, 32 connections kept open; less is better</text>
	${bars.join('\n\t')}
	<text x="16" y="${height - 12}" class="foot">${foot}</text>
</svg>
`;
}
