import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import type { CompactReport } from '../../../fleet/report/report.ts';

/** A report as it is stored. Compressed, because browsers store only five million characters. */
export interface StoredReport {
	readonly report: CompactReport;
	/** The policy parameters of the address that the report was made for. */
	readonly asked: Readonly<Record<string, string>>;
}

export function packReport(stored: StoredReport): string {
	return strFromU8(deflateSync(strToU8(JSON.stringify(stored))), true);
}

/** Null for a report from another version of the page; throws for any other text. */
export function unpackReport(packed: string): StoredReport | null {
	const stored = JSON.parse(strFromU8(inflateSync(strToU8(packed, true)))) as Partial<StoredReport>;
	const { report, asked } = stored;
	return report && asked ? { report, asked } : null;
}
