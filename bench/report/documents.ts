import { readFileSync, writeFileSync } from 'node:fs';
import type { Machine } from '../measure/machine.ts';
import type { Measure } from '../subject.ts';
import { checkInTable, macsTable } from './capacity.ts';
import { textTable } from './table.ts';
import { boundWords, measuredWords, verdictOf } from './verdict.ts';

export interface Report {
	date: string;
	machine: Machine;
	results: Record<string, readonly Measure[]>;
}

/** The results of the last full run with these subjects replaced; null if it was on another machine. */
export function widen(
	results: Report['results'],
	machine: Machine,
	file = 'docs/performance.json',
): Report['results'] | null {
	const last = JSON.parse(readFileSync(file, 'utf8')) as Report;
	if (last.machine.processor === machine.processor && last.machine.cores === machine.cores)
		return { ...last.results, ...results };
	process.stderr.write(
		`bench: not written: ${file} is of ${last.machine.processor} with ${last.machine.cores} cores; a full run takes its place\n`,
	);
	return null;
}

/** Writes the results of a full run into the documents, between marked comments. */
export function writeDocuments(report: Report): void {
	fill('docs/performance.md', {
		answers: answersTable(report),
		machine: machineText(report),
		bars: barsTable(report),
	});
	const { results } = report;
	fill('docs/scaling.md', {
		measured: measuredTable(report),
		'check-in': checkInTable(results),
		macs: macsTable(results),
	});
}

/** Null leaves a part unchanged. */
export function fill(file: string, parts: Record<string, string | null>): void {
	let text = readFileSync(file, 'utf8');
	for (const [name, part] of Object.entries(parts)) {
		if (part === null) continue;
		const [open, close] = [`<!-- bench: ${name} -->`, '<!-- end -->'];
		const from = text.indexOf(open);
		const to = text.indexOf(close, from);
		if (from === -1 || to === -1) throw new Error(`${file} has no place for ${name}`);
		text = `${text.slice(0, from + open.length)}\n${part}\n${text.slice(to)}`;
	}
	writeFileSync(file, text);
}

function answersTable({ results }: Report): string {
	const rows = results.answers!.filter(
		({ name, values }) => values[0]![1] === 'us' && !name.startsWith('hot paths'),
	);
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

/** The bars that are missed or met by less than a tenth, and the number of other bars. */
function barsTable({ results }: Report): string {
	const barred = Object.entries(results).flatMap(([subject, all]) =>
		all.filter(({ must, aim }) => must ?? aim).map((measure) => ({ subject, measure })),
	);
	const rows = barred.flatMap(({ subject, measure }) => {
		const { name, must, aim, values } = measure;
		const missedBound = [must, aim].find((bound) => bound && !verdictOf(measure, bound).holds);
		const bound = missedBound ?? must ?? aim!;
		const limit = 'most' in bound ? bound.most : bound.least;
		if (!missedBound && Math.abs(values[0]![0] - limit) >= limit / 10) return [];
		const alone = barred.filter((other) => other.measure.name === name).length === 1;
		const verdict = verdictOf(measure, bound).words.replace('missed', '**missed**');
		const bars = [must, aim].map((bar) => (bar ? boundWords(bar) : ''));
		const whose = missedBound && missedBound === aim ? 'aim ' : '';
		return [[alone ? name : `${name}, ${subject}`, measuredWords(measure), ...bars, whose + verdict]];
	});
	const remark = `\n\n${barred.length - rows.length} other bars hold by a tenth or more; [performance.json](performance.json) has them.`;
	return textTable(['what', 'measured', 'required', 'aim', 'verdict'], rows) + remark;
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

function measuredTable({ results }: Report): string {
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
	return textTable(['what', 'measured'], rows);
}

function milli(microseconds: number): string {
	return (microseconds / 1000).toFixed(2);
}

// After an edit of the documents: inserts the last full run without measuring again.
if (import.meta.main) writeDocuments(JSON.parse(readFileSync('docs/performance.json', 'utf8')));
