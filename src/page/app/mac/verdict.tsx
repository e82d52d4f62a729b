import { daysInWords } from '../../../text/days-in-words.ts';
import { count, datesInWords, inWords, releasedInWords } from '../parts/dates.ts';
import type { AdviceRecord, BoardRecord, ReleaseRecord } from '../service/records.ts';
import type { Outcome } from '../service/service.ts';
import { badgeOf } from './advice-badge.ts';

interface VerdictProps {
	mac: BoardRecord;
	releases: readonly ReleaseRecord[];
	/** Null while no version was given. */
	advice: { outcome: Outcome<AdviceRecord> } | null;
}

/** Where the Mac stands: the first thing that its page says. */
export function Verdict({ mac, releases, advice }: VerdictProps) {
	const record = advice?.outcome.state === 'ready' ? advice.outcome.value : null;
	return (
		<>
			{record && <State record={record} />}
			{record && (
				<dl class="steps">
					<Step term="Next" version={record.next_version} releases={releases} />
					<Step term={targetTerm(record)} version={record.target_version} releases={releases} />
					<Deadline record={record} />
					<Exposure record={record} />
					<Step term={`Latest of ${record.major}`} version={record.latest_version} releases={releases} />
					<Step term="Newest for this Mac" version={record.latest_major_version} releases={releases} />
				</dl>
			)}
			{!advice && <Prospect mac={mac} releases={releases} />}
			<p class="words">
				{advice ? (
					<Words outcome={advice.outcome} />
				) : (
					<>
						{!mac.gets_updates && `Its last major was ${mac.last_major}. `}
						<span class="hint">Type the version it is on, or choose a mark in the chart below.</span>
					</>
				)}
			</p>
		</>
	);
}

function State({ record }: { record: AdviceRecord }) {
	const { tone, words } = badgeOf(record);
	return (
		<p>
			<span class={`badge ${tone}`}>{words}</span>
		</p>
	);
}

/** Before a version is known: what the Mac can run at best, and whether and for how long it still gets anything. */
function Prospect({ mac, releases }: { mac: BoardRecord; releases: readonly ReleaseRecord[] }) {
	const { gets_updates: supported, latest_version: latest, estimated_end: end, ended_on: ended } = mac;
	return (
		<>
			<p>
				<span class={`badge ${supported ? 'current' : 'ended'}`}>
					{supported ? 'Gets updates' : 'Gets no updates'}
				</span>
			</p>
			<dl class="steps">
				<Step
					term={supported ? 'Newest for this Mac' : 'Last for this Mac'}
					version={latest}
					releases={releases}
				/>
				{supported && end && (
					<div>
						<dt>Updates expected until</dt>
						<dd>
							<strong>{inWords(`${end}-01`, 'month')}</strong>
							<span>estimated</span>
						</dd>
					</div>
				)}
				{!supported && ended && mac.majors.at(-1)?.era !== 'classic' && (
					<div>
						<dt>Updates ended</dt>
						<dd>
							<strong>{inWords(ended)}</strong>
							<span>as those of {mac.last_major} did</span>
						</dd>
					</div>
				)}
			</dl>
		</>
	);
}

/** The same in sentences. */
function Words({ outcome }: { outcome: Outcome<AdviceRecord> }) {
	// Nothing that the answer would push away; the room for it is kept.
	if (outcome.state === 'loading') return null;
	if (outcome.state === 'unreachable') return <span class="wrong">The service cannot be reached.</span>;
	if (outcome.state !== 'ready') return <span class="wrong">{outcome.detail}</span>;
	return datesInWords(outcome.value.summary);
}

function targetTerm({ blocked_by: blocked }: AdviceRecord): string {
	return blocked === 'hardware' ? 'As far as it goes' : 'By the policy';
}

function Deadline({ record }: { record: AdviceRecord }) {
	if (record.deadline === null) return null;
	const { days_left: left, days_overdue: overdue } = record;
	return (
		<div>
			<dt>Deadline</dt>
			<dd>
				<strong>{inWords(record.deadline)}</strong>
				<span>{overdue ? `${daysInWords(overdue)} overdue` : `${daysInWords(left ?? 0)} left`}</span>
			</dd>
		</div>
	);
}

/** What it misses inside its major, and separately what newer majors fixed while this one got nothing. */
function Exposure({ record }: { record: AdviceRecord }) {
	if (record.missing_count === null) return null;
	const { exploited_missing_count: exploited, fixed_elsewhere_exploited_count: elsewhere } = record;
	const atLeast = record.exposure_known === 'lower-bound' ? 'at least ' : '';
	return (
		<div>
			<dt>Exploited holes open</dt>
			<dd>
				<strong class={exploited ? 'exploited' : ''}>{exploited}</strong>
				<span>
					of {atLeast}
					{count(record.missing_count, 'fix', 'fixes')} it misses
					{elsewhere ? `; ${elsewhere} more fixed in newer majors, not stated for this one` : ''}
				</span>
			</dd>
		</div>
	);
}

interface StepProps {
	term: string;
	/** Null when there is none. */
	version: string | null;
	releases: readonly ReleaseRecord[];
}

function Step({ term, version, releases }: StepProps) {
	return (
		<div>
			<dt>{term}</dt>
			<dd>
				<strong>{version ?? '–'}</strong>
				<span>{version ? releasedInWords(releases, version) : 'none'}</span>
			</dd>
		</div>
	);
}
