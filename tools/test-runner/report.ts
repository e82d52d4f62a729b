import type { Outcome } from './job.ts';

export interface Report {
	/** Shows the outcome of a process, and its output if something failed. */
	add(name: string, outcome: Outcome): void;
	say(line: string): void;
	/** Shows the sums; returns whether everything passed. `coreSeconds` are those of the whole run, shared servers included. */
	end(coreSeconds: number): boolean;
}

export function createReport(write: (text: string) => void): Report {
	const start = performance.now();
	const outcomes = new Map<string, Outcome>();
	return {
		say: (line) => write(`${line}\n`),
		add(name, outcome) {
			outcomes.set(name, outcome);
			const { failed, skipped, seconds, cpu, output } = outcome;
			const mark = failed > 0 ? 'FAIL' : skipped > 0 ? 'skip' : 'ok';
			const times = `${seconds.toFixed(1).padStart(6)} s ${`(${cpu.toFixed(1)})`.padStart(7)}`;
			write(`${mark.padEnd(4)} ${times}  ${name}: ${inWords(outcome, false)}\n`);
			if (failed > 0) write(`${output.replace(/^/gm, '    ')}\n`);
		},
		end(coreSeconds) {
			const all = [...outcomes.values()];
			const sum = (of: (outcome: Outcome) => number) =>
				all.reduce((total, outcome) => total + of(outcome), 0);
			const total = {
				passed: sum(({ passed }) => passed),
				failed: sum(({ failed }) => failed),
				skipped: sum(({ skipped }) => skipped),
			};
			const wall = ((performance.now() - start) / 1000).toFixed(0);
			const cpu = sum((outcome) => outcome.cpu);
			const more = Math.max(0, coreSeconds - cpu).toFixed(0);
			write(`\n${all.length} processes in ${wall} s, ${cpu.toFixed(0)} core-seconds\n`);
			write(`PostgreSQL, Chromium and the runner: ${more} core-seconds more\n`);
			for (const [name, { failed }] of outcomes) if (failed > 0) write(`failed: ${name}\n`);
			write(`${inWords(total)}\n`);
			return total.failed === 0;
		},
	};
}

function inWords(outcome: Pick<Outcome, 'passed' | 'failed' | 'skipped'>, zeros = true): string {
	return (['passed', 'failed', 'skipped'] as const)
		.filter((word) => zeros || outcome[word] > 0)
		.map((word) => `${outcome[word]} ${word}`)
		.join(', ');
}
