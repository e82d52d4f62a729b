import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { readPolicy } from '@pointrelease/core/src/advice/policy/read-policy.ts';
import { rulesVersion } from '@pointrelease/core/src/advice/policy/rules-version.ts';
import { assemble } from '@pointrelease/core/src/catalog/assemble.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { readTables } from '@pointrelease/core/src/catalog/tables/tables.ts';
import { fileNames, named } from '../../../fleet/file-names.ts';
import { Fleet, usualStaleDays } from '../../../fleet/fleet.ts';
import { historyFromBytes } from '../../../fleet/history/history-bytes.ts';
import { type HistoryRecord, historyRecord, usualWithin } from '../../../fleet/history/history-report.ts';
import { seenFleet } from '../../../fleet/history/source.ts';
import { hasModels } from '../../../fleet/inventory/columns/field.ts';
import type { GivenColumns } from '../../../fleet/inventory/columns/recognise.ts';
import type { Inventory } from '../../../fleet/inventory/inventory.ts';
import { type OpenOptions, openInventory } from '../../../fleet/inventory/open-inventory.ts';
import { judgeAgain } from '../../../fleet/report/judge-again.ts';
import {
	type CompactReport,
	compactReport,
	type FleetRecord,
	type MacRecord,
	policyRecord,
} from '../../../fleet/report/report.ts';
import { readReport } from '../../../fleet/report/report-definition.ts';
import { Failure } from '../../../process/failure.ts';
import { packReport, type StoredReport } from './packed-report.ts';
import { type WiredReport, wireReport } from './report-wire.ts';
import { type WorkbookSheets, workbookOf } from './report-workbook.ts';

/** The data set as `/dataset/tables` answers it. */
export interface DataTables {
	readonly data_version: string;
	readonly tables: Readonly<Record<string, string>>;
}

/** The number of rows that a person sees to choose columns by. */
const shownRows = 5;

/** The format and the columns of a file. */
export interface FileColumns extends Omit<Inventory, 'read'> {
	readonly file: string;
}

export type WorkerRequest =
	| { readonly kind: 'columns'; readonly files: readonly File[]; readonly given: GivenColumns }
	| {
			readonly kind: 'report';
			readonly files: readonly File[];
			readonly given: GivenColumns;
			readonly data: DataTables;
			/** The terms of the policy: texts by parameter name. */
			readonly terms: Readonly<Record<string, string>>;
			readonly policyName: string | null;
			readonly today: string;
			/** Columns of the inventory to show beside each Mac, and the one to count Macs by; empty for none. */
			readonly keptColumns: readonly string[];
			readonly groupBy: string;
	  }
	| {
			/** Reads a history file, which the command line writes. */
			readonly kind: 'history';
			readonly file: File;
			/** The first day of the period; null for a year. */
			readonly from: string | null;
			readonly data: DataTables;
			readonly terms: Readonly<Record<string, string>>;
			readonly policyName: string | null;
			readonly today: string;
	  }
	| {
			/** Compresses the last report for storage. 100,000 Macs would block the page for half a second. */
			readonly kind: 'pack';
			/** The policy parameters of the address. */
			readonly asked: StoredReport['asked'];
	  }
	| {
			readonly kind: 'workbook';
			readonly report: CompactReport;
			readonly sheets: WorkbookSheets;
	  }
	| {
			/** Reads an earlier report that a person chose. */
			readonly kind: 'read-report';
			readonly file: File;
	  }
	| {
			/** Judges the Macs of an earlier report by the rules of this version. */
			readonly kind: 'judge-again';
			readonly older: FleetRecord;
			readonly data: DataTables;
	  };

export type WorkerReply =
	| { readonly kind: 'columns'; readonly files: readonly FileColumns[] }
	| { readonly kind: 'report'; readonly report: WiredReport }
	| { readonly kind: 'history'; readonly record: HistoryRecord }
	| { readonly kind: 'pack'; readonly packed: string }
	| { readonly kind: 'workbook'; readonly file: Blob }
	| { readonly kind: 'earlier-report'; readonly older: FleetRecord }
	| { readonly kind: 'judge-again'; readonly macs: readonly MacRecord[] | null }
	| { readonly kind: 'failed'; readonly reason: string };

let lastCatalog: Catalog | null = null;
let lastReport: CompactReport | null = null;

