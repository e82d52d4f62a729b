import type { Database } from '../../src/database/database.ts';
import { type FeedState, readFeedStates, writeFeed } from '../../src/feeds/state/feed-store.ts';
import { quarantined } from '../../src/learning/quarantine/quarantine.ts';
import { replaceItems } from '../../src/learning/quarantine/quarantine-store.ts';

const day = 86_400_000;

/** The state of Apple's list and what is held of it, each with the reason that enforcement files stay; null if there is none. */
const doubts = {
	fresh: { because: null, state: {}, held: [] },
	stale: { because: "Apple's list is stale: see pointrelease doctor", state: { ago: 2 * day }, held: [] },
	frozen: {
		because: "Apple's list is frozen: see pointrelease doctor",
		state: { frozen: true },
		held: [],
	},
	held: { because: '29.0 is held for review: see pointrelease data status', state: {}, held: ['29.0'] },
} as const satisfies Record<
	string,
	{ because: string | null; state: { ago?: number; frozen?: boolean }; held: readonly string[] }
>;

/** Makes the stored data doubtful, or `fresh` again, and returns the reason. */
export async function doubt(
	database: Database,
	kind: keyof typeof doubts,
	now: number,
): Promise<string | null> {
	const { because, state, held } = doubts[kind];
	const { ago = 0, frozen = false }: { ago?: number; frozen?: boolean } = state;
	const before = (await readFeedStates(database, now)).find(({ feed }) => feed === 'apple')!;
	const answered = now - ago;
	const told: FeedState = {
		...before,
		firstTry: answered,
		lastTry: now,
		lastAnswer: answered,
		moved: answered,
		frozen,
	};
	await writeFeed(database, told, null);
	const items = held.map((subject) =>
		quarantined('major-jump', { feed: 'apple', subject, detail: 'the newest is 27', facts: [] }),
	);
	await replaceItems(database, items, new Date(now).toISOString());
	return because;
}
