import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Framework } from '../../advice/policy/frameworks.ts';
import type { Policy } from '../../advice/policy/policy.ts';
import { Fleet, keepMac, type Mac, type RowSink } from '../../fleet/fleet.ts';
import { FrameworkJudge, type VerdictCounts } from '../../fleet/history/framework-report.ts';
import { type Field, hasModels } from '../../fleet/inventory/columns/field.ts';
import { type GivenColumns, refuseColumn } from '../../fleet/inventory/columns/recognise.ts';
import { judgeMacs, verdictColumns, withVerdictCells } from '../../fleet/judging/judge-macs.ts';
import { FileMerger } from '../../fleet/merge-files.ts';
import { type Comparison, compareReports, readReport } from '../../fleet/report/comparison.ts';
import { dueMacs, ownerColumn, replacementsOf } from '../../fleet/report/replacements.ts';
import {
	compactReport,
	type FleetRecord,
	macRecord,
	policyRecord,
	type ReportHead,
} from '../../fleet/report/report.ts';
import type { Summary } from '../../fleet/report/summary.ts';
import { namedFiles, openFile, sizeOf } from '../../history/read-files.ts';
import { Failure, fileTrouble } from '../../process/failure.ts';
import { grouped } from '../../text/grouped.ts';
import type { Call } from '../command.ts';
import { fleetCatalog } from './fleet-options.ts';
import { exceptionsOf, unrankedOf } from './history/history-options.ts';
import { frameworkText } from './history/history-text.ts';
import { readTemplate, writeHtml } from './html-file.ts';
import { tellIncomplete } from './incomplete.ts';
import { FleetOutput } from './output.ts';
import { isPrinted } from './outputs.ts';
import { fileProgress } from './progress.ts';
import { columnsText, summaryText } from './summary-text.ts';
import { writeWorkbook } from './workbook-file.ts';

/** In bytes; some fifty thousand Macs. */
const longFile = 8 * 1024 * 1024;

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

