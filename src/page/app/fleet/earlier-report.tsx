import { readReport } from '../../../fleet/comparison.ts';
import type { FleetRecord } from '../../../fleet/report.ts';
import { Failure } from '../../../process/failure.ts';

interface EarlierReportProps {
	/** The day of the one that is compared with. */
	since: string | null;
	take(older: FleetRecord | null): void;
	say(note: string): void;
}

/** Where a report of an earlier day is chosen, to see what became better and what worse since. */
export function EarlierReport({ since, take, say }: EarlierReportProps) {
	const read = async (file: File | undefined) => {
		if (!file) return;
		try {
			take(readReport(await file.text()));
			say('');
		} catch (thrown) {
			take(null);
			say(`${file.name}: ${thrown instanceof Failure ? thrown.message : thrown}`);
		}
	};
	return (
		<p class="fleet-earlier">
			<label>
				Compare with an earlier report, saved as JSON:{' '}
				<input type="file" accept=".json" onChange={(event) => void read(event.currentTarget.files?.[0])} />
			</label>
			{since !== null && (
				<button type="button" class="quiet" onClick={() => take(null)}>
					Stop comparing with {since}
				</button>
			)}
		</p>
	);
}
