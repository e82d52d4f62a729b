import { daysInWords } from '@pointrelease/core/src/text/day-words.ts';
import { count, inWords } from '../parts/dates.ts';
import type { DatasetRecord } from '../service/records.ts';
import { useRead } from '../service/use-read.ts';

type FeedRecord = DatasetRecord['feeds'][number];

/** The age of the data, and the state of each feed. */
export function DataState() {
	const { outcome } = useRead<DatasetRecord>('/dataset');
	return (
		<section class="card data-state">
			<h2>The data</h2>
			{outcome.state === 'ready' && <State of={outcome.value} />}
		</section>
	);
}

function State({
	of: {
		data_changed: changed,
		data_version: version,
		following,
		feeds,
		held_for_review: held,
		held_since: since,
		pulled,
	},
}: {
	of: DatasetRecord;
}) {
	return (
		<>
			<p>
				Last changed <time dateTime={changed}>{ago(changed)}</time>, on {inWords(changed.slice(0, 10))}.{' '}
				<span class="note">Version {version}.</span>
			</p>
			{held > 0 && (
				<p>
					<span class="badge behind">Review</span> {count(held, 'item')} held for review
					{since && `, the oldest from ${ago(since)}`}.{' '}
					<span class="note">For the operator: pointrelease data status.</span>
				</p>
			)}
			{pulled.map(({ version, pulled_on: day }) => (
				<p key={version}>
					<span class="badge behind">Pulled</span> {version} was pulled by Apple on {inWords(day)}.
				</p>
			))}
			{following ? (
				<ul class="rows">
					{feeds.map((feed) => (
						<Feed key={feed.feed} feed={feed} />
					))}
				</ul>
			) : (
				<p class="note">Live data is off. Newer releases appear with the next upgrade.</p>
			)}
		</>
	);
}

const names: Record<string, string> = {
	apple: 'Apple’s update service',
	sofa: 'SOFA',
	appledb: 'AppleDB',
	kev: 'CISA’s KEV catalog',
	cve: 'Apple’s CVE records',
	safari: 'SOFA’s Safari feed',
};

/** The badge and the words of each feed state. */
const states = {
	fresh: ['current', 'Up to date'],
	waiting: ['neutral', 'Waiting'],
	stale: ['behind', 'Stale'],
	frozen: ['behind', 'Frozen'],
	off: ['neutral', 'Off'],
} as const;

function Feed({
	feed: { feed, state, last_answer: answered, last_change: moved, failures, problem },
}: {
	feed: FeedRecord;
}) {
	const [tone, words] = states[state];
	return (
		<li>
			<span>
				{names[feed] ?? feed.toUpperCase()}
				{moved && <span class="note"> last change {ago(moved)}</span>}
				{problem && (
					<span class="note">
						{' '}
						{count(failures, 'failure')}: {problem}
					</span>
				)}
			</span>
			<span class="note">
				<span class={`badge ${tone}`}>{words}</span> {answered && ago(answered)}
			</span>
		</li>
	);
}

/** The time since a moment, as in `3 minutes ago`. */
function ago(moment: string): string {
	const minutes = Math.floor((Date.now() - Date.parse(moment)) / 60_000);
	if (minutes < 1) return 'just now';
	if (minutes < 120) return `${count(minutes, 'minute')} ago`;
	if (minutes < 48 * 60) return `${count(Math.floor(minutes / 60), 'hour')} ago`;
	return `${daysInWords(Math.floor(minutes / 1440))} ago`;
}
