import type { Framework } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { rulesVersion } from '@pointrelease/core/src/advice/policy/rules-version.ts';
import { whyUnknown } from '@pointrelease/core/src/api/reads/cves.ts';
import { findCve } from '@pointrelease/core/src/catalog/lookup.ts';
import { cveRecord } from '../../../fleet/history/cve-history.ts';
import { type Exception, exceptionOf } from '../../../fleet/history/exception.ts';
import {
	FrameworkJudge,
	frameworkVerdicts,
	type MacVerdict,
} from '../../../fleet/history/framework-report.ts';
import {
	type HistoryRecord,
	historyRecord,
	type Period,
	periodOf,
} from '../../../fleet/history/history-report.ts';
import { seenFleet } from '../../../fleet/history/source.ts';
import { exceptionsInHistory } from '../../../history/exceptions.ts';
import type { HistoryFile } from '../../../history/history-file.ts';
import { historyDocument } from '../../../page/documents/documents.ts';
import { Failure } from '../../../process/failure.ts';
import { type Call, command, givenOf, type Options } from '../../command.ts';
import { dayOf, policyOf } from '../../options.ts';
import { fleetCatalog, policyOptions, staleDaysOf, withinOf, withinOption } from '../fleet-options.ts';
import { standardOutput, writeReport } from '../outputs.ts';
import {
	exceptionsOf,
	frameworkOf,
	frameworkOptions,
	fromOf,
	fromOption,
	historyOption,
	maxUnknownOption,
	openCalled,
	unrankedOf,
	verdictStatus,
} from './history-options.ts';
import { cveText, frameworkText, historyText } from './history-text.ts';

const pieceLength = 64 * 1024;

const options = {
	history: historyOption,
	within: withinOption,
	from: fromOption,
	cve: { type: 'string', value: 'CVE', help: 'list the Macs that had this CVE open on the day of --on' },
	on: { type: 'string', value: 'DAY', help: 'the day for --cve, YYYY-MM-DD' },
	'group-by': {
		type: 'string',
		value: 'COLUMN',
		help: 'also count for each value of a column that was added with --keep',
	},
	...frameworkOptions,
	'max-unknown': maxUnknownOption,
	...policyOptions,
	html: {
		type: 'string',
		value: 'FILE',
		help: 'write the history as one page that works offline; - prints it',
	},
} as const satisfies Options;

export const historyCommand = command({
	name: 'fleet history',
	summary: 'show which Macs were patched when, from the exports added with fleet remember',
	options,
	details: `
Every number has two bounds, because a Mac seen on the old version on one day and on the new one on another
was patched somewhere in between. A Mac counts for a release if the release was offered to it and it was seen
before the release came out, last on the same major version. Macs that arrived later are counted separately.
Retired Macs count until the day they were retired. With --framework the exit status is 2 if a Mac fails, else 3
if one is unknown. With a policy it is 2 if a Mac misses it on the last day, else 3 if one is unknown. See "pointrelease manual history".`,
	run: runHistory,
});

type HistoryCall = Call<typeof options>;

async function runHistory(call: HistoryCall): Promise<void> {
	const { options } = call;
	const policy = await policyOf(call);
	const framework = frameworkOf(call, policy);
	if ((options.cve === undefined) !== (options.on === undefined))
		throw new Failure('bad-arguments', '--cve and --on go together: name a CVE and a day');
	checkQuestion(options);
	const on = dayOf(call, 'on');
	const within = withinOf(call);
	const from = fromOf(call, policy.asOf);
	const history = openCalled(call);
	try {
		if (framework) return await printVerdicts(call, history, framework, periodOf(from, policy.asOf));
		const catalog = await fleetCatalog(call);
		if (options.cve !== undefined && on !== null) {
			const id = options.cve.toUpperCase();
			const cve = findCve(catalog, id);
			if (!cve) throw new Failure('unknown-cve', whyUnknown(catalog, id));
			const record = cveRecord(seenFleet(history.source(null), catalog, policy.asOf), {
				catalog,
				cve,
				on,
				asOf: policy.asOf,
			});
			return call.print(call.json ? JSON.stringify(record) : cveText(record));
		}
		const groupBy = groupOf(history, options['group-by']);
		const record = historyRecord(seenFleet(history.source(groupBy), catalog, policy.asOf), {
			catalog,
			policy,
			from,
			within,
			staleDays: staleDaysOf(call),
			groupBy,
			exceptions: exceptionsInHistory(exceptionsOf(call, policy.asOf) ?? new Map(), history),
		});
		if (options.html !== undefined) writeReport(options.html, historyDocument(record));
		if (call.json) call.print(JSON.stringify(record));
		else if (options.html !== standardOutput) call.print(historyText(record));
		if (policy.isStated) process.exitCode = policyStatus(call, record);
	} finally {
		history.close();
	}
}

