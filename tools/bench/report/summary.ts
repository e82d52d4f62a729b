import type { Machine } from '../measure/machine.ts';
import type { Measure } from '../subject.ts';
import { checkInTable, macsTable } from './capacity.ts';
import { textTable } from './table.ts';

interface Report {
	date: string;
	machine: Machine;
	results: Record<string, readonly Measure[]>;
}

/** The tables of the documents in Markdown, to compare with and to take over by hand. */
export function summaryOf(report: Report): string {
	const { results } = report;
	const parts = [
		machineText(report),
		results.answers && answersTable(results.answers),
		measuredTable(results),
		checkInTable(results),
		macsTable(results),
	];
	return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function answersTable(answers: readonly Measure[]): string {
	const rows = answers.filter(({ name, values }) => values[0]![1] === 'us' && !name.startsWith('hot paths'));
	const nginx = rows.find(({ name }) => name === 'nginx files + key')?.values;
	return textTable(
		['server', 'CPU per answer', 'medians, to nginx files', 'answers per second', 'p50', 'p99'],
		rows.map(({ name, values }) => {
			const [cpu, perSecond, p50, p99] = values.map(([value]) => value) as [number, number, number, number];
			const ratio = nginx ? (cpu / nginx[0]![0]).toFixed(2) : '';
			const pace = Math.round(perSecond).toLocaleString('en');
			return [name, `${cpu.toFixed(1)} µs`, ratio, pace, `${milli(p50)} ms`, `${milli(p99)} ms`];
		}),
	);
}

function machineText({ date, machine }: Report): string {
	const { processor, cores, memory, kernel, load, versions } = machine;
	const tools = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
	const busy =
		load > 0.5
			? ` The load average was ${load.toFixed(1)} when the run began: others were at work on the same processors, so that ` +
				'latency and start times say little.'
			: '';
	return `Measured on ${date.slice(0, 10)}: ${processor}, ${cores} cores, ${memory}, Linux ${kernel}, ${tools.join(', ')}.${busy}`;
}

function measuredTable(results: Report['results']): string | null {
	const find = (name: string) =>
		Object.values(results)
			.flat()
			.find((measure) => measure.name.startsWith(name))?.values[0];
	const names = [
		['pointrelease', 'processor time per answer of operation 3'],
		['answers per second, two to one', 'answers per second with two workers, to those with one'],
		['CPU, Zipf to one', 'processor time with a million licenses, to that with one'],
		['memory added by', 'memory added by a million licenses, in each process'],
		['start with', 'start with a million licenses'],
		['resting memory', 'memory of a process after its start'],
		['memory with every answer asked', 'memory once every answer was asked for'],
	] as const;
	const rows = names.flatMap(([name, words]) => {
		const measured = find(name);
		if (!measured) return [];
		const [value, unit] = measured;
		const units: Record<string, string> = { x: 'times', us: 'µs' };
		return [[words, `${value.toFixed(unit === 'x' ? 2 : 1)} ${units[unit] ?? unit}`]];
	});
	return rows.length > 0 ? textTable(['what', 'measured'], rows) : null;
}

function milli(microseconds: number): string {
	return (microseconds / 1000).toFixed(2);
}
