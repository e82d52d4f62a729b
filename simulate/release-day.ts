import { textTable } from '../bench/report/text-table.ts';
import { chartOf } from './chart.ts';
import { type Outcome, simulate } from './model.ts';
import { each, scenarios, serversOf } from './scenarios.ts';

/** What the simulation says, as the documents show it: the same for the same numbers. */
export interface ReleaseDay {
	readonly table: string;
	readonly chart: string;
}

interface Played {
	readonly name: string;
	readonly outcome: Outcome;
}

export const seed = 20_261_116;
const processors = 2;

/** The day of a release on two processors, by the microseconds that a check-in costs. */
export function releaseDay(microseconds: number): ReleaseDay {
	const servers = serversOf(processors, microseconds);
	const lines: Played[] = scenarios.map((scenario) => ({
		name: scenario.name,
		outcome: simulate(scenario, servers, seed),
	}));
	const head = [
		'a million Macs',
		'most connections asked for',
		'answered at the first try',
		'at a later one',
		'left with the day before',
		'tries that failed',
		'last answer after',
	];
	return {
		table: textTable(head, lines.map(rowOf)),
		chart: chartOf(
			lines.map(({ name, outcome }) => ({ name, perSecond: outcome.asked.map((count) => each * count) })),
			each * servers.perSecond,
			`A million Macs on the day of a release, ${processors} processors`,
		),
	};
}

function rowOf({ name, outcome }: Played): string[] {
	const { asked, first, later, without, failed } = outcome;
	const macs = first + later + without;
	const share = (count: number) => `${((100 * count) / macs).toFixed(1)}%`;
	return [
		name,
		`${(each * Math.max(...asked)).toLocaleString('en')} /s`,
		share(first),
		share(later),
		share(without),
		(each * failed).toLocaleString('en'),
		lastAnswer(outcome),
	];
}

function lastAnswer({ finished }: Outcome): string {
	const seconds = finished.findLastIndex((count) => count > 0) + 1;
	return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
