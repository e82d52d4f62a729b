import { readFileSync } from 'node:fs';
import type { Machine } from '../measure/machine.ts';
import type { Measure } from '../subject.ts';
import type { Report } from './documents.ts';

type Results = Record<string, readonly Measure[]>;

/** The results of the last full run with these subjects replaced; null if it was on another machine. */
export function widen(results: Results, machine: Machine, file = 'docs/performance.json'): Results | null {
	const last = JSON.parse(readFileSync(file, 'utf8')) as Report;
	if (last.machine.processor === machine.processor && last.machine.cores === machine.cores)
		return { ...last.results, ...results };
	process.stderr.write(
		`bench: not written: ${file} is of ${last.machine.processor} with ${last.machine.cores} cores; a full run takes its place\n`,
	);
	return null;
}
