import {
	noPolicy,
	type Policy,
	policyOf,
	type TermsRecord,
	termsOfRecord,
	termsRecord,
} from '../../advice/policy/policy.ts';
import type { Verdict } from '../../advice/policy/rule.ts';
import type { Mac } from '../fleet.ts';
import type { Exception } from '../history/exception.ts';
import type { MacResult } from '../judging/mac-result.ts';
import { noCells } from '../judging/machine-cells.ts';
import type { Summary } from './summary.ts';

/** What a report says about itself, so that it can be checked later. */
export interface ReportHead {
	readonly data_version: string;
	/** The version of the rules that verdicts follow; reports of earlier versions have none. */
	readonly rules?: number;
	readonly as_of: string;
	readonly policy: PolicyRecord | null;
	readonly files: readonly string[];
	readonly stale_days: number;
	/** The carried columns; absent if there are none. */
	readonly kept_columns?: readonly string[];
	/** The column that Macs are grouped by; absent without grouping. */
	readonly group_by?: string;
	/** The framework that Macs were judged by; only where one was asked for. */
	readonly framework?: string;
}

/** The terms of a policy under the names they are asked for with. */
export interface PolicyRecord extends TermsRecord {
	readonly name: string | null;
}

export interface MacRecord extends MacResult {
	readonly row: number;
	readonly file: string;
	readonly name: string | null;
	readonly serial: string | null;
	readonly seen: string | null;
	/** The values of the carried columns; absent if there are none. */
	readonly kept?: Readonly<Record<string, string>>;
	/** What a framework says of the Mac, and why; only where one was asked for. */
	readonly verdict?: Verdict;
	readonly verdict_reason?: string;
	readonly exception?: Exception | null;
}

/** The whole report as it is printed: one record for each Mac. */
export interface FleetRecord extends ReportHead {
	readonly summary: Summary;
	readonly macs: readonly MacRecord[];
}

/** The same for a page: what Macs share is there once, and a Mac names its place. */
export interface CompactReport extends ReportHead {
	readonly summary: Summary;
	readonly answers: readonly MacResult[];
	/** For each Mac: number of its file, row, name, serial number, last seen, number of its answer, and what is carried through. */
	readonly macs: readonly CompactMac[];
}

export type CompactMac = readonly [
	number,
	number,
	string,
	string,
	string | null,
	number,
	(readonly string[])?,
];

export function policyRecord(policy: Policy): PolicyRecord | null {
	if (!policy.given) return null;
	return { name: policy.name, ...termsRecord(policy) };
}

/** The policy of a record. */
export function policyOfRecord(record: PolicyRecord | null, asOf: string): Policy {
	return record ? policyOf(asOf, termsOfRecord(record), record.name) : noPolicy(asOf);
}

export function macRecord(mac: Mac): MacRecord {
	const { file, row, name, serial, seen, judgment, verdict } = mac;
	const { model, ...rest } = judgment.answer!;
	return { row, file, name: name || null, serial: serial || null, model, ...rest, seen, ...verdict };
}

function keptRecord(columns: readonly string[], keptCells: readonly string[]) {
	if (columns.length === 0) return null;
	return { kept: Object.fromEntries(columns.map((column, at) => [column, keptCells[at] ?? ''])) };
}

export function compactReport(head: ReportHead, summary: Summary, macs: readonly Mac[]): CompactReport {
	const numbers = new Map<MacResult, number>();
	const files = new Map(head.files.map((file, number) => [file, number]));
	const compact = macs.map(({ file, row, name, serial, seen, judgment, keptCells }): CompactMac => {
		const answer = judgment.answer!;
		let number = numbers.get(answer);
		if (number === undefined) {
			number = numbers.size;
			numbers.set(answer, number);
		}
		const place = files.get(file) ?? 0;
		return keptCells.length > 0
			? [place, row, name, serial, seen, number, keptCells]
			: [place, row, name, serial, seen, number];
	});
	return { ...head, summary, answers: [...numbers.keys()], macs: compact };
}

/** The Macs of a compact report, to write tables of. */
export function* macsOf({ answers, macs, files }: CompactReport): Generator<Mac> {
	const judgments = answers.map((answer) => ({ cells: noCells, answer, count: 0 }));
	for (const [file, row, name, serial, seen, answer, kept = []] of macs)
		yield {
			...{ file: files[file]!, row, name, serial, seen, keptCells: kept, judgment: judgments[answer]! },
			noSighting: null,
		};
}

/** The long form of a compact report. */
export function expandReport({ answers, macs, ...rest }: CompactReport): FleetRecord {
	const long = macs.map(([file, row, name, serial, seen, answer, kept = []]): MacRecord => {
		const { model, ...more } = answers[answer]!;
		return {
			row,
			file: rest.files[file]!,
			name: name || null,
			serial: serial || null,
			model,
			...more,
			seen,
			...keptRecord(rest.kept_columns ?? [], kept),
		};
	});
	return { ...rest, macs: long };
}

/**
 * The record of a Mac as JSON. What it shares with others is printed once for all of them: to make an object of thirty
 * members and print it for each of 200,000 Macs takes most of the time that a report takes.
 */
export function recordText(mac: Mac, columns: readonly string[]): string {
	const { file, row, name, serial, seen, judgment, keptCells, verdict } = mac;
	judgment.json ??= sharedText(mac);
	const identity = `{"row":${row},"file":${JSON.stringify(file)},"name":${textOrNull(name)},"serial":${textOrNull(serial)}`;
	const carried =
		columns.length === 0
			? ''
			: `,"kept":{${columns.map((column, at) => `${JSON.stringify(column)}:${JSON.stringify(keptCells[at] ?? '')}`).join(',')}}`;
	const judged = verdict ? `,${JSON.stringify(verdict).slice(1, -1)}` : '';
	return `${identity},${judgment.json},"seen":${textOrNull(seen)}${judged}${carried}}`;
}

/** Everything from the model to the day of the last contact, as the record has it. */
function sharedText(mac: Mac): string {
	// A verdict rests on the day of the last contact, which is the Mac's own.
	const { verdict, ...unjudged } = mac;
	const { row, file, name, serial, seen, ...shared } = macRecord(unjudged);
	return JSON.stringify(shared).slice(1, -1);
}

function textOrNull(text: string | null): string {
	return text ? JSON.stringify(text) : 'null';
}
