import {
	noPolicy,
	type Policy,
	policyOf,
	type TermsRecord,
	termsOfRecord,
	termsRecord,
} from '@pointrelease/core/src/advice/policy/policy.ts';
import type { Verdict } from '@pointrelease/core/src/advice/policy/rule.ts';
import type { Mac } from '../fleet.ts';
import type { Exception } from '../history/exception.ts';
import type { MacResult } from '../judging/mac-result.ts';
import { noCells } from '../judging/machine-cells.ts';
import type { Summary } from './summary.ts';

/** How a report was made, so that it can be made again and compared. */
export interface ReportHead {
	readonly data_version: string;
	/** The version of the rules that verdicts follow. */
	readonly rules: number;
	readonly as_of: string;
	readonly policy: PolicyRecord | null;
	readonly files: readonly string[];
	readonly stale_days: number;
	/** The kept columns; absent if there are none. */
	readonly kept_columns?: readonly string[];
	/** The column to group by; absent without grouping. */
	readonly group_by?: string;
	/** The framework that judged the Macs; absent if none was asked for. */
	readonly framework?: string;
}

/** The terms of a policy, under the names of their options. */
export interface PolicyRecord extends TermsRecord {
	readonly name: string | null;
}

export interface MacRecord extends MacResult {
	readonly row: number;
	readonly file: string;
	readonly name: string | null;
	readonly serial: string | null;
	readonly seen: string | null;
	/** The cells of the kept columns; absent if there are none. */
	readonly kept?: Readonly<Record<string, string>>;
	/** The verdict of the framework, and its reason; absent if none was asked for. */
	readonly verdict?: Verdict;
	readonly verdict_reason?: string;
	/** Null for a Mac without one where a framework was asked for; otherwise absent. */
	readonly exception?: Exception | null;
}

/** The whole report in the printed form: one record for each Mac. */
export interface FleetRecord extends ReportHead {
	readonly summary: Summary;
	readonly macs: readonly MacRecord[];
}

/** The report in the form of the page: each result is stored once, and a Mac refers to it by number. */
export interface CompactReport extends ReportHead {
	readonly summary: Summary;
	readonly answers: readonly MacResult[];
	readonly macs: readonly CompactMac[];
}

export type CompactMac = readonly [
	/** The place of its file in `files`. */
	file: number,
	row: number,
	name: string,
	serial: string,
	seen: string | null,
	/** The place of its result in `answers`. */
	answer: number,
	keptCells?: readonly string[],
];

export function policyRecord(policy: Policy): PolicyRecord | null {
	if (!policy.isStated) return null;
	return { name: policy.name, ...termsRecord(policy) };
}

/** The policy that a record describes. */
export function policyOfRecord(record: PolicyRecord | null, asOf: string): Policy {
	return record ? policyOf(asOf, termsOfRecord(record), record.name) : noPolicy(asOf);
}

export function macRecord(mac: Mac): MacRecord {
	const { file, row, name, serial, seen, judgment, verdict } = mac;
	const { model, exception, ...rest } = judgment.answer!;
	const record = { row, file, name: name || null, serial: serial || null, model, ...rest, seen };
	return { ...record, ...(exception && { exception }), ...verdict };
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

/** The Macs of a compact report, to write tables of them. */
export function* macsOf({ answers, macs, files }: CompactReport): Generator<Mac> {
	const judgments = answers.map((answer) => ({ cells: noCells, answer }));
	for (const [file, row, name, serial, seen, answer, keptCells = []] of macs)
		yield {
			file: files[file]!,
			row,
			name,
			serial,
			seen,
			noSighting: null,
			keptCells,
			judgment: judgments[answer]!,
		};
}

/** The printed form of a compact report. */
export function expandReport({ answers, macs, ...rest }: CompactReport): FleetRecord {
	const long = macs.map(([file, row, name, serial, seen, answer, keptCells = []]): MacRecord => {
		const { model, ...more } = answers[answer]!;
		return {
			row,
			file: rest.files[file]!,
			name: name || null,
			serial: serial || null,
			model,
			...more,
			seen,
			...keptRecord(rest.kept_columns ?? [], keptCells),
		};
	});
	return { ...rest, macs: long };
}

/**
 * The record of a Mac as JSON. The members that Macs share are printed once for all of them: printing all thirty members for
 * each of 200,000 Macs would take most of the time of a report.
 */
export function recordText(mac: Mac, columns: readonly string[]): string {
	const { file, row, name, serial, seen, judgment, keptCells, verdict } = mac;
	judgment.json ??= sharedText(mac);
	const identity = `{"row":${row},"file":${JSON.stringify(file)},"name":${textOrNull(name)},"serial":${textOrNull(serial)}`;
	const carried =
		columns.length === 0
			? ''
			: `,"kept":{${columns.map((column, at) => `${JSON.stringify(column)}:${JSON.stringify(keptCells[at] ?? '')}`).join(',')}}`;
	const { exception } = judgment.answer!;
	const beside = verdict ?? (exception && { exception });
	const judged = beside ? `,${JSON.stringify(beside).slice(1, -1)}` : '';
	return `${identity},${judgment.json},"seen":${textOrNull(seen)}${judged}${carried}}`;
}

/** The members of the record from the model to the last contact. */
function sharedText(mac: Mac): string {
	// A verdict depends on the last contact, which Macs do not share.
	const { verdict, ...unjudged } = mac;
	const { row, file, name, serial, seen, exception, ...shared } = macRecord(unjudged);
	return JSON.stringify(shared).slice(1, -1);
}

function textOrNull(text: string | null): string {
	return text ? JSON.stringify(text) : 'null';
}
