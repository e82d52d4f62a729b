import { columnNames } from '@pointrelease/core/src/text/csv.ts';
import { fields } from '../../fleet/inventory/columns/field.ts';
import { isTooUncertain } from '../../fleet/report/headline.ts';
import { openFile } from '../../history/read-files.ts';
import { Failure } from '../../process/failure.ts';
import { command } from '../command.ts';
import { incompleteStatus, missedStatus } from '../exit-status.ts';
import { policyOf } from '../options.ts';
import { type FleetCall, fleetOptions, givenColumnsOf, lateLimitsOf, staleDaysOf } from './fleet-options.ts';
import { allowedOf, exceptionsOf, frameworkOf, verdictStatus } from './history/history-options.ts';
import { checkOutputs } from './outputs.ts';
import { reportFleet } from './report-fleet.ts';
import { openSources } from './sources.ts';
import { columnsText } from './summary-text.ts';

const mostFiles = 1000;

export const fleetCommand = command({
	name: 'fleet',
	words: 'FILE...',
	arity: [0, mostFiles],
	summary:
		'report on every Mac in an inventory: update status, missing fixes, policy, end of support; your data stays on this machine',
	options: fleetOptions,
	details: `
FILE is what a management service exports: CSV, JSON, NDJSON, XLSX, a ZIP of one of these, or what
system_profiler -json prints; - is standard input. @NAME is the inventory of a connection to a
management service, pulled now ("pointrelease manual connections"). Rows with the same serial
number are one Mac.
FIELD is one of ${fields.join(', ')}.
With a policy or a framework, the exit status is 2 if a Mac misses it, else 3 if more Macs than --max-unknown could not be
judged or the export is incomplete, else 0. See "pointrelease manual fleet".`,
	run: runFleet,
});

async function runFleet(call: FleetCall): Promise<void> {
	const { words, options, json, print } = call;
	if (options.schema) {
		const { reportSchema } = await import('../../fleet/report/report-definition.ts');
		return print(JSON.stringify(reportSchema(), null, 2));
	}
	if (words.length === 0)
		throw new Failure('bad-arguments', 'usage: pointrelease fleet FILE... (see --help)');
	const givenColumns = givenColumnsOf(call);
	if (options.columns) {
		const files = [];
		const isSeveral = words.length > 1;
		const sources = await openSources(call, words, []);
		if (sources.failed.length > 0) process.exitCode = incompleteStatus;
		for (const file of sources.files)
			files.push({
				name: file.name,
				inventory: await openFile(file, givenColumns, () => {}, {
					inPart: isSeveral,
					isOneOfSeveral: isSeveral,
				}),
			});
		if (!json) return print(files.map(({ name, inventory }) => columnsText(name, inventory)).join('\n'));
		return print(
			JSON.stringify(
				files.map(
					({ name, inventory: { read: _, sample: __, keptColumns: ___, unusedDays, ...inventory } }) => ({
						file: name,
						...inventory,
						unused_days: unusedDays,
					}),
				),
			),
		);
	}
	checkOutputs(call);
	const policy = await policyOf(call);
	if (options.history !== undefined && !policy.isStated)
		throw new Failure('bad-arguments', '--history goes with a policy: without one no Mac is overdue');
	if (options.why.length > 0 && !policy.isStated)
		throw new Failure('bad-arguments', '--why goes with a policy: without one no Mac is late');
	const allowed = allowedOf(options['max-unknown']);
	const { summary, verdicts } = await reportFleet(call, {
		givenColumns,
		policy,
		staleDays: staleDaysOf(call),
		lateLimits: lateLimitsOf(call),
		framework: frameworkOf(call, policy),
		exceptions: exceptionsOf(call, policy.asOf),
		...keptColumnsOf(call),
	});
	const hasMisses = policy.isStated && summary.misses_policy > 0;
	const unsure = policy.isStated && isTooUncertain(summary, allowed);
	const judged = verdicts ? verdictStatus(call, verdicts, summary) : 0;
	// Status 2 has precedence over 3, from policy and framework alike.
	if (hasMisses || judged === missedStatus) process.exitCode = missedStatus;
	else if (unsure || judged === incompleteStatus || summary.not_pulled) process.exitCode = incompleteStatus;
}

/** The kept columns; the one by which Macs are grouped is among them. */
function keptColumnsOf({ options }: FleetCall): { keptColumns: string[]; groupBy: string | null } {
	const groupBy = options['group-by'] ?? null;
	const keepNames = options.keep.flatMap(columnNames);
	const keptColumns = [...keepNames, ...(groupBy === null ? [] : [groupBy])].map((name) => name.trim());
	return {
		keptColumns: [...new Set(keptColumns)].filter((name) => name !== ''),
		groupBy: groupBy?.trim() ?? null,
	};
}
