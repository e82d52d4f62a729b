import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import type { CompactReport } from '../../../fleet/report/report.ts';

/** A report as it is kept: packed, because a browser has room for five million characters. */
export interface StoredReport {
	readonly report: CompactReport;
	/** What the address said of its policy. */
	readonly asked: Readonly<Record<string, string>>;
}

export function packReport(stored: StoredReport): string {
	return strFromU8(deflateSync(strToU8(JSON.stringify(stored))), true);
}

/** Null for what another version of the page packed; throws for anything else. */
export function unpackReport(packed: string): StoredReport | null {
	const stored = JSON.parse(strFromU8(inflateSync(strToU8(packed, true)))) as Partial<StoredReport>;
	const { report, asked } = stored;
	return report && asked ? { report, asked } : null;
}
