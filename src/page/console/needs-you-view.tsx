import { addressOf } from './address.ts';
import { Loaded, ViewHead, When } from './parts.tsx';
import type { TodoRecord } from './records.ts';
import type { Read } from './use-data.ts';

/** What waits for a person, each with the button that leads to its decision. */
export function NeedsYouView({ read }: { read: Read<TodoRecord[]> }) {
	return (
		<>
			<ViewHead title="Needs you" />
			<Loaded read={read}>
				{(todo) =>
					todo.length === 0 ? (
						<p class="band current">Nothing waits for you.</p>
					) : (
						<ul class="todo">
							{todo.map((entry) => (
								<Entry key={`${entry.kind} ${entry.what}`} entry={entry} />
							))}
						</ul>
					)
				}
			</Loaded>
		</>
	);
}

function Entry({ entry }: { entry: TodoRecord }) {
	const { kind, since, what, advice, about } = entry;
	const way = wayOf(kind, about);
	return (
		<li class="card entry">
			<div>
				<p class="eyebrow">
					{titles[kind] ?? kind}
					{since !== null && (
						<>
							{' · '}
							<When moment={since} />
						</>
					)}
				</p>
				<p class="what">{what}</p>
				{!way && advice && <p class="note">To do: {advice}</p>}
			</div>
			{way && (
				<a class="button primary" href={way.to}>
					{way.words}
				</a>
			)}
		</li>
	);
}

const titles: Readonly<Record<string, string>> = {
	order: 'Paid order',
	database: 'Database',
	disk: 'Disk',
	mail: 'Mail',
	certificate: 'Certificate',
	data: 'Held for review',
	channel: 'Channel',
	watch: 'Watch',
	backup: 'Backup',
	feed: 'Feed',
	release: 'Release',
};

/** Where each kind is decided; what is done on the machine says its next step instead. */
interface Way {
	readonly to: string;
	readonly words: string;
}

/** The view in which something is decided; undefined for what is done on the machine. */
export function wayOf(kind: string | null, about: string | null): Way | undefined {
	return kind === null ? undefined : ways[kind]?.(about);
}

const ways: Readonly<Record<string, (about: string | null) => Way>> = {
	order: (about) => ({ to: addressOf('orders', about ?? undefined), words: 'Decide' }),
	mail: () => ({ to: addressOf('mail'), words: 'See mail' }),
	data: (about) => ({ to: addressOf('data', about ?? undefined), words: 'Review' }),
	channel: () => ({ to: addressOf('mail'), words: 'See channel' }),
	watch: () => ({ to: addressOf('fleet'), words: 'See fleet' }),
};
