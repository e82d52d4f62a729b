import type { Framework } from '../../advice/policy/frameworks.ts';
import type { Policy } from '../../advice/policy/policy.ts';
import { rulesVersion } from '../../advice/policy/rules-version.ts';
import { Fleet, type Mac, type MacSink } from '../../fleet/fleet.ts';
import { FrameworkJudge, type VerdictCounts } from '../../fleet/history/framework-report.ts';
import { type Field, hasModels } from '../../fleet/inventory/columns/field.ts';
import { type GivenColumns, refuseColumn } from '../../fleet/inventory/columns/recognise.ts';
import type { Inventory } from '../../fleet/inventory/inventory.ts';
import { judgeMacs, verdictColumns, withVerdictCells } from '../../fleet/judging/judge-macs.ts';
import { FileMerger } from '../../fleet/merge-files.ts';
import { type Comparison, compareReports, readReport } from '../../fleet/report/comparison.ts';
import { judgeAgain } from '../../fleet/report/judge-again.ts';
import { dueMacs, ownerColumn, type Replacement, replacementsOf } from '../../fleet/report/replacements.ts';
import {
	compactReport,
	type FleetRecord,
	macRecord,
	policyRecord,
	type ReportHead,
} from '../../fleet/report/report.ts';
import type { Summary } from '../../fleet/report/summary.ts';
import { type NamedFile, openFile } from '../../history/read-files.ts';
import { Failure, fileTrouble } from '../../process/failure.ts';
import { readRegularFile } from '../../process/regular-file.ts';
import { grouped } from '../../text/numbers.ts';
import type { Call } from '../command.ts';
import { fleetCatalog } from './fleet-options.ts';
import { exceptionsOf, unrankedOf } from './history/history-options.ts';
import { frameworkText } from './history/history-text.ts';
import { FleetOutput, fileProgress, tellIncomplete } from './output.ts';
import { isPrinted, readTemplate, writeHtml, writeWorkbook } from './outputs.ts';
import { type FailedPull, openSources } from './sources.ts';
import { columnsText, summaryText } from './summary-text.ts';

export interface FleetTask {
	readonly given: GivenColumns;
	readonly policy: Policy;
	readonly staleDays: number;
	/** Columns that are carried through, and the one of them that Macs are grouped by. */
	readonly kept: readonly string[];
	readonly groupBy: string | null;
	readonly framework: Framework | null;
}

export interface FleetOutcome {
	readonly summary: Summary;
	/** Null where no framework was asked for. */
	readonly verdicts: VerdictCounts | null;
}

/** Reads the files and writes what was asked for. */
export async function reportFleet(call: Call, task: FleetTask): Promise<FleetOutcome> {
	const { policy, staleDays, kept, groupBy, framework } = task;
	const { since, html } = call.options;
	const older = typeof since === 'string' ? readOlder(since) : null;
	const exceptions = exceptionsOf(call, policy.asOf);
	const template = typeof html === 'string' ? await readTemplate() : null;
	const catalog = await fleetCatalog(call);
	const group = groupBy === null ? null : kept.indexOf(groupBy);
	const fleet = new Fleet({ catalog, policy, staleDays, groupBy: group });
	const { files, failed } = await openSources(call, call.words, kept);
	const output = new FleetOutput(call, kept);
	const macs = await readMacs(call, task, { files, fleet, output });
	const summary = withFailedPulls(fleet.summary(), failed);
	if (summary.macs === 0) throw noMacs(summary);
	if (summary.incomplete && failed.length === 0) tellIncomplete(summary);
	const judged =
		framework &&
		judgeMacs(macs, {
			catalog,
			judge: new FrameworkJudge(catalog, framework, policy.asOf, unrankedOf(call)),
			asOf: policy.asOf,
			exceptions,
		});
	const all = judged?.macs ?? macs;
	if (!passesThrough(call, task)) await output.addAll(all);
	output.end();
	const owner = ownerColumn(kept, groupBy);
	await writeReport(call, output, {
		head: headOf(task, files, catalog.dataVersion),
		summary,
		macs: all,
		judged,
		comparison: older && compareReports(older, all.map(macRecord), judgeAgain(catalog, older)),
		replacements: replacementsOf(all, { columns: kept, owner, asOf: policy.asOf }),
		template,
		task,
	});
	return { summary, verdicts: judged?.verdicts ?? null };
}

/**
 * Whether each Mac is written as soon as it is read. Several files are merged first, and a framework judges the Macs when
 * all of them are known.
 */
function passesThrough({ words }: Call, { framework }: FleetTask): boolean {
	return words.length === 1 && framework === null;
}

/** Whether a column says whose a Mac is: then the summary lists those to be replaced. */
function listsDue(call: Call, { kept, groupBy }: FleetTask): boolean {
	return !isPrinted(call) && ownerColumn(kept, groupBy) !== null;
}

