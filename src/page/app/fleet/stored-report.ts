import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import type { CompactReport } from '../../../fleet/report/report.ts';
import { forgetReport, reportPlace } from './report-place.ts';

/** A report as it is kept: packed, because a browser has room for five million characters. */
export interface StoredReport {
	readonly report: CompactReport;
	/** What the address said of its policy. */
	readonly asked: Readonly<Record<string, string>>;
	/** Kept after the tab is closed. */
	readonly isLong: boolean;
}

/** The report that was kept; that of the tab before one that is kept for longer. */
export function storedReport(): StoredReport | null {
	for (const [storage, isLong] of [
		['sessionStorage', false],
		['localStorage', true],
	] as const) {
		try {
			const packed = globalThis[storage].getItem(reportPlace);
			if (packed === null) continue;
			const kept = JSON.parse(strFromU8(inflateSync(strToU8(packed, true)))) as Partial<StoredReport>;
			if (!kept.report || !kept.asked) continue;
			const { report, asked } = kept;
			return { report, asked, isLong: isLong || localStorage.getItem(reportPlace) !== null };
		} catch {
			// What another version of the page kept is not shown.
		}
	}
	return null;
}

/** Keeps a report for the tab, and for longer where that is wished. False where there is no room for it. */
export function storeReport({ isLong, ...kept }: StoredReport): boolean {
	forgetReport();
	try {
		const packed = strFromU8(deflateSync(strToU8(JSON.stringify(kept))), true);
		sessionStorage.setItem(reportPlace, packed);
		if (isLong) localStorage.setItem(reportPlace, packed);
		return true;
	} catch {
		return false;
	}
}
