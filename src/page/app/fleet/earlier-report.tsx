import { useRef, useState } from 'preact/hooks';
import { readReport } from '../../../fleet/comparison.ts';
import type { FleetRecord } from '../../../fleet/report.ts';
import { Failure } from '../../../process/failure.ts';

interface EarlierReportProps {
	/** The day of the one that is compared with. */
	since: string | null;
	take(older: FleetRecord | null): void;
}

/** Where a report of an earlier day is chosen, to see what became better and what worse since. */
export function EarlierReport({ since, take }: EarlierReportProps) {
	const [trouble, setTrouble] = useState('');
	const chosen = useRef<File | undefined>(undefined);
	const read = async (file: File | undefined) => {
		if (!file) return;
		chosen.current = file;
		const { older, why } = await olderReport(file);
		// Of two that are chosen in a row the last one counts, however long the other takes.
		if (chosen.current !== file) return;
		take(older);
		setTrouble(why);
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
			<span role="status" class="note">
				{trouble}
			</span>
		</p>
	);
}

async function olderReport(file: File): Promise<{ older: FleetRecord | null; why: string }> {
	try {
		return { older: readReport(await file.text()), why: '' };
	} catch (thrown) {
		return { older: null, why: `${file.name}: ${thrown instanceof Failure ? thrown.message : thrown}` };
	}
}
