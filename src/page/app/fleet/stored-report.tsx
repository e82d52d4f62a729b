import { PassingButton } from '../parts/trouble.tsx';
import { forgetReport, reportPlace } from '../service/key.ts';
import { type StoredReport, unpackReport } from './packed-report.ts';

/** The stored report: that of this tab, else the one that outlives tabs. */
export function storedReport(): (StoredReport & { isLong: boolean }) | null {
	for (const storage of ['sessionStorage', 'localStorage'] as const) {
		try {
			const packed = globalThis[storage].getItem(reportPlace);
			const stored = packed === null ? null : unpackReport(packed);
			if (stored) return { ...stored, isLong: localStorage.getItem(reportPlace) !== null };
		} catch {
			// Another version of the page stored it, or storage is forbidden.
		}
	}
	return null;
}

/** Stores a packed report for this tab, or until it is forgotten (`isLong`). False if the browser has no room for it. */
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

/** Stores the report until it is forgotten, or for this tab alone. False if there is no report, or no room for it. */
export function storeLonger(isLong: boolean): boolean {
	try {
		const packed = sessionStorage.getItem(reportPlace) ?? localStorage.getItem(reportPlace);
		return packed !== null && storeReport(packed, isLong);
	} catch {
		return false;
	}
}

interface ReportStorageProps {
	isLong: boolean;
	/** Another report is being computed, and will be stored instead. */
	isStale: boolean;
	storeLong(long: boolean): void;
	forget(): void;
}

/** Chooses how long the report stays in this browser. */
export function ReportStorage({ isLong, isStale, storeLong, forget }: ReportStorageProps) {
	return (
		<p class="fleet-kept">
			<label>
				<input
					type="checkbox"
					checked={isLong}
					disabled={isStale}
					onChange={(event) => storeLong(event.currentTarget.checked)}
				/>
				Keep this report in this browser after the tab is closed
			</label>
			<PassingButton class="quiet" onClick={forget}>
				Forget this report
			</PassingButton>
		</p>
	);
}
