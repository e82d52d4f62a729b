import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { addressOf } from './address.ts';
import { useAction } from './notice.tsx';
import { Loaded, ViewHead, When, WriteButton } from './parts.tsx';
import type { DataRecord, DecisionRecord, FeedRecord, HeldItemRecord } from './records.ts';
import { useData } from './use-data.ts';

/** What is held for review, how fresh the feeds are, and what people decided. */
export function HeldDataView() {
	const read = useData<DataRecord>('/data');
	return (
		<>
			<ViewHead title="Data" />
			<Loaded read={read}>
				{(data) => (
					<>
						<section aria-label="Held for review">
							<h2>Held for review</h2>
							{data.items.length === 0 ? (
								<p class="note">Nothing is held for review.</p>
							) : (
								<ul class="todo">
									{data.items.map((item) => (
										<Item key={item.id} item={item} />
									))}
								</ul>
							)}
						</section>
						<div class="columns">
							<Feeds data={data} />
							<Decisions decisions={data.decisions} again={read.again} />
						</div>
					</>
				)}
			</Loaded>
		</>
	);
}

function Item({ item: { id, subject, reason, detail, feed, first_seen } }: { item: HeldItemRecord }) {
	return (
		<li class="card entry">
			<div>
				<p class="eyebrow">
					{feed} · <When moment={first_seen} />
				</p>
				<h3 class="address">{subject}</h3>
				<p class="what">Held because {reason}.</p>
				<p class="note">{detail}</p>
			</div>
			<a class="button primary" href={addressOf('data', id)} aria-label={`Review ${subject}`}>
				Review
			</a>
		</li>
	);
}

const feedStates: Readonly<Record<string, readonly [look: string, words: string]>> = {
	fresh: ['current', 'Fresh'],
	waiting: ['ended', 'Not asked yet'],
	stale: ['exposed', 'No answer for a day'],
	frozen: ['behind', 'Always answers the same'],
	off: ['ended', 'Off'],
};

function Feeds({ data: { data_version, changed, following, feeds } }: { data: DataRecord }) {
	return (
		<section class="card">
			<h2>Feeds</h2>
			<p class="note">
				Data {data_version}, changed <When moment={changed} />.
				{!following && ' The feeds are off: the data changes only with upgrades.'}
			</p>
			<ul class="rows">
				{feeds.map((feed) => (
					<Feed key={feed.name} feed={feed} />
				))}
			</ul>
		</section>
	);
}

function Feed({ feed: { name, state, answered, failures, problem } }: { feed: FeedRecord }) {
	const [look, words] = feedStates[state] ?? ['ended', state];
	return (
		<li>
			<span>
				<strong>{name}</strong>
				<br />
				<span class="note">
					Last answer: <When moment={answered} />
					{failures > 0 && `, ${counted(failures, 'failure')} since`}
					{problem !== null && `: ${problem}`}
				</span>
			</span>
			<span class={`state ${look}`}>{words}</span>
		</li>
	);
}

const acts: Readonly<Record<string, string>> = {
	accept: 'Accepted',
	reject: 'Rejected',
	forget: 'Forgotten',
	correct: 'Corrected',
	undo: 'Undone: decision',
};

interface DecisionsProps {
	decisions: readonly DecisionRecord[];
	again(): Promise<void>;
}

function Decisions({ decisions, again }: DecisionsProps) {
	const { isBusy, send } = useAction();
	const last = decisions.find(({ what, undone }) => what !== 'undo' && !undone);
	const undo = (number: number) =>
		void send('/data/undo', { number }, { words: 'The decision is undone.', after: again });
	return (
		<section class="card">
			<h2>Decisions</h2>
			{decisions.length === 0 && <p class="note">Nobody has decided anything yet.</p>}
			<ul class="rows">
				{decisions.map((decision) => (
					<li key={decision.number}>
						<span>
							<strong>
								{acts[decision.what] ?? decision.what} {decision.subject}
							</strong>
							{decision.undone && ' (undone)'}
							<br />
							<span class="note">
								{decision.who}, <When moment={decision.decided} />
								{decision.why !== '' && `: ${decision.why}`}
							</span>
						</span>
						{decision === last && (
							<WriteButton
								isBusy={isBusy}
								label={`Undo: ${decision.subject}`}
								onClick={() => undo(decision.number)}
							>
								Undo
							</WriteButton>
						)}
					</li>
				))}
			</ul>
		</section>
	);
}
