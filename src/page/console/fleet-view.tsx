import { counted, grouped } from '@pointrelease/core/src/text/numbers.ts';
import { useState } from 'preact/hooks';
import { FleetReport } from '../app/fleet/fleet-report.tsx';
import type { ReportData } from '../app/fleet/report-parts.ts';
import { Messages } from './mail-view.tsx';
import { Loaded, ViewHead, When } from './parts.tsx';
import type { FleetRecord, RoundRecord } from './records.ts';
import { useData } from './use-data.ts';

type Watch = NonNullable<FleetRecord['watch']>;

/** What the watch of this state last found; it is read, and never told to do anything. */
export function FleetView() {
	const read = useData<FleetRecord>('/fleet');
	return (
		<>
			<ViewHead title="Fleet" />
			<Loaded read={read}>
				{({ watch }) =>
					watch === null ? (
						<p class="note">
							No watch writes to this state folder. With one, its last report, its rounds and its messages are
							here.
						</p>
					) : (
						<>
							<State watch={watch} />
							<Report made={watch.report} />
							<div class="columns">
								<Rounds rounds={watch.rounds} />
								<Messages messages={watch.messages} />
							</div>
						</>
					)
				}
			</Loaded>
		</>
	);
}

function State({ watch }: { watch: Watch }) {
	const { overdue, last_whole_round, next_round, inventories, policy, every, time_zone } = watch;
	const hours = every / 3_600_000;
	return (
		<section class={`band ${overdue ? 'exposed' : 'current'}`}>
			<p>
				<strong>{overdue ? 'The last whole round is too old.' : 'The watch works.'}</strong> Last whole round:{' '}
				<When moment={last_whole_round} />. Next round: <When moment={next_round} none="not known" />.
			</p>
			<p class="note">
				Every {counted(hours, 'hour')}, days of {time_zone}, policy: {policy ?? 'none'}.
			</p>
			<ul class="rows">
				{inventories.map(({ name, taken, trouble }) => (
					<li key={name}>
						<span>
							<strong>{name}</strong>{' '}
							<span class="note">
								taken <When moment={taken} />
							</span>
							{trouble.map((words) => (
								<span key={words} class="wrong">
									<br />
									{words}
								</span>
							))}
						</span>
						<span class={`state ${trouble.length > 0 ? 'exposed' : 'current'}`}>
							{trouble.length > 0 ? 'Not whole' : 'Whole'}
						</span>
					</li>
				))}
			</ul>
		</section>
	);
}

/** The last report, drawn as on the page. Its filters stay in memory: the address is that of the view. */
function Report({ made }: { made: string | null }) {
	const read = useData<ReportData>(made === null ? null : '/fleet/report');
	const [query, setQuery] = useState(new URLSearchParams());
	const set = (changed: Readonly<Record<string, string>>) =>
		setQuery((before) => new URLSearchParams({ ...Object.fromEntries(before), ...changed }));
	if (made === null) return <p class="note">No round has written a report yet.</p>;
	return (
		<section class="card report" aria-label="Report of the last round">
			<Loaded read={read}>{(data) => <FleetReport {...data} view={{ query, set }} />}</Loaded>
		</section>
	);
}

const causes: Readonly<Record<string, string>> = {
	due: 'On schedule',
	asked: 'Asked for',
	news: 'News in the data',
	day: 'A new day',
};

function Rounds({ rounds }: { rounds: readonly RoundRecord[] }) {
	if (rounds.length === 0) return null;
	return (
		<section class="card">
			<h2>Rounds</h2>
			<ul class="rows">
				{rounds.map(({ number, cause, started, ended, whole, macs, misses_policy }) => (
					<li key={number}>
						<span>
							{causes[cause] ?? cause}{' '}
							<span class="note">
								<When moment={started} />
								{macs !== null && `, ${grouped(macs)} ${macs === 1 ? 'Mac' : 'Macs'}`}
								{misses_policy !== null && `, ${grouped(misses_policy)} miss the policy`}
							</span>
						</span>
						<span class={`state ${ended === null ? 'ended' : whole ? 'current' : 'exposed'}`}>
							{ended === null ? 'Not finished' : whole ? 'Whole' : 'Not whole'}
						</span>
					</li>
				))}
			</ul>
		</section>
	);
}
