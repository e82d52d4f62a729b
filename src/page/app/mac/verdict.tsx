import { shownDeadline } from '@pointrelease/core/src/advice/standing/headline.ts';
import type { Tone } from '@pointrelease/core/src/advice/standing/tone.ts';
import { verdictWords } from '@pointrelease/core/src/advice/verdict-words.ts';
import { daysInWords } from '@pointrelease/core/src/text/day-words.ts';
import { macAddress, releaseAddress, withParameters } from '../address.ts';
import { count, inWords, releasedInWords } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { TroubleLine } from '../parts/trouble.tsx';
import type { AdviceRecord, BoardRecord, Outcome, ReleaseRecord } from '../service/records.ts';
import { useVisit } from '../service/visit.ts';
import { macTone, prospectOfMac } from './macs.ts';
import { answerToMajor, type RunsAnswer, runsMajor } from './runs-major.ts';

interface VerdictProps {
	mac: BoardRecord;
	releases: readonly ReleaseRecord[];
	/** Null until a version is given. */
	advice: { outcome: Outcome<AdviceRecord> } | null;
	query: URLSearchParams;
	again(): void;
}

/** What to do about the Mac, why, and the details. */
export function Verdict({ mac, releases, advice, query, again }: VerdictProps) {
	const asked = query.get('runs');
	if (!advice)
		return <Prospect mac={mac} releases={releases} answer={asked ? runsMajor(mac, asked) : null} />;
	const { outcome } = advice;
	// Show nothing that the answer would push down.
	if (outcome.state === 'loading') return null;
	if (outcome.state !== 'ready') return <TroubleLine outcome={outcome} again={again} />;
	const record = outcome.value;
	const answer = answerToMajor(mac, record);
	if (answer) return <Prospect mac={mac} releases={releases} answer={answer} />;
	return (
		<>
			<Headline tone={macTone(record)} words={record.headline} />
			<p class="words">{record.reason}</p>
			<dl class="steps">
				{record.meets_policy !== null && (
					<Step term="Required by the policy" version={record.target_version} releases={releases} />
				)}
				<Deadline record={record} />
				<Step term="Next" version={record.next_version} releases={releases} />
				<Step term={`Latest of ${record.major}`} version={record.latest_version} releases={releases} />
				<Step term="Newest for this Mac" version={record.latest_major_version} releases={releases} />
				<SupportEnd mac={mac} />
				<Exposure record={record} mac={mac} query={query} />
			</dl>
		</>
	);
}

function Headline({ tone, words }: { tone: Tone; words: string }) {
	return <p class={`headline ${tone}`}>{words}</p>;
}

interface ProspectProps {
	mac: BoardRecord;
	releases: readonly ReleaseRecord[];
	/** Whether it runs the major version that was asked about; null if none was. */
	answer: RunsAnswer | null;
}

/** Before a version is given: the newest release that the Mac runs, and how long it still gets updates. */
function Prospect({ mac, releases, answer }: ProspectProps) {
	const { plain } = useVisit();
	const { gets_updates: supported, latest_version: latest } = mac;
	return (
		<>
			{answer ? (
				<Headline tone={answer.tone} words={answer.headline} />
			) : (
				<Headline tone={supported ? 'current' : 'ended'} words={prospectOfMac(mac)} />
			)}
			{answer && <p class="words">{answer.words}</p>}
			<dl class="steps">
				<Step
					term={supported ? 'Newest for this Mac' : 'Last for this Mac'}
					version={latest}
					releases={releases}
				/>
				<SupportEnd mac={mac} />
			</dl>
			<p class="words hint">
				{!supported && !answer && `The last major version for this Mac is ${mac.last_major}. `}
				Enter the version this Mac runs{plain ? '.' : ', or choose a mark in the chart below.'}
			</p>
		</>
	);
}

/** The expected end of support of the Mac, whatever version is installed. */
function SupportEnd({ mac: { gets_updates: supported, estimated_end: end } }: { mac: BoardRecord }) {
	if (!supported || !end) return null;
	return (
		<div>
			<dt>Support expected until</dt>
			<dd>
				<strong>{inWords(end, 'month')}</strong>
				<span>estimated</span>
			</dd>
		</div>
	);
}

function Deadline({ record }: { record: AdviceRecord }) {
	const deadline = shownDeadline(record);
	if (deadline === null) return null;
	const { days_left: daysLeft, days_overdue: overdue } = record;
	return (
		<div>
			<dt>Deadline</dt>
			<dd>
				<strong>{inWords(deadline)}</strong>
				<span>
					{overdue === null
						? `${daysInWords(daysLeft ?? 0)} left`
						: `${daysInWords(overdue)} ${verdictWords.overdue}`}
				</span>
			</dd>
		</div>
	);
}

/** The fixes that the Mac misses in its major version, and separately those that only newer major versions list. */
function Exposure({
	record,
	mac,
	query,
}: {
	record: AdviceRecord;
	mac: BoardRecord;
	query: URLSearchParams;
}) {
	if (record.missing_count === null) return null;
	const { exploited_missing_count: exploited } = record;
	const elsewhere = record.fixed_elsewhere_exploited_count || record.not_stated_exploited_count;
	return (
		<div class="wide">
			<dt>Exploited vulnerabilities</dt>
			<dd>
				<strong class={exploited ? 'exploited' : ''}>
					{exploited || elsewhere ? (
						<Link to={withParameters(query, { show: 'fixes' }, macAddress(mac.board_ids[0]!))}>
							{exploited}
						</Link>
					) : (
						exploited
					)}
				</strong>
				<span>{missingWords(record)}</span>
			</dd>
		</div>
	);
}

interface StepProps {
	term: string;
	/** Null if there is none. */
	version: string | null;
	releases: readonly ReleaseRecord[];
}

function Step({ term, version, releases }: StepProps) {
	return (
		<div>
			<dt>{term}</dt>
			<dd>
				<strong>{version === null ? '–' : <Link to={releaseAddress(version)}>{version}</Link>}</strong>
				<span>{version ? releasedInWords(releases, version) : 'none'}</span>
			</dd>
		</div>
	);
}

/** The numbers behind the exposure. Unlisted fixes are counted too, or an unsupported Mac would look safe. */
function missingWords(advice: AdviceRecord): string {
	const { exposure_known: certainty } = advice;
	const least = certainty === 'lower-bound' ? 'at least ' : '';
	const missing = `of ${least}${count(advice.missing_count ?? 0, 'missing fix', 'missing fixes')}`;
	const elsewhere = (advice.fixed_elsewhere_exploited_count ?? 0) + (advice.not_stated_exploited_count ?? 0);
	return elsewhere === 0
		? missing
		: `${missing}. For ${elsewhere} more, Apple lists a fix only in newer versions of macOS.`;
}
