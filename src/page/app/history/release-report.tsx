import { counted } from '@pointrelease/core/src/text/numbers.ts';
import {
	daysText,
	drawnReleases,
	ofMacs,
	percentText,
	shareText,
} from '../../../fleet/history/history-tables.ts';
import type { ReleasePatching } from '../../../fleet/history/patching.ts';
import { stated } from '../../../fleet/history/stated.ts';
import { AreaChart } from '../chart/area-chart.tsx';
import { BarChart } from '../fleet/bar-chart.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Values } from './values.tsx';

const head = [
	'Release',
	'Released',
	'Share of',
	'At least',
	'At most',
	'Median days',
	'90% within (days)',
	'Arrived with it',
	'Arrived without it',
	'Major version uncertain',
	'Last seen without it',
];

/** How many Macs had each release in time, and how quickly they were updated. */
export function ReleaseReport({ releases }: { releases: readonly ReleasePatching[] }) {
	const { days } = releases[0]!.patched_within;
	const drawn = drawnReleases(releases);
	return (
		<>
			<h2>Macs updated in time: within {counted(days, 'day')} of a release</h2>
			{drawn.length > 0 && (
				<>
					<p class="note">
						Share of Macs on the major version of a release that had it within {counted(days, 'day')}. Full
						color: certain. Light color: possible.
					</p>
					<div class="history-charts">
						<BarChart
							title="Macs updated in time"
							bars={drawn.map(({ version, macs, patched_within }) => ({
								label: version,
								value: patched_within.at_most / macs,
								good: patched_within.at_least / macs,
								text: shareText(patched_within, macs),
							}))}
							most={1}
							hasTable={false}
						/>
					</div>
				</>
			)}
			<DataTable
				caption="Macs that were on the major version of a release, and how many of them had it in time. Macs that arrived later, or changed their major version around the release, are counted separately."
				head={head}
				rows={releases.map(rowOf)}
			/>
			{drawn.length > 0 && (
				<>
					<h2>How quickly Macs were updated</h2>
					<p class="note">Share of Macs by days since the release.</p>
					<div class="history-charts">
						{drawn.map((release) => (
							<Curve key={release.version} release={release} />
						))}
					</div>
				</>
			)}
		</>
	);
}

function rowOf(release: ReleasePatching): (string | number)[] {
	const { macs, patched_within, days_to_patch } = release;
	return [
		release.version,
		release.released,
		ofMacs(release).slice('of '.length),
		`${patched_within.at_least} (${percentText(patched_within.at_least, macs)})`,
		`${patched_within.at_most} (${percentText(patched_within.at_most, macs)})`,
		daysText(days_to_patch.median, release),
		daysText(days_to_patch.p90, release),
		release.arrived_with,
		release.arrived_without,
		release.major_uncertain,
		release.missing_at_end,
	];
}

const markedDays = [0, 7, 14, 30, 60, 90];

/** The certain shares of Macs by days since the release, and above them the possible ones. */
function Curve({ release }: { release: ReleasePatching }) {
	const { version, released, macs, curve } = release;
	if ((curve.at(-1)?.day ?? 0) === 0) return null;
	const certain = curve.map(({ at_least }) => at_least);
	const days = curve.map(({ day }) => day);
	return (
		<AreaChart
			label={curve.map(({ day, at_least, at_most }) => `${day} days: ${at_least} to ${at_most}`).join('; ')}
			places={days}
			most={macs}
			isStepped
			layers={[
				{ kind: 'sure', title: 'certain', low: days.map(() => 0), high: certain },
				{ kind: 'possible', title: 'possible', low: certain, high: curve.map(({ at_most }) => at_most) },
			]}
			marks={{
				across: days.filter((day) => markedDays.includes(day)).map((at) => ({ at, text: String(at) })),
				up: [0, 50, 100].map((share) => ({ at: (share / 100) * macs, text: `${share}%` })),
			}}
		>
			<b>{version}</b>
			<Values of={stated`, released ${released}`} />, share {ofMacs(release)}
		</AreaChart>
	);
}
