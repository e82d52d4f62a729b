import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { useState } from 'preact/hooks';
import { addressOf, show } from './address.ts';
import { useAction } from './notice.tsx';
import { Field, Loaded, When, WriteButton } from './parts.tsx';
import type { ItemRecord } from './records.ts';
import { useData } from './use-data.ts';

/** A held item: what the sources say side by side, and what accepting it would change. */
export function ItemView({ id, decided }: { id: string; decided(): void }) {
	const [date, setDate] = useState('');
	const [canonical, setCanonical] = useState('');
	const correction = new URLSearchParams({ ...(date && { date }), ...(canonical && { canonical }) });
	const read = useData<ItemRecord>(`/data/items/${encodeURIComponent(id)}?${correction}`);
	return (
		<>
			<p class="back">
				<a href={addressOf('data')}>All data</a>
			</p>
			<Loaded read={read}>
				{(item) => (
					<>
						<header>
							<p class="eyebrow">
								{item.feed} · held <When moment={item.first_seen} />
							</p>
							<h1 class="address">{item.subject}</h1>
							<p class="what">
								Held because {item.reason}. <span class="note">{item.detail}</span>
							</p>
						</header>
						<Decide
							item={item}
							fields={{ date, setDate, canonical, setCanonical }}
							isStale={read.isStale}
							decided={decided}
						/>
						<Sources item={item} />
						<Effect item={item} />
					</>
				)}
			</Loaded>
		</>
	);
}

interface DecideProps {
	item: ItemRecord;
	fields: {
		date: string;
		setDate(text: string): void;
		canonical: string;
		setCanonical(text: string): void;
	};
	isStale: boolean;
	decided(): void;
}

function Decide({ item, fields, isStale, decided }: DecideProps) {
	const { id, acceptable, accepting, dated, refusal } = item;
	const { date, setDate, canonical, setCanonical } = fields;
	const [why, setWhy] = useState('');
	const { isBusy, send } = useAction();
	const path = `/data/items/${encodeURIComponent(id)}`;
	const after = () => {
		decided();
		show('data');
	};
	const needsBoard = /canonical/i.test(refusal ?? '') || canonical !== '';
	return (
		<section class="card decide" aria-label="Decide">
			{acceptable ? (
				<p>
					<strong>Accept:</strong> {accepting}. <strong>Reject:</strong> it is left out, and comes back only
					if a feed reports it differently.
				</p>
			) : (
				<p>This item can only be rejected.</p>
			)}
			{refusal !== null && acceptable && (
				<p class="wrong">It cannot be accepted like this: {withoutCommand(refusal)}</p>
			)}
			<div class="fields">
				{dated !== null && (
					<Field
						label="Release date"
						type="date"
						value={date || dated}
						set={setDate}
						hint="Correct it if you know better"
					/>
				)}
				{needsBoard && (
					<Field label="Board that stands for the major version" value={canonical} set={setCanonical} />
				)}
				<Field label="Reason, for the audit log" value={why} set={setWhy} />
			</div>
			<div class="actions">
				{acceptable && (
					<WriteButton
						look="primary"
						isBusy={isBusy || isStale || refusal !== null}
						onClick={() =>
							void send(
								`${path}/accept`,
								{ why, date, canonical },
								{ words: 'Accepted. Undo is under Decisions.', after },
							)
						}
					>
						Accept
					</WriteButton>
				)}
				<WriteButton
					look={acceptable ? '' : 'primary'}
					isBusy={isBusy}
					onClick={() =>
						void send(`${path}/reject`, { why }, { words: 'Rejected. Undo is under Decisions.', after })
					}
				>
					Reject
				</WriteButton>
			</div>
		</section>
	);
}

/** The service names an option of the command; here it is the field above. */
function withoutCommand(refusal: string): string {
	return refusal.replace(/ \(name a board[^)]*\)/, ': name the board that stands for the major version');
}

function Sources({ item: { sources, statements } }: { item: ItemRecord }) {
	if (statements.length === 0) return null;
	return (
		<section class="card">
			<h2>What the sources say</h2>
			<div class="scroll" tabIndex={0} role="region" aria-label="What the sources say">
				<table class="data-table sources">
					<thead>
						<tr>
							<td />
							{sources.map(({ name, answered }) => (
								<th key={name} scope="col">
									{name}
									<br />
									<span class="note">
										<When moment={answered} />
									</span>
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{statements.map(({ name, values }) => (
							<tr
								key={name}
								class={new Set(values.filter((value) => value !== null)).size > 1 ? 'differs' : ''}
							>
								<th scope="row">{name}</th>
								{values.map((value, at) => (
									<td key={at}>{value ?? '–'}</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</section>
	);
}

function Effect({ item: { effect } }: { item: ItemRecord }) {
	if (effect === null) return null;
	const { changes, macs } = effect;
	return (
		<section class="card">
			<h2>What accepting would change</h2>
			{changes.length === 0 ? (
				<p class="note">No answer changes: only what is known about its sources.</p>
			) : (
				<ul class="changes">
					{changes.map((change) => (
						<li key={change}>{change}</li>
					))}
				</ul>
			)}
			<h3>Macs that are current today</h3>
			{macs.length === 0 && <p class="note">No Mac gets another next release or other advice.</p>}
			<ul class="rows">
				{macs.map((group) => (
					<li key={JSON.stringify(group)}>
						<span>
							<strong>
								{counted(group.macs, 'Mac')} on {group.on}
							</strong>
							<br />
							<span class="note">
								{group.examples.join(', ')}
								{group.macs > group.examples.length && ' and others'}
							</span>
						</span>
						<span class="effect">
							<Turn name="Next release" of={group.next} none="none" />
							<Turn name="Advice" of={group.advice} none="not known" />
						</span>
					</li>
				))}
			</ul>
		</section>
	);
}

/** Something that changes: as it is, and as it would be. */
function Turn({
	name,
	of,
	none,
}: {
	name: string;
	of: { was: string | null; is: string | null };
	none: string;
}) {
	if (of.was === of.is) return null;
	return (
		<span>
			{name}: <del>{of.was ?? none}</del> → <ins>{of.is ?? none}</ins>
		</span>
	);
}
