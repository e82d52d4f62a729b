import { percentWords } from '../../../fleet/report/headline.ts';
import type { CompactReport } from '../../../fleet/report/report.ts';
import { grouped } from '../../../text/grouped.ts';

/** The sums: first those that add up to all Macs, then what needs attention. */
export function Tiles({ report }: { report: CompactReport }) {
	const { summary, policy } = report;
	const { macs, current, behind, ended, unknown, ambiguous, unreadable } = summary;
	return (
		<>
			<ul class="fleet-tiles" aria-label="Update status of all Macs">
				<Tile label={macs === 1 ? 'Mac' : 'Macs'} value={macs} />
				<Tile label="current" value={current} tone="current" />
				<Tile label="behind" value={behind} tone="behind" />
				<Tile label="unsupported" value={ended} tone="ended" />
				<Tile label="not known" value={unknown + ambiguous + unreadable} tone="late" />
			</ul>
			<ul class="fleet-tiles" aria-label="What needs attention">
				{policy && (
					<Tile
						label={
							summary.incomplete ? 'of the Macs in this incomplete export meet the policy' : 'meet the policy'
						}
						value={percentWords(summary)}
						tone={summary.incomplete ? 'late' : ''}
					/>
				)}
				{policy && <Tile label="miss the policy" value={summary.misses_policy} tone="late" />}
				{policy && <Tile label="missed a deadline" value={summary.overdue} tone="wrong" />}
				<Tile label="miss fixes for known exploited vulnerabilities" value={summary.exploited} tone="wrong" />
				<Tile
					label="have known exploited vulnerabilities that only newer major versions fix"
					value={summary.exploited_elsewhere}
					tone="wrong"
				/>
				<Tile label="with unknown exposure" value={summary.exposure_unknown} tone="wrong" />
				<Tile label={`not seen for ${report.stale_days} days`} value={summary.stale} />
				{summary.newer > 0 && (
					<Tile
						label="newer than any known release: is the data up to date?"
						value={summary.newer}
						tone="late"
					/>
				)}
				{summary.beta > 0 && <Tile label="on a beta" value={summary.beta} tone="late" />}
				{summary.doubtful > 0 && (
					<Tile label="whose version and build contradict each other" value={summary.doubtful} tone="late" />
				)}
			</ul>
		</>
	);
}

function Tile({ label, value, tone = '' }: { label: string; value: number | string; tone?: string }) {
	return (
		<li class={`card tile ${value !== 0 ? tone : ''}`}>
			<strong>{typeof value === 'number' ? grouped(value) : value}</strong> <span>{label}</span>
		</li>
	);
}
