import { expect, test } from 'bun:test';
import { openDatabase } from '../../src/database/open.ts';
import { FeedJournal } from '../../src/feeds/polling/feed-journal.ts';
import { atMost, mostItems, quarantined } from '../../src/learning/quarantine/quarantine.ts';
import { mostGone, readItems, replaceItems } from '../../src/learning/quarantine/quarantine-store.ts';
import { remember } from '../../src/learning/rules/remember.ts';
import { useStores } from '../stores.ts';
import { recordingLog, shipped } from './node.ts';

const stores = useStores();

/** Bounds: a feed that changes at every poll for years must fill neither memory nor database. */
const item = (number: number) =>
	quarantined('major-jump', { feed: 'apple', subject: `${number}.0`, detail: `said ${number}`, facts: [] });
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

test('old gone items are deleted, rejected items are not', async () => {
	const database = await openDatabase(await stores.settings('sqlite'));
	const say = (from: number, seen: string) =>
		database.transaction((queries) =>
			replaceItems(
				queries,
				numbers(400).map((number) => item(from + number)),
				seen,
			),
		);
	await say(0, '2026-12-01T12:00:00Z');
	await database.rows("UPDATE quarantine SET state = 'rejected' WHERE id = $1", [item(0).id]);
	for (const day of [2, 3, 4]) await say(day * 1000, `2026-12-0${day}T12:00:00Z`);
	expect(await readItems(database, ['gone'])).toHaveLength(mostGone);
	expect(await readItems(database, ['open'])).toHaveLength(400);
	expect((await readItems(database, ['rejected'])).map(({ id }) => id)).toEqual([item(0).id]);
	await database.close();
});

test('more items than a person can read are cut, and one item says so', () => {
	const items = atMost(numbers(5000).map(item));
	expect(items).toHaveLength(mostItems + 1);
	expect(items.at(-1)).toMatchObject({ reason: 'too-many', facts: [] });
	expect(atMost([item(1)])).toEqual([item(1)]);
});

test('of what Apple listed before, only known releases and boards are remembered', () => {
	const reading = (version: string, boards: string[]) => ({
		observations: [
			{ feed: 'apple' as const, version, boards, builds: [], date: null, expires: null, seenAt: '' },
		],
		machines: [],
	});
	const at = (minutes: number) => new Date(Date.UTC(2026, 11, 1, 12, minutes));
	const moment = (minutes: number) => at(minutes).toISOString();
	let memory = remember({}, reading('27.2', ['J293AP', 'J900AP']), shipped.catalog, at(0));
	for (const number of numbers(50))
		memory = remember(
			memory,
			reading(`99.${number}`, [`J${1000 + number}AP`]),
			shipped.catalog,
			at(1 + number),
		);
	expect(memory).toEqual({
		'27.2': {
			boards: ['J293AP'],
			builds: {},
			expires: null,
			listed: null,
			missing: { from: moment(1), to: moment(50) },
			// Only answers with both sets show whether it was pulled.
			absent: { J293AP: null },
		},
		'99.49': {
			boards: ['J1049AP'],
			builds: {},
			expires: null,
			listed: { from: moment(50), to: moment(50) },
			missing: null,
		},
	});
});

test('an item is logged again only after it was gone', () => {
	const { log, lines } = recordingLog();
	const journal = new FeedJournal(log);
	const note = (...items: ReturnType<typeof item>[]) =>
		journal.note({ outcomes: [], facts: [], items }, [], { now: 0 });
	note(item(1));
	note(item(1));
	expect(lines).toHaveLength(1);
	note();
	note(item(1));
	expect(lines).toHaveLength(2);
});