/** Reads the files and writes what was asked for. One file passes through; several are kept, to be merged. */
export async function reportFleet(call: Call, task: FleetTask): Promise<FleetOutcome> {
	const { given, policy, staleDays, kept, groupBy, framework } = task;
	const { words, options, json } = call;
	const older = typeof options.since === 'string' ? readOlder(options.since) : null;
	const { html } = options;
	const exceptions = exceptionsOf(call, policy.asOf);
	const template = typeof html === 'string' ? await readTemplate() : null;
	const catalog = await fleetCatalog(call);
	const group = groupBy === null ? null : kept.indexOf(groupBy);
	const fleet = new Fleet({ catalog, policy, staleDays, groupBy: group });
	const merger = words.length > 1 ? new FileMerger(fleet) : null;
	// Macs that are kept are written at the end, by the thread that keeps them.
	const passThrough = merger === null && framework === null;
	const output = new FleetOutput(call, kept, passThrough && isLong(words[0]!));
	const isWorkbook = typeof options.xlsx === 'string';
	const keepsAll = json || older !== null || template !== null || isWorkbook || framework !== null;
	// With a column that says whose a Mac is, those to be replaced are listed.
	const listsDue = !isPrinted(call) && ownerColumn(kept, groupBy) !== null;
	const macs: Mac[] = [];
	const keep: RowSink = (file, row, known, seen) => {
		const mac = keepMac(file, row, known, seen);
		if (merger) merger.add(mac);
		else macs.push(mac);
	};
	const isOfDue = dueMacs(policy.asOf);
	const keepDue: RowSink = (file, row, known, seen) => {
		if (isOfDue(known)) keep(file, row, known, seen);
	};
	const keeper = merger || keepsAll ? keep : listsDue ? keepDue : null;
	// A verdict rests on the whole Mac, which is written when all of it is known.
	const sinks = [...(passThrough ? output.sinks : []), ...(keeper ? [keeper] : [])];
	// A call more for each row of a million is seen, so one sink is called as it is.
	const sink: RowSink | null =
		sinks.length > 1
			? (file, row, known, seen) => {
					for (const each of sinks) each(file, row, known, seen);
				}
			: (sinks[0] ?? null);
	const files = namedFiles(words);
	const found = new Set<string>();
	const set = new Set<Field>();
	const columns = new Set<string>();
	const progress = fileProgress(words);
	let knowsModels = false;
	for (const file of files) {
		const { name } = file;
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
				inPart: merger !== null && (knowsModels || files.at(-1) !== file),
				isOneOfSeveral: merger !== null,
			},
		);
		knowsModels ||= hasModels(inventory.recognised);
		for (const [at, column] of inventory.kept.entries()) if (column !== null) found.add(kept[at]!);
		for (const column of inventory.columns) columns.add(column);
		for (const { field, by } of inventory.recognised) if (by === 'given') set.add(field);
		progress.clear();
		// Of several files one may have it; of one file it must be there before anything is written.
		if (files.at(-1) === file) {
			checkColumns(kept, (name) => found.has(name), [...columns]);
			const unset = (Object.keys(given) as Field[]).filter((field) => !set.has(field));
			checkColumns(
				unset.map((field) => given[field]!),
				(name) => name === '',
				[...columns],
			);
		}
		if (process.stderr.isTTY) process.stderr.write(`${columnsText(name, inventory)}\n`);
		await fleet.read(name, inventory, sink);
	}
	progress.clear();
	const read = merger?.merge() ?? macs;
	const summary = fleet.summary();
	if (summary.macs === 0) throw noMacs(summary);
	if (summary.incomplete) tellIncomplete(summary);
	const judged =
		framework &&
		judgeMacs(read, {
			catalog,
			judge: new FrameworkJudge(catalog, framework, policy.asOf, unrankedOf(call)),
			asOf: policy.asOf,
			exceptions,
		});
	const all = judged?.macs ?? read;
	if (!passThrough) await output.addMacs(all);
	const head: ReportHead = {
		data_version: catalog.dataVersion,
		as_of: policy.asOf,
		policy: policyRecord(policy),
		files: files.map(({ name }) => name),
		stale_days: staleDays,
		...(kept.length > 0 && { kept_columns: kept }),
		...(groupBy !== null && { group_by: groupBy }),
		...(framework && { framework: framework.key }),
	};
	const comparison: Comparison | null = older && compareReports(older, all.map(macRecord));
	await output.end();
	const owner = ownerColumn(kept, groupBy);
	const replacements = replacementsOf(all, { columns: kept, owner, asOf: policy.asOf });
	const said = judged ? { ...summary, verdicts: judged.verdicts } : summary;
	const shown = judged ? all.map(withVerdictCells) : all;
	const shownHead = judged ? { ...head, kept_columns: [...verdictColumns, ...kept] } : head;
	if (isWorkbook)
		writeWorkbook(String(options.xlsx), { head: shownHead, summary, macs: shown, replacements });
	if (template !== null)
		writeHtml(String(html), template, compactReport(shownHead, summary, shown), comparison);
	if (json)
		await output.printJson({ ...head, summary: said, replacements, ...(comparison && { comparison }) }, all);
	else if (!isPrinted(call)) {
		call.print(summaryText(head, summary, { comparison, replacements: listsDue ? replacements : [] }));
		if (framework && judged) {
			const shownMacs = judged.macs.map(({ serial, name, verdict }) => ({ serial, name, ...verdict }));
			call.print(`\n${frameworkText(framework, { ...head, verdicts: judged.verdicts }, shownMacs)}`);
		}
	}
	return { summary, verdicts: judged?.verdicts ?? null };
}

/** Whether a thread more is worth its start: it takes as long as some thousand rows. */
function isLong(path: string): boolean {
	return availableParallelism() > 1 && (sizeOf(path) ?? 0) >= longFile;
}

/** An export of something else must not look like a fleet in order, like one without rows. */
function noMacs({ rows }: Summary): Failure {
	const all = rows === 1 ? 'its only row is another device' : `all ${grouped(rows)} rows are other devices`;
	return new Failure('no-macs', `there are no Macs in this inventory: ${all}`);
}

function checkColumns(
	names: readonly string[],
	isThere: (name: string) => boolean,
	columns: readonly string[],
): void {
	const missing = names.find((name) => !isThere(name));
	if (missing !== undefined) refuseColumn(columns, missing);
}

function readOlder(path: string): FleetRecord {
	try {
		return readReport(readFileSync(path, 'utf8'));
	} catch (thrown) {
		if (thrown instanceof Failure) throw thrown;
		throw new Failure('unreadable-file', `${path} cannot be read (${fileTrouble(thrown)})`);
	}
}
