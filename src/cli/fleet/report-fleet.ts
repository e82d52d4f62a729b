import { rulesVersion } from '@pointrelease/core/src/advice/policy/rules-version.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { grouped } from '@pointrelease/core/src/text/numbers.ts';
import type { Mac } from '../../fleet/fleet.ts';
import { FrameworkJudge, type VerdictCounts } from '../../fleet/history/framework-report.ts';
import { trendOf } from '../../fleet/history/trend.ts';
import { judgedColumns, judgeMacs, withJudgedCells } from '../../fleet/judging/judge-macs.ts';
import { lateRanks } from '../../fleet/judging/late-rank.ts';
import { type Comparison, compareReports } from '../../fleet/report/comparison.ts';
import { judgeAgain } from '../../fleet/report/judge-again.ts';
import { ownerColumn, type Replacement, replacementsOf } from '../../fleet/report/replacements.ts';
import {
	compactReport,
	type FleetRecord,
	macRecord,
	policyRecord,
	type ReportHead,
} from '../../fleet/report/report.ts';
import type { Summary } from '../../fleet/report/summary.ts';
import { WorstMacs } from '../../fleet/report/worst-macs.ts';
import { openHistory } from '../../history/open-history.ts';
import type { NamedFile } from '../../history/read-files.ts';
import { currentMacs, pastOf } from '../../history/read-trend.ts';
import { readTemplate } from '../../page/report-template.ts';
import { Failure, fileTrouble } from '../../process/failure.ts';
import { readRegularFile } from '../../process/regular-file.ts';
import type { FailedPull } from '../../pull/pull.ts';
import { mostRows, tell } from '../terminal-text.ts';
import { type FleetCall, fleetCatalog } from './fleet-options.ts';
import { unrankedOf } from './history/history-options.ts';
import { frameworkText } from './history/history-text.ts';
import { printJson, tellIncomplete, writeMacs } from './output.ts';
import { isPrinted, writeHtml, writeWorkbook } from './outputs.ts';
import { ownedOf, withOwned, writeOwnedCsv } from './owned.ts';
import { type FleetTask, readFleet } from './read-fleet.ts';
import { openSources } from './sources.ts';
import { summaryText } from './summary-text.ts';

interface FleetOutcome {
	readonly summary: Summary;
	/** Null without a framework. */
	readonly verdicts: VerdictCounts | null;
}

/** Reads the files and writes all outputs. */
export async function reportFleet(call: FleetCall, task: FleetTask): Promise<FleetOutcome> {
	const { policy, keptColumns, groupBy, framework } = task;
	const { since, html } = call.options;
	const older = since === undefined ? null : await readOlder(since);
	const template = html === undefined ? null : await readTemplate();
	const catalog = await fleetCatalog(call);
	const owned = await ownedOf(call, policy.asOf);
	const { files, failed } = await openSources(
		call,
		call.words,
		keptColumns,
		policy.isStated ? lateRanks(catalog, policy) : undefined,
	);
	const { macs, summary: read } = await readFleet(call, task, { catalog, files });
	const counts = withOwned(withFailedPulls(read, failed), owned, macs);
	if (counts.macs === 0) throw noMacs(counts);
	const summary = withTrend(call, task, { catalog, macs, summary: counts });
	if (summary.incomplete && failed.length === 0) tellIncomplete(summary);
	const judged =
		framework &&
		judgeMacs(macs, {
			catalog,
			judge: new FrameworkJudge(catalog, framework, policy.asOf, unrankedOf(call)),
			asOf: policy.asOf,
		});
	const all = judged?.macs ?? macs;
	const has = { verdicts: framework !== null, exceptions: task.exceptions !== null };
	await writeMacs(call, all, { keptColumns, has });
	const owner = ownerColumn(keptColumns, groupBy);
	await writeReport(call, {
		head: headOf(task, files, catalog.dataVersion),
		summary,
		macs: all,
		judged,
		comparison: older && compareReports(older, all.map(macRecord), judgeAgain(catalog, older)),
		// A summary lists them only if it can say who has each.
		replacements:
			call.json || call.options.xlsx !== undefined || owner !== null
				? replacementsOf(all, { columns: keptColumns, owner, asOf: policy.asOf })
				: [],
		template,
		owner,
		task,
	});
	return { summary, verdicts: judged?.verdicts ?? null };
}

