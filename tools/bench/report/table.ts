import type { Machine } from '../measure/machine.ts';
import { type Bound, holds, type Measure } from '../subject.ts';
import { boundWords, measuredWords, verdictOf } from './verdict.ts';

export function machineLine({ processor, cores, memory, kernel, load, versions }: Machine): string {
	const tools = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
	return [
		`${processor}, ${cores} cores, ${memory}, Linux ${kernel}, ${tools.join(', ')}`,
		...(load > 0.5
			? [`load average ${load.toFixed(1)} at the start: others are at work, latency says little`]
			: []),
	].join('\n');
}

export function tableOf(name: string, measures: readonly Measure[]): string {
	const width = Math.max(...measures.map((measure) => measure.name.length));
	const lines = measures.map((measure) => {
		const values = measure.values.map(
			([amount, unit]) => `${amount.toFixed(unit === 'x' ? 2 : 1).padStart(9)} ${unit.padEnd(6)}`,
		);
		return `  ${measure.name.padEnd(width)}  ${values.join('')}  ${remarksOf(measure)}`.trimEnd();
	});
	return [name, ...lines].join('\n');
}

/** The bars line by line, aims separately, and the reliability of the verdicts. */
export function barsOf(results: Record<string, readonly Measure[]>): { text: string; missedCount: number } {
	const all = Object.values(results).flat();
	const musts = all.flatMap((measure) => (measure.must ? [[measure, measure.must] as const] : []));
	const aims = all.flatMap((measure) => (measure.aim ? [[measure, measure.aim] as const] : []));
	const lineOf = ([measure, bound]: readonly [Measure, Bound]) => {
		const words = verdictOf(measure, bound).words.replace('missed', 'MISSED');
		return `  ${measure.name}: ${measuredWords(measure)}, ${boundWords(bound)}: ${words}`;
	};
	const verdicts = [...musts, ...aims].map(([measure, bound]) => verdictOf(measure, bound));
	const unsure = verdicts.filter(({ sure }) => !sure).length;
	const lines = [
		'must hold',
		...musts.map(lineOf),
		...(aims.length > 0 ? ['aims', ...aims.map(lineOf)] : []),
		...(unsure > 0
			? [
					`${unsure} of ${verdicts.length} verdicts could be otherwise: the bar lies within the spread, or others were at work. Repeat those in calm.`,
				]
			: []),
	];
	const missedCount = musts.filter(([{ values }, must]) => !holds(values[0]![0], must)).length;
	return { text: musts.length > 0 ? lines.join('\n') : '', missedCount };
}

function remarksOf(measure: Measure): string {
	const { values, limit, must, aim, note, spread } = measure;
	const first = values[0]![0];
	const remarks = [
		limit === undefined ? '' : `limit ${limit}${first > limit ? ': OVER' : ''}`,
		must ? `must be ${boundWords(must)}${holds(first, must) ? '' : ': MISSED'}` : '',
		aim ? `aim ${boundWords(aim)}` : '',
		spread === undefined ? '' : `spread ${(spread * 100).toFixed(1)}%`,
		note ?? '',
	];
	return remarks.filter(Boolean).join('; ');
}

/** A Markdown table. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
	return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