/** The exit status for the policy on the last day. */
function policyStatus(call: HistoryCall, { compliance }: HistoryRecord): number {
	const { meets_policy = 0, misses_policy = 0, unknown = 0 } = compliance.at(-1) ?? {};
	return verdictStatus(call, { pass: meets_policy, fail: misses_policy, unknown });
}

/** Refuses two questions at once. A page and groups belong to the question about patching. */
function checkQuestion(options: HistoryCall['options']): void {
	if (options.cve !== undefined && options.from !== undefined)
		throw new Failure('bad-arguments', '--from does not go with --cve, which asks about the day of --on');
	const questions = givenOf(options, ['framework', 'cve', 'html', 'group-by']);
	const [first, second] = questions;
	if (second && (first === 'framework' || first === 'cve'))
		throw new Failure(
			'bad-arguments',
			`pass --${first} or --${second}, not both${second === 'html' ? ' (fleet evidence writes a page with verdicts)' : ''}`,
		);
}

/** The column to group by, which must have been remembered. */
function groupOf(history: HistoryFile, column: string | undefined): string | null {
	if (column === undefined) return null;
	const columns = history.columns();
	if (columns.includes(column)) return column;
	throw new Failure(
		'unknown-column',
		`No column ${JSON.stringify(column)} was remembered: expected ${columns.join(' or ') || 'none'}. Add exports with --keep.`,
	);
}

/** A printed verdict, with the exception for its Mac. */
type PrintedVerdict = MacVerdict & { readonly exception: Exception | null };

/** Prints a line for each Mac: as one text, a large fleet would take a hundred megabytes. */
function printLines({ print }: Call, head: object, macs: readonly PrintedVerdict[]): void {
	let lines = `${JSON.stringify(head).slice(0, -1)},"macs":[`;
	for (const [index, mac] of macs.entries()) {
		lines += `${index === 0 ? '' : ','}\n${JSON.stringify(mac)}`;
		if (lines.length < pieceLength) continue;
		print(lines);
		lines = '';
	}
	print(`${lines}\n]}`);
}

async function printVerdicts(
	call: HistoryCall,
	history: HistoryFile,
	framework: Framework,
	period: Period,
): Promise<void> {
	const { asOf } = period;
	const exceptions = exceptionsInHistory(exceptionsOf(call, asOf) ?? new Map(), history);
	const catalog = await fleetCatalog(call);
	const judge = new FrameworkJudge(catalog, framework, asOf, unrankedOf(call));
	const judged = frameworkVerdicts(seenFleet(history.source(null), catalog, asOf), judge, period);
	const { verdicts } = judged;
	const macs = judged.macs
		.map((mac): PrintedVerdict => ({ ...mac, exception: exceptionOf(exceptions, mac.serial) }))
		.sort((a, b) => (a.serial < b.serial ? -1 : a.serial > b.serial ? 1 : 0));
	const head = {
		framework: framework.key,
		from: period.from,
		as_of: asOf,
		data_version: catalog.dataVersion,
		rules: rulesVersion,
		verdicts,
	};
	if (call.json) printLines(call, head, macs);
	else call.print(frameworkText(framework, head, macs));
	process.exitCode = verdictStatus(call, verdicts);
}
