import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import type { CompactReport } from '../../../fleet/report/report.ts';
import { PassingButton } from '../parts/trouble.tsx';
import { forgetReport, reportPlace } from '../service/key.ts';

/** A report as it is kept: packed, because a browser has room for five million characters. */
interface StoredReport {
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

/** Stores a report for the tab, or for longer if the person chose so. False if the browser has no room for it. */
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

interface KeptReportProps {
	isLong: boolean;
	/** Another one is being computed: that one is to be kept. */
	isStale: boolean;
	keep(long: boolean): void;
	forget(): void;
}

/** How long the report stays in this browser. */
export function KeptReport({ isLong, isStale, keep, forget }: KeptReportProps) {
	return (
		<p class="fleet-kept">
			<label>
				<input
					type="checkbox"
					checked={isLong}
					disabled={isStale}
					onChange={(event) => keep(event.currentTarget.checked)}
				/>
				Keep this report in this browser after the tab is closed
			</label>
			<PassingButton class="quiet" onClick={forget}>
				Forget this report
			</PassingButton>
		</p>
	);
}