/** Answers a request. The error of a file is one line, the same as on the command line. */
export async function answerRequest(request: WorkerRequest): Promise<WorkerReply> {
	try {
		switch (request.kind) {
			case 'columns':
				return await columnsOf(request.files, request.given);
			case 'report':
				lastReport = await reportOf(request);
				return { kind: 'report', report: wireReport(lastReport) };
			case 'pack':
				return { kind: 'pack', packed: packReport({ report: lastReport!, asked: request.asked }) };
			case 'workbook':
				return { kind: 'workbook', file: new Blob(workbookOf(request.report, request.sheets)) };
			case 'history':
				return { kind: 'history', record: await historyOf(request) };
			case 'read-report':
				return { kind: 'earlier-report', older: readReport(await request.file.text()) };
			case 'judge-again':
				return { kind: 'judge-again', macs: judgeAgain(catalogOf(request.data), request.older) };
		}
	} catch (thrown) {
		const reason = thrown instanceof Failure ? thrown.message : `internal error: ${thrown}`;
		return { kind: 'failed', reason };
	}
}

async function columnsOf(files: readonly File[], chosenColumns: GivenColumns): Promise<WorkerReply> {
	const columns: FileColumns[] = [];
	const names = namesOf(files);
	for (const [index, file] of files.entries()) {
		const {
			read: _,
			sample,
			...inventory
		} = await open(file, names[index]!, chosenColumns, {
			anyColumns: true,
			isOneOfSeveral: files.length > 1,
		});
		columns.push({ file: names[index]!, ...inventory, sample: sample.slice(0, shownRows) });
	}
	return { kind: 'columns', files: columns };
}

async function reportOf(request: Extract<WorkerRequest, { kind: 'report' }>): Promise<CompactReport> {
	const { files, given, data, groupBy } = request;
	const keptColumns = [...new Set([...request.keptColumns, ...(groupBy === '' ? [] : [groupBy])])];
	const catalog = catalogOf(data);
	const policy = policyOf(request);
	const group = groupBy === '' ? null : keptColumns.indexOf(groupBy);
	const fleet = new Fleet({ catalog, policy, staleDays: usualStaleDays, groupBy: group });
	const isSeveral = files.length > 1;
	const names = namesOf(files);
	let knowsModels = false;
	for (const [index, file] of files.entries()) {
		const name = names[index]!;
		// One of several files must have the models. The others are joined to it by serial number.
		const inPart = isSeveral && (knowsModels || index < files.length - 1);
		const inventory = await open(file, name, given, { keep: keptColumns, inPart, isOneOfSeveral: isSeveral });
		knowsModels ||= hasModels(inventory.recognised);
		await fleet.read(name, inventory);
	}
	const head = {
		data_version: catalog.dataVersion,
		rules: rulesVersion,
		as_of: policy.asOf,
		policy: policyRecord(policy),
		files: names,
		stale_days: usualStaleDays,
		...(keptColumns.length > 0 && { kept_columns: keptColumns }),
		...(groupBy !== '' && { group_by: groupBy }),
	};
	const { macs, summary } = fleet.end();
	return compactReport(head, summary, macs);
}

async function historyOf(request: Extract<WorkerRequest, { kind: 'history' }>): Promise<HistoryRecord> {
	const catalog = catalogOf(request.data);
	const policy = policyOf(request);
	const source = historyFromBytes(await request.file.bytes());
	return historyRecord(seenFleet(source, catalog, policy.asOf), {
		catalog,
		policy,
		within: usualWithin,
		from: request.from ?? undefined,
		staleDays: usualStaleDays,
		groupBy: null,
	});
}

/** The service validated the tables before it sent them. */
function catalogOf({ data_version, tables }: DataTables): Catalog {
	if (lastCatalog?.dataVersion !== data_version) {
		const read = readTables(new Map(Object.entries(tables)));
		lastCatalog = assemble(read.tables, data_version);
	}
	return lastCatalog;
}

function policyOf({
	terms,
	policyName,
	today,
}: Extract<WorkerRequest, { kind: 'report' | 'history' }>): Policy {
	const texts = { get: (name: string) => terms[name] || null };
	const policy = readPolicy(texts, today, new Map());
	if ('asOf' in policy) return { ...policy, name: policyName };
	throw new Failure('bad-policy', `${policy.parameter}: expected ${policy.expected}`);
}

function namesOf(files: readonly File[]): string[] {
	return fileNames(files.map(({ name }) => name));
}

function open(
	file: File,
	name: string,
	chosenColumns: GivenColumns,
	options: OpenOptions,
): Promise<Inventory> {
	return named(name, openInventory(piecesOf(file), chosenColumns, options));
}

/** Not every browser supports `for await` over a stream. */
async function* piecesOf(file: File): AsyncGenerator<Uint8Array> {
	const reader = file.stream().getReader();
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) return;
			yield value;
		}
	} finally {
		reader.releaseLock();
	}
}
