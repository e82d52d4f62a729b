import { PassingButton } from '../parts/passing-button.tsx';

interface KeptReportProps {
	/** The report was there when the page was opened: its files are not. */
	isStored: boolean;
	isLong: boolean;
	/** Another one is being computed: that one is to be kept. */
	isStale: boolean;
	keep(long: boolean): void;
	forget(): void;
}

/** How long the report stays in this browser. */
export function KeptReport({ isStored, isLong, isStale, keep, forget }: KeptReportProps) {
	return (
		<p class="fleet-kept">
			{isStored && (
				<span class="note">
					This report was kept from before. To change its policy or columns, drop the inventory again.
				</span>
			)}
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
