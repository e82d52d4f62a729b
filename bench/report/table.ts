import type { Machine } from '../measure/machine.ts';
import { type Bound, holds, type Measure } from '../subject.ts';

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

/** What must hold, line by line, and the aims apart from it. */
export function barsOf(results: Record<string, readonly Measure[]>): { text: string; missed: number } {
	const all = Object.values(results).flat();
	const lineOf = ({ name, values }: Measure, bound: Bound) => {
		const [value, unit] = values[0]!;
		const verdict = holds(value, bound) ? 'holds ' : 'MISSED';
		return `  ${verdict}  ${name}: ${value.toFixed(2)} ${unit}, ${wordsOf(bound)}`;
	};
	const musts = all.filter(({ must }) => must);
	const aims = all.filter(({ aim }) => aim);
	const missed = musts.filter(({ values, must }) => !holds(values[0]![0], must!)).length;
	const lines = [
		'must hold',
		...musts.map((measure) => lineOf(measure, measure.must!)),
		...(aims.length > 0 ? ['aims', ...aims.map((measure) => lineOf(measure, measure.aim!))] : []),
	];
	return { text: musts.length > 0 ? lines.join('\n') : '', missed };
}

function remarksOf({ values, limit, must, aim, note }: Measure): string {
	const first = values[0]![0];
	const remarks = [
		limit === undefined ? '' : `limit ${limit}${first > limit ? ': OVER' : ''}`,
		must ? `must be ${wordsOf(must)}${holds(first, must) ? '' : ': MISSED'}` : '',
		aim ? `aim ${wordsOf(aim)}` : '',
		note ?? '',
	];
	return remarks.filter(Boolean).join('; ');
}

function wordsOf(bound: Bound): string {
	return 'most' in bound ? `at most ${bound.most}` : `at least ${bound.least}`;
}
