import type { Policy } from '../advice/policy/policy.ts';
import type { Mac } from './fleet.ts';
import type { MacResult } from './mac-result.ts';
import type { Summary } from './summary.ts';

/** What a report says about itself, so that it can be checked later. */
export interface ReportHead {
	readonly data_version: string;
	readonly as_of: string;
	readonly policy: PolicyRecord | null;
	readonly files: readonly string[];
	readonly stale_days: number;
}

/** The terms of a policy under the names they are asked for with. */
export interface PolicyRecord {
	readonly name: string | null;
	readonly behind: number;
	readonly defer_days: number;
	readonly defer_major_days: number;
	readonly exclude: readonly string[];
	readonly grace_days: number | null;
	readonly exploited_grace_days: number | null;
}

export interface MacRecord extends MacResult {
	readonly row: number;
	readonly file: string;
	readonly name: string | null;
	readonly serial: string | null;
	readonly seen: string | null;
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
	/** For each Mac: number of its file, row, name, serial number, last seen, number of its answer. */
	readonly macs: readonly CompactMac[];
}

export type CompactMac = readonly [number, number, string, string, string | null, number];

export function policyRecord(policy: Policy): PolicyRecord | null {
	if (!policy.given) return null;
	return {
		name: policy.name,
		behind: policy.behind,
		defer_days: policy.deferDays,
		defer_major_days: policy.deferMajorDays,
		exclude: policy.exclude,
		grace_days: policy.graceDays,
		exploited_grace_days: policy.exploitedGraceDays,
	};
}

export function macRecord({ file, row, name, serial, seen, known }: Mac): MacRecord {
	const { model, ...rest } = known.answer!;
	return { row, file, name: name || null, serial: serial || null, model, ...rest, seen };
}

export function compactReport(head: ReportHead, summary: Summary, macs: readonly Mac[]): CompactReport {
	const numbers = new Map<MacResult, number>();
	const files = new Map(head.files.map((file, number) => [file, number]));
	const compact = macs.map(({ file, row, name, serial, seen, known }): CompactMac => {
		const answer = known.answer!;
		let number = numbers.get(answer);
		if (number === undefined) {
			number = numbers.size;
			numbers.set(answer, number);
		}
		return [files.get(file) ?? 0, row, name, serial, seen, number];
	});
	return { ...head, summary, answers: [...numbers.keys()], macs: compact };
}

/** The long form of a compact report. */
export function expandReport({ answers, macs, ...rest }: CompactReport): FleetRecord {
	const long = macs.map(([file, row, name, serial, seen, answer]): MacRecord => {
		const { model, ...more } = answers[answer]!;
		return {
			row,
			file: rest.files[file]!,
			name: name || null,
			serial: serial || null,
			model,
			...more,
			seen,
		};
	});
	return { ...rest, macs: long };
}