/** Reads the files into the fleet, and gives the Macs that the report needs in the end. */
async function readMacs(
	call: Call,
	task: FleetTask,
	{ files, fleet, output }: { files: readonly NamedFile[]; fleet: Fleet; output: FleetOutput },
): Promise<readonly Mac[]> {
	const { words, options, json } = call;
	const { given, kept, framework, policy } = task;
	const merger = words.length > 1 ? new FileMerger(fleet) : null;
	const macs: Mac[] = [];
	const isWritten = passesThrough(call, task) && output.takesMacs;
	const { since, html, xlsx } = options;
	const needsAll = json || framework !== null || [since, html, xlsx].some((path) => path !== undefined);
	const needsDue = listsDue(call, task);
	const isDue = dueMacs(policy.asOf);
	const sink: MacSink = (mac) => {
		if (isWritten) output.add(mac);
		if (merger) merger.add(mac);
		else if (needsAll || (needsDue && isDue(mac.known))) macs.push(mac);
	};
	const isNeeded = isWritten || merger !== null || needsAll || needsDue;
	const check = new ColumnCheck(given, kept);
	const progress = fileProgress(words);
	for (const file of files) {
		const isLast = files.at(-1) === file;
		const inventory = await openFile(
			file,
			given,
			async (piece) => {
				progress.step(piece.length);
				await output.drained();
			},
			// Of several files one has to know the models; the others are joined to it by the serial numbers.
			{
				keep: kept,
				inPart: merger !== null && (check.hasModels || !isLast),
				isOneOfSeveral: merger !== null,
			},
		);
		check.add(inventory);
		progress.clear();
		// Another file may have a column; a single file must have it before anything is written.
		if (isLast) check.refuseMissing();
		if (process.stderr.isTTY) process.stderr.write(`${columnsText(file.name, inventory)}\n`);
		await fleet.read(file.name, inventory, isNeeded ? sink : null);
	}
	progress.clear();
	return merger?.merge() ?? macs;
}

/** Says of the whole report that a connection is missing in it. */
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

/** Whether the files have, together, every column that somebody named. */
class ColumnCheck {
	hasModels = false;
	readonly #given: GivenColumns;
	readonly #kept: readonly string[];
	readonly #columns = new Set<string>();
	readonly #missingKept: Set<string>;
	readonly #missingFields: Set<Field>;

	constructor(given: GivenColumns, kept: readonly string[]) {
		this.#given = given;
		this.#kept = kept;
		this.#missingKept = new Set(kept);
		this.#missingFields = new Set((Object.keys(given) as Field[]).filter((field) => given[field] !== ''));
	}

	add(inventory: Inventory): void {
		this.hasModels ||= hasModels(inventory.recognised);
		for (const column of inventory.columns) this.#columns.add(column);
		for (const [at, column] of inventory.kept.entries())
			if (column !== null) this.#missingKept.delete(this.#kept[at]!);
		for (const { field, by } of inventory.recognised) if (by === 'given') this.#missingFields.delete(field);
	}

	refuseMissing(): void {
		const [kept] = this.#missingKept;
		const [field] = this.#missingFields;
		const missing = kept ?? (field && this.#given[field]);
		if (missing !== undefined) refuseColumn([...this.#columns], missing);
	}
}

function headOf(task: FleetTask, files: readonly NamedFile[], dataVersion: string): ReportHead {
	const { policy, staleDays, kept, groupBy, framework } = task;
	return {
		data_version: dataVersion,
		rules: rulesVersion,
		as_of: policy.asOf,
		policy: policyRecord(policy),
		files: files.map(({ name }) => name),
		stale_days: staleDays,
		...(kept.length > 0 && { kept_columns: kept }),
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
	readonly task: FleetTask;
}

/** Writes what is made of all Macs: workbook, page, and JSON or summary. */
async function writeReport(call: Call, output: FleetOutput, report: Report): Promise<void> {
	const { head, summary, macs, judged, comparison, replacements, template, task } = report;
	const { xlsx, html } = call.options;
	const shown = judged ? macs.map(withVerdictCells) : macs;
	const shownHead = judged ? { ...head, kept_columns: [...verdictColumns, ...task.kept] } : head;
	if (typeof xlsx === 'string') writeWorkbook(xlsx, { head: shownHead, summary, macs: shown, replacements });
	if (template !== null)
		writeHtml(String(html), template, compactReport(shownHead, summary, shown), comparison);
	if (call.json) {
		const counts = judged ? { ...summary, verdicts: judged.verdicts } : summary;
		await output.printJson(
			{ ...head, summary: counts, replacements, ...(comparison && { comparison }) },
			macs,
		);
	} else if (!isPrinted(call)) {
		const listed = listsDue(call, task) ? replacements : [];
		call.print(summaryText(head, summary, { comparison, replacements: listed }));
		if (task.framework && judged) {
			const records = judged.macs.map(({ serial, name, verdict }) => ({ serial, name, ...verdict }));
			call.print(`\n${frameworkText(task.framework, { ...head, verdicts: judged.verdicts }, records)}`);
		}
	}
}

/** An export of something else must not look like a fleet in order, like one without rows. */
function noMacs({ rows }: Summary): Failure {
	const all = rows === 1 ? 'its only row is another device' : `all ${grouped(rows)} rows are other devices`;
	return new Failure('no-macs', `there are no Macs in this inventory: ${all}`);
}

function readOlder(path: string): FleetRecord {
	try {
		return readReport(readRegularFile(path).toString());
	} catch (thrown) {
		if (thrown instanceof Failure) throw thrown;
		throw new Failure('unreadable-file', `${path} cannot be read (${fileTrouble(thrown)})`);
	}
}
