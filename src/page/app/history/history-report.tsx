import { verdictWords } from '@pointrelease/core/src/advice/verdict-words.ts';
import { dayNumber } from '@pointrelease/core/src/text/day.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { DayOfFleet } from '../../../fleet/history/compliance.ts';
import type { HistoryAnswer, HistoryRecord } from '../../../fleet/history/history-report.ts';
import {
	adoptionOverTime,
	type OverTime,
	policyOverTime,
	rulesWords,
} from '../../../fleet/history/history-tables.ts';
import { stated } from '../../../fleet/history/stated.ts';
import { AreaChart } from '../chart/area-chart.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { ReleaseReport } from './release-report.tsx';
import { TrendLine } from './trend-line.tsx';
import { Values } from './values.tsx';

/** Longer lists of Macs are cut, and their title has the number of all. */
const mostListed = 200;

/** What a history says: in the page, in the file that the command line writes, and in a page of evidence. */
export function HistoryReport({ record }: { record: HistoryRecord }) {
	if (record.first_seen === null) return <p>No Mac was seen until {record.as_of}.</p>;
	return (
		<div class="fleet-history">
			<p>
				<Values
					of={stated`${counted(record.macs_seen, 'Mac')} seen between ${record.first_seen} and ${record.last_seen!}. Period: ${record.from} to ${record.as_of}.`}
				/>
			</p>
			<p class="note">
				Every number has two bounds, because a Mac that was seen on the old version on one day and on the new
				one on another was updated somewhere in between. Data version {record.data_version}
				{rulesWords(record)}.
			</p>
			<TrendLine trend={record.trend} />
			<Answer answer={record} />
			<MacLists record={record} />
			{record.groups.map((group) => (
				<section key={group.label}>
					<h2>
						{record.group_by}: {group.label} ({counted(group.macs_seen, 'Mac')})
					</h2>
					<Answer answer={group} />
				</section>
			))}
		</div>
	);
}

function Answer({ answer: { releases, compliance, adoption } }: { answer: HistoryAnswer }) {
	const last = adoption.at(-1);
	return (
		<>
			{releases.length === 0 ? (
				<p>In this period no Mac was missing a release.</p>
			) : (
				<ReleaseReport releases={releases} />
			)}
			{compliance.length > 1 && <PolicyOverTime days={compliance} />}
			{last && (
				<>
					<DataTable
						caption={`Major versions on ${last.day}, of ${counted(last.macs, 'Mac')}`}
						head={['Major version', 'Macs']}
						rows={last.by_major.map(({ label, macs }) => [label, macs])}
					/>
					<Daily title="Major versions on each day" table={adoptionOverTime(adoption)} />
				</>
			)}
		</>
	);
}

function PolicyOverTime({ days }: { days: readonly DayOfFleet[] }) {
	const [first, last] = [days[0]!, days.at(-1)!];
	const most = Math.max(...days.map(({ macs }) => macs));
	const meets = days.map(({ meets_policy }) => meets_policy);
	const known = days.map(({ meets_policy, unknown }) => meets_policy + unknown);
	const all = days.map(({ meets_policy, unknown, misses_policy }) => meets_policy + unknown + misses_policy);
	return (
		<>
			<h2>Policy over time</h2>
			<div class="history-charts">
				<AreaChart
					label={`Macs that ${verdictWords.meetPolicy}, are ${verdictWords.unknown}, or miss it; on ${last.day}: ${last.meets_policy}, ${last.unknown}, ${last.misses_policy}`}
					places={days.map(({ day }) => dayNumber(day))}
					most={most}
					layers={[
						{ kind: 'meets', title: verdictWords.meetsPolicy, low: days.map(() => 0), high: meets },
						{ kind: 'open', title: verdictWords.unknown, low: meets, high: known },
						{ kind: 'misses', title: verdictWords.missesPolicy, low: known, high: all },
					]}
					marks={{
						across: [first, last].map(({ day }) => ({ at: dayNumber(day), text: day })),
						up: [0, most].map((at) => ({ at, text: String(at) })),
					}}
				>
					Macs on each day
				</AreaChart>
			</div>
			<Daily title="The policy on each day" table={policyOverTime(days)} />
		</>
	);
}

function Daily({ title, table }: { title: string; table: OverTime }) {
	return (
		<details>
			<summary>{title}</summary>
			<DataTable caption={title} {...table} />
		</details>
	);
}

/** Lists of the Macs that somebody may have to retire, of retired ones, and of those that came back. */
function MacLists({ record: { stale_days, not_seen_since, retired, returned } }: { record: HistoryRecord }) {
	const ended = ['Serial number', 'Name', 'Retired on', 'Reason', 'Last seen'];
	const endedRows = (macs: typeof retired) =>
		macs.map(({ serial, name, retired_on, reason, last_seen }) => [
			serial,
			name ?? '',
			retired_on,
			reason ?? '',
			last_seen,
		]);
	return (
		<>
			<MacList
				title={`Not seen for more than ${counted(stale_days, 'day')}`}
				head={['Serial number', 'Name', 'Not seen since', 'Version']}
				rows={not_seen_since.map(({ serial, name, last_seen, version }) => [
					serial,
					name ?? '',
					last_seen,
					version,
				])}
			/>
			<MacList title="Retired" head={ended} rows={endedRows(retired)} />
			<MacList title="Seen again after they were retired" head={ended} rows={endedRows(returned)} />
		</>
	);
}

interface MacListProps {
	title: string;
	head: readonly string[];
	rows: readonly (readonly string[])[];
}

function MacList({ title, head, rows }: MacListProps) {
	if (rows.length === 0) return null;
	const all = counted(rows.length, 'Mac');
	return (
		<>
			<h2>{title}</h2>
			<DataTable
				caption={rows.length > mostListed ? `The first ${mostListed} of ${all}` : all}
				head={head}
				rows={rows.slice(0, mostListed)}
			/>
		</>
	);
}
