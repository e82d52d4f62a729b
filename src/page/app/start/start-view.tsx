import { useState } from 'preact/hooks';
import { searchAddress } from '../address.ts';
import { AsOf, dayQuery } from '../parts/as-of.tsx';
import { CopyLine } from '../parts/copy-line.tsx';
import { inWords, today } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { loadedLater } from '../parts/loaded-later.tsx';
import { Trouble } from '../parts/trouble.tsx';
import type { MajorList } from '../service/records.ts';
import { useRead } from '../service/use-read.ts';
import { useTitle, useVisit } from '../service/visit.ts';
import { DataState } from './data-state.tsx';
import { MajorCard } from './major-card.tsx';
import { MyMacs } from './my-macs.tsx';
import { EndedMajors, NewestMacs, RecentChanges } from './news.tsx';

const Subscribe = loadedLater(async () => (await import('./subscribe.tsx')).Subscribe);

const examples = ['M1 Air 14.7.2', 'Mac Pro', 'Quadra 700', 'A2337', '14.7.2', 'CVE-2026-65400'];

/** The start page: supported major versions, their latest releases, news, and the state of the data. */
export function StartView({ query }: { query: URLSearchParams }) {
	const then = dayQuery(query);
	const title = then === '' ? 'What Macs run today' : 'What Macs ran';
	useTitle(title);
	const { plain } = useVisit();
	const { outcome, again } = useRead<MajorList>(`/releases${then}`);
	if (outcome.state !== 'ready' && outcome.state !== 'loading')
		return <Trouble outcome={outcome} again={again} subject="the releases" />;
	return (
		<>
			<section class="start">
				<p class="chips">
					<span>Search for a Mac, a release, a build or a CVE:</span>
					{examples.map((text) => (
						<Link key={text} class="chip" to={searchAddress(text)}>
							{text}
						</Link>
					))}
				</p>
				<p class="eyebrow">
					{inWords(outcome.state === 'ready' ? outcome.value.as_of : (query.get('as_of') ?? today()))}
				</p>
				<h1>{title}</h1>
				<AsOf query={query} path="/" />
			</section>
			{!plain && <MyMacs />}
			{outcome.state === 'ready' && <Today of={outcome.value} then={then} />}
		</>
	);
}

/** Loads the code for subscriptions on request, because few people subscribe, and only once. */
function SubscribeCard() {
	const [isWanted, setIsWanted] = useState(false);
	return (
		<section class="card subscribe">
			<h2>Subscribe</h2>
			<p class="note">New releases and ends of support, in a feed reader or in your calendar.</p>
			{isWanted ? (
				<Subscribe />
			) : (
				<button type="button" onClick={() => setIsWanted(true)}>
					Show addresses
				</button>
			)}
		</section>
	);
}

function Today({
	of: { majors, newest_macs: macs, recent, as_of: day },
	then,
}: {
	of: MajorList;
	then: string;
}) {
	const { plain } = useVisit();
	const supported = majors.filter(({ support }) => support !== null && support !== 'ended').toReversed();
	return (
		<>
			<ul class="major-cards" aria-label="Supported major versions">
				{supported.map((major) => (
					<MajorCard key={major.major} major={major} today={day} />
				))}
			</ul>
			<div class="columns">
				<div>
					<RecentChanges changes={recent} />
					<NewestMacs macs={macs} />
				</div>
				<div>
					<EndedMajors majors={majors} />
				</div>
			</div>
			{!plain && (
				<div class="columns">
					<DataState />
					<SubscribeCard />
				</div>
			)}
			<CopyLine path={`/releases${then}`} />
		</>
	);
}
