import { type Framework, frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import type { Exceptions } from '../../../fleet/history/exception.ts';
import type { VerdictCounts } from '../../../fleet/history/framework-report.ts';
import { type Allowed, isTooUncertain, readAllowed } from '../../../fleet/report/headline.ts';
import type { Summary } from '../../../fleet/report/summary.ts';
import { readExceptions } from '../../../history/exceptions.ts';
import type { HistoryFile } from '../../../history/history-file.ts';
import { openHistory, usualHistoryPath } from '../../../history/open-history.ts';
import { Failure } from '../../../process/failure.ts';
import type { Call, Options } from '../../command.ts';
import { incompleteStatus, missedStatus } from '../../exit-status.ts';
import { dayOf } from '../../options.ts';

export const historyOption = {
	type: 'string',
	value: 'FILE',
	help: 'the history file (default: fleet-history.db in the state folder)',
} as const;

type HistoryCall = Call<{ history: typeof historyOption }>;

export function historyPath({ options, settings }: HistoryCall): string {
	return options.history ?? usualHistoryPath(settings);
}

export function openCalled(call: HistoryCall, make = false): HistoryFile {
	return openHistory(historyPath(call), make);
}

/** The first day of the period, for every command about a history. */
export const fromOption = {
	type: 'string',
	value: 'DAY',
	help: 'the first day of the period, YYYY-MM-DD (default: a year before --as-of)',
} as const;

export function fromOf(call: Call<{ from: typeof fromOption }>, asOf: string): string | undefined {
	const from = dayOf(call, 'from');
	if (from === null) return undefined;
	if (from > asOf) throw new Failure('bad-arguments', `--from: ${from} is after the last day, ${asOf}`);
	return from;
}

export const frameworkOptions = {
	framework: {
		type: 'string',
		value: 'KEY',
		help: 'judge each Mac by a framework (pass, fail, unknown); fleet frameworks lists them',
	},
	unranked: {
		type: 'string',
		value: 'critical',
		help: 'count updates without a rank as critical, if the framework leaves the ranking to you (PCI DSS)',
	},
	exceptions: {
		type: 'string',
		value: 'FILE',
		help: 'CSV of accepted exceptions (serial, reason, owner, until): their Macs do not count as overdue',
	},
} as const satisfies Options;

type FrameworkCall = Call<typeof frameworkOptions>;

export function frameworkOf(
	{ options }: FrameworkCall,
	{ isStated }: Pick<Policy, 'isStated'>,
): Framework | null {
	const { framework: key } = options;
	if (key === undefined) {
		if (options.unranked !== undefined)
			throw new Failure('bad-arguments', '--unranked goes with --framework');
		if (options.exceptions !== undefined && !isStated)
			throw new Failure('bad-arguments', '--exceptions goes with --framework or a policy');
		return null;
	}
	const framework = frameworks.get(key);
	if (!framework)
		throw new Failure(
			'unknown-framework',
			`Unknown framework ${JSON.stringify(key)}: expected one of ${[...frameworks.keys()].join(', ')}`,
		);
	return framework;
}

export function unrankedOf({ options }: FrameworkCall): 'critical' | null {
	if (options.unranked === undefined) return null;
	if (options.unranked !== 'critical') throw new Failure('bad-arguments', '--unranked: expected critical');
	return 'critical';
}

/** Null without such a list. */
export function exceptionsOf({ options }: FrameworkCall, asOf: string): Exceptions | null {
	return options.exceptions === undefined ? null : readExceptions(options.exceptions, asOf);
}

const complete = { incomplete: false, missing_rows: 0 };

/**
 * The exit status for verdicts: 2 if a Mac fails, else 3 if more are unknown than allowed, else 0. Macs on missing
 * pages of an export count as unknown.
 */
export function verdictStatus(
	{ options }: Call<{ 'max-unknown': typeof maxUnknownOption }>,
	{ pass, fail, unknown }: VerdictCounts,
	{ incomplete, missing_rows }: Pick<Summary, 'incomplete' | 'missing_rows'> = complete,
): number {
	const allowed = allowedOf(options['max-unknown']);
	if (fail > 0) return missedStatus;
	// Without any Mac nothing is proved: probably the history, day or export is the wrong one.
	if (pass + unknown === 0) return incompleteStatus;
	const counts = { macs: pass + unknown, meets_policy: pass, misses_policy: 0 };
	return isTooUncertain({ ...counts, incomplete, missing_rows }, allowed) ? incompleteStatus : 0;
}

export const maxUnknownOption = {
	type: 'string',
	value: 'N',
	help: 'how many Macs (or N% of them) may be without a verdict (default 0)',
} as const;

export function allowedOf(text = '0'): Allowed {
	const allowed = readAllowed(text);
	if (!allowed)
		throw new Failure('bad-arguments', '--max-unknown: expected a whole number, or a percentage such as 5%');
	return allowed;
}
