import { PassingButton } from '../parts/trouble.tsx';
import { forgetReport, reportPlace } from '../service/key.ts';
import { type StoredReport, unpackReport } from './packed-report.ts';

/** The report that was kept; that of the tab before one that is kept for longer. */
export function storedReport(): (StoredReport & { isLong: boolean }) | null {
	for (const storage of ['sessionStorage', 'localStorage'] as const) {
		try {
			const packed = globalThis[storage].getItem(reportPlace);
			const stored = packed === null ? null : unpackReport(packed);
			if (stored) return { ...stored, isLong: localStorage.getItem(reportPlace) !== null };
		} catch {
			// What another version of the page kept is not shown.
		}
	}
	return null;
}

/** Stores a packed report for the tab, or for longer if the person chose so. False if the browser has no room for it. */
export function storeReport(packed: string, isLong: boolean): boolean {
	forgetReport();
	try {
		sessionStorage.setItem(reportPlace, packed);
		if (isLong) localStorage.setItem(reportPlace, packed);
		return true;
	} catch {
		return false;
	}
}

/** Stores the report of the tab for longer, or no longer. False if there is none, or no room for it. */
export function storeLonger(isLong: boolean): boolean {
	try {
		const packed = sessionStorage.getItem(reportPlace) ?? localStorage.getItem(reportPlace);
		return packed !== null && storeReport(packed, isLong);
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