/** Adds what changed since last week, if a history is named. */
function withTrend(
	{ options: { history: path } }: FleetCall,
	{ policy, staleDays, exceptions }: FleetTask,
	{ catalog, macs, summary }: { catalog: Catalog; macs: readonly Mac[]; summary: Summary },
): Summary {
	if (path === undefined) return summary;
	const history = openHistory(path, false);
	try {
		const past = pastOf(history, { catalog, policy, staleDays, exceptions: exceptions ?? new Map(), macs });
		if (!past) tell(`${path} has no export of a week before ${policy.asOf}, so the report names no change.`);
		return { ...summary, trend: past && trendOf(past, { catalog, policy, current: currentMacs(macs) }) };
	} finally {
		history.close();
	}
}

/** Marks the whole report as incomplete if a connection failed. */
function withFailedPulls(summary: Summary, failed: readonly FailedPull[]): Summary {
	if (failed.length === 0) return summary;
	const missing = failed.reduce((sum, pull) => sum + (pull.missing ?? 0), summary.missing_rows);
	return {
		...summary,
		incomplete: true,
		missing_rows: missing,
		not_pulled: failed.map(({ source }) => source),
	};
}

function headOf(task: FleetTask, files: readonly NamedFile[], dataVersion: string): ReportHead {
	const { policy, staleDays, keptColumns, groupBy, framework } = task;
	return {
		data_version: dataVersion,
		rules: rulesVersion,
		as_of: policy.asOf,
		policy: policyRecord(policy),
		files: files.map(({ name }) => name),
		stale_days: staleDays,
		...(keptColumns.length > 0 && { kept_columns: keptColumns }),
		...(groupBy !== null && { group_by: groupBy }),
		...(framework && { framework: framework.key }),
	};
}

interface Report {
	readonly head: ReportHead;
	readonly summary: Summary;
	readonly macs: readonly Mac[];
	readonly judged: ReturnType<typeof judgeMacs> | null;
	readonly comparison: Comparison | null;
	readonly replacements: readonly Replacement[];
	/** Of the HTML report; null if none was asked for. */
	readonly template: string | null;
	readonly owner: string | null;
	readonly task: FleetTask;
}

/** Writes the outputs that need all Macs: workbook, page, and JSON or summary. */
async function writeReport(call: FleetCall, report: Report): Promise<void> {
	const { head, summary, macs, judged, comparison, replacements, template, owner, task } = report;
	const { xlsx, html } = call.options;
	const has = { verdicts: judged !== null, exceptions: task.exceptions !== null };
	const shown = macs.map((mac) => withJudgedCells(mac, has));
	const columns = [...judgedColumns(has), ...task.keptColumns];
	const shownHead = columns.length > 0 ? { ...head, kept_columns: columns } : head;
	writeOwnedCsv(call, summary);
	if (xlsx !== undefined) writeWorkbook(xlsx, { head: shownHead, summary, macs: shown, replacements });
	if (html !== undefined && template !== null)
		writeHtml(html, template, compactReport(shownHead, summary, shown), comparison);
	if (call.json) {
		const counts = judged ? { ...summary, verdicts: judged.verdicts } : summary;
		await printJson(
			{ ...head, summary: counts, replacements, ...(comparison && { comparison }) },
			macs,
			task.keptColumns,
		);
	} else if (!isPrinted(call)) {
		const listed = owner === null ? [] : replacements;
		const worst = worstOf(call, macs, task);
		call.print(summaryText(head, summary, { comparison, replacements: listed, worst }));
		if (task.framework && judged) {
			const records = judged.macs.map(({ serial, name, verdict }) => ({ serial, name, ...verdict }));
			call.print(`\n${frameworkText(task.framework, { ...head, verdicts: judged.verdicts }, records)}`);
		}
	}
}

/** The Macs that miss the policy; null without one. */
function worstOf({ options }: FleetCall, macs: readonly Mac[], { policy }: FleetTask): WorstMacs | null {
	if (!policy.isStated) return null;
	const worst = new WorstMacs(options.all ? Number.POSITIVE_INFINITY : mostRows);
	for (const mac of macs) worst.add(mac);
	return worst;
}

/** An export of something else, or without rows, must not look like a compliant fleet. */
function noMacs({ rows }: Summary): Failure {
	const all = rows === 1 ? 'its only row is another device' : `all ${grouped(rows)} rows are other devices`;
	return new Failure('no-macs', `there are no Macs in this inventory: ${all}`);
}

async function readOlder(path: string): Promise<FleetRecord> {
	const { readReport } = await import('../../fleet/report/report-definition.ts');
	try {
		return readReport(readRegularFile(path).toString());
	} catch (thrown) {
		if (thrown instanceof Failure) throw thrown;
		throw new Failure('unreadable-file', `${path} cannot be read (${fileTrouble(thrown)})`);
	}
}
