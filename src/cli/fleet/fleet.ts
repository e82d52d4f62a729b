import { columnNames } from '@pointrelease/core/src/text/csv.ts';
import { fields } from '../../fleet/inventory/columns/field.ts';
import { isTooUncertain } from '../../fleet/report/headline.ts';
import { openFile } from '../../history/read-files.ts';
import type { Call, Command } from '../command.ts';
import { incompleteStatus, missedStatus } from '../exit-status.ts';
import { policyOf } from '../options.ts';
import { allOption } from '../terminal-text.ts';
import { columnOption, givenColumnsOf, policyOptions, staleDaysOf } from './fleet-options.ts';
import { allowedOf, frameworkOf, frameworkOptions, verdictStatus } from './history/history-options.ts';
import { checkOutputs } from './outputs.ts';
import { ownedOptions } from './owned.ts';
import { reportFleet } from './report-fleet.ts';
import { connectionsOption, openSources } from './sources.ts';
import { columnsText } from './summary-text.ts';

const mostFiles = 1000;

export const fleetCommand: Command = {
	name: 'fleet',
	words: 'FILE...',
	arity: [1, mostFiles],
	summary:
		'report on every Mac in an inventory: update status, missing fixes, policy, end of support; your data stays on this machine',
	options: {
		...policyOptions,
		...frameworkOptions,
		'max-unknown': {
			type: 'string',
			value: 'N',
			help: 'policy: how many Macs (or N% of them) may be without an answer (default 0)',
		},
		column: columnOption,
		keep: {
			type: 'string',
			value: 'COLUMNS',
			multiple: true,
			help: 'carry columns through to JSON, CSV, XLSX and HTML, such as "Department,Owner"',
		},
		'group-by': {
			type: 'string',
			value: 'COLUMN',
			help: 'count for each value of a column, such as Department',
		},
		...ownedOptions,
		connections: connectionsOption,
		columns: { type: 'boolean', help: 'show which column is used for what, and exit' },
		html: {
			type: 'string',
			value: 'FILE',
			help: 'write the report as one page that works offline; - prints it',
		},
		csv: { type: 'string', value: 'FILE', help: 'write the result as a table; - prints it' },
		xlsx: { type: 'string', value: 'FILE', help: 'write the result as a workbook' },
		all: { ...allOption, help: 'policy: name every Mac that does not meet it, not only the worst 20' },
		ndjson: { type: 'boolean', help: 'print one JSON record for each Mac' },
		since: { type: 'string', value: 'FILE', help: 'compare with what --json printed on an earlier day' },
	},
	details: `
FILE is what a management service exports: CSV, JSON, NDJSON, XLSX, a ZIP of one of these, or what
system_profiler -json prints; - is standard input. @NAME is the inventory of a connection to a
management service, pulled now ("pointrelease manual connections"). Rows with the same serial
number are one Mac.
FIELD is one of ${fields.join(', ')}.
With a policy or a framework, the exit status is 2 if a Mac misses it, else 3 if more Macs than --max-unknown could not be
judged or the export is incomplete, else 0. See "pointrelease manual fleet".`,
	run: runFleet,
};

async function runFleet(call: Call): Promise<void> {
	const { words, options, json, print } = call;
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
	const allowed = allowedOf(options['max-unknown']);
	const { summary, verdicts } = await reportFleet(call, {
		givenColumns,
		policy,
		staleDays: staleDaysOf(call),
		framework: frameworkOf(call),
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
function keptColumnsOf(call: Call): { keptColumns: string[]; groupBy: string | null } {
	const groupBy = (call.options['group-by'] as string | undefined) ?? null;
	const keepNames = call.several('keep').flatMap(columnNames);
	const keptColumns = [...keepNames, ...(groupBy === null ? [] : [groupBy])].map((name) => name.trim());
	return {
		keptColumns: [...new Set(keptColumns)].filter((name) => name !== ''),
		groupBy: groupBy?.trim() ?? null,
	};
}
