import { join } from 'node:path';
import { printTable, shapes, type TableName } from '@pointrelease/core/src/catalog/tables/tables.ts';
import { inWords } from '@pointrelease/core/src/text/day-words.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { loadShipped } from '../../data/load.ts';
import type { Database } from '../../database/database.ts';
import { followFeeds } from '../../feeds/polling/follow-feeds.ts';
import { statusOf } from '../../feeds/state/dataset-status.ts';
import { clockInWords, clockWarning } from '../../feeds/state/feed-clock.ts';
import { readFeedStates } from '../../feeds/state/feed-store.ts';
import { accepting, reasons } from '../../learning/quarantine/quarantine.ts';
import { readItems, type StoredItem } from '../../learning/quarantine/quarantine-store.ts';
import { shownItem } from '../../learning/quarantine/shown-item.ts';
import { type Difference, differenceOf, printDifference } from '../../learning/tables/catalog-diff.ts';
import { replaceFile, usualMode } from '../../process/draft-file.ts';
import { Failure } from '../../process/failure.ts';
import { silentLog } from '../../process/log.ts';
import { datasetRecord } from '../../server/dataset.ts';
import { withKnowledge } from '../catalog.ts';
import { type Call, type Command, command } from '../command.ts';
import { allOption, shortened } from '../terminal-text.ts';

const pull = command({
	name: 'data pull',
	summary: 'poll every feed now, and show what was learned',
	options: { all: allOption },
	async run(call) {
		const { settings, json, print } = call;
		const work = async (database: Database) => {
			const once = { ...settings, feeds: { ...settings.feeds, on: false } };
			const shipped = loadShipped(settings.dataFolder);
			const follower = await followFeeds({ settings: once, database, log: silentLog, shipped, swap() {} });
			try {
				const { outcomes, before, after } = await follower.pull();
				const difference = differenceOf(before, after);
				const news = printNews(difference, call);
				const items = await readItems(database);
				if (json) print(JSON.stringify({ asked: outcomes, difference, quarantine: items.map(shownItem) }));
				else
					print(
						[
							...outcomes.map(({ feed, problem }) => `${feed.padEnd(8)} ${problem ?? 'answered'}`),
							...(news.length > 0 ? news : ['nothing new']),
							...printItems(items),
						].join('\n'),
					);
				if (outcomes.every(({ problem }) => problem !== null))
					throw new Failure('no-feed', 'no feed answered; the data stays as it was');
			} finally {
				await follower.close();
			}
		};
		await withKnowledge(settings, work, { older: 'refuse' });
	},
});

const status: Command = {
	name: 'data status',
	summary: 'show how fresh the data is, the state of each feed, and what is held for review',
	async run({ settings, json, print }) {
		await withKnowledge(settings, async (database, knowledge) => {
			const states = await readFeedStates(database, Date.now());
			const items = await readItems(database);
			const { catalog } = knowledge;
			const dataset = statusOf(catalog, {
				states,
				heldItems: items,
				following: settings.feeds.on,
				now: Date.now(),
			});
			if (json) return print(JSON.stringify({ ...datasetRecord(dataset), items: items.map(shownItem) }));
			print(
				[
					`data     ${dataset.dataVersion}, changed ${dataset.changed}${dataset.stale ? ", STALE: Apple's update service has not answered for a day" : ''}`,
					...(dataset.following ? [] : ['feeds    off']),
					...(dataset.clockOff !== null && Math.abs(dataset.clockOff) >= clockWarning
						? [`clock    ${clockInWords(dataset.clockOff)} compared with the feeds: set it`]
						: []),
					...dataset.feeds.map(
						({ feed, state, lastTry, lastAnswer, failures, problem, pending, lost }) =>
							`${feed.padEnd(8)} ${state === 'off' ? 'off, ' : ''}${lastTry === null ? 'not polled yet' : `answered ${ago(lastAnswer)}`}` +
							(state === 'frozen' ? ', FROZEN: it always answers the same' : '') +
							(lost.length > 0 ? `, CHANGED: its document no longer has ${lost.join(', ')}` : '') +
							(pending > 0
								? `, ${counted(pending, feed === 'cve' ? 'record' : 'build')} still to fetch`
								: '') +
							(failures > 0 ? `, ${counted(failures, 'failure')} since: ${problem}` : ''),
					),
					...dataset.ahead.map(
						(version) => `ahead    ${version}: Apple's CVE records name it, and no feed lists it yet`,
					),
					...dataset.pulled.map(
						({ version, pulledOn, boards }) =>
							`pulled   ${version}: Apple took it off its list on ${inWords(pulledOn)}` +
							(boards ? ` for ${boards.join(' ')}` : ''),
					),
					...printItems(items),
				].join('\n'),
			);
		});
	},
};

const diff = command({
	name: 'data diff',
	summary: 'show what was learned since the data set was shipped',
	options: { all: allOption },
	async run(call) {
		const { settings, json, print } = call;
		await withKnowledge(settings, async (_, { shipped, catalog }) => {
			const difference = differenceOf(shipped, catalog);
			if (json) return print(JSON.stringify(difference));
			print(printNews(difference, call).join('\n') || 'nothing was learned since the data set was shipped');
		});
	},
});

const exportTables: Command = {
	name: 'data export',
	words: '[FOLDER]',
	arity: [0, 1],
	summary: 'write the tables with what was learned, ready for review',
	details: 'Without FOLDER the tables are updated in place, and git diff shows the new rows.',
	async run({ settings, words, json, print }) {
		await withKnowledge(settings, async (_, { tables, shippedTables }) => {
			const folder = words[0] ?? settings.dataFolder;
			const names = Object.keys(shapes) as TableName[];
			// In place, write only changed tables; a new folder gets all tables, so that it can be served.
			const written = names.filter((name) => words[0] || tables[name] !== shippedTables[name]);
			for (const name of written)
				replaceFile(join(folder, shapes[name].file), [printTable(name, tables)], usualMode());
			const files = written.map((name) => shapes[name].file);
			print(
				json ? JSON.stringify({ folder, files }) : `wrote ${counted(files.length, 'table')} to ${folder}`,
			);
		});
	},
};

/** The commands about live data, in the order of the overview. */
export const feedCommands: readonly Command[] = [pull, status, diff, exportTables];

/** Prints learned facts as lines; on a terminal only the first ones. */
function printNews(difference: Difference, { terminal, options }: Call<{ all: typeof allOption }>): string[] {
	const { shown, hint } = shortened(printDifference(difference), !terminal || options.all);
	return hint === '' ? [...shown] : [...shown, hint];
}

function ago(moment: string | null): string {
	if (moment === null) return 'never';
	const minutes = Math.max(0, Math.round((Date.now() - Date.parse(moment)) / 60_000));
	if (minutes < 120) return `${counted(minutes, 'minute')} ago`;
	return minutes < 2880 ? `${Math.round(minutes / 60)} hours ago` : `${Math.round(minutes / 1440)} days ago`;
}

function printItems(items: readonly StoredItem[]): string[] {
	return items.flatMap(({ id, reason, detail, facts }) => [
		`? ${id}  ${reasons[reason]}: ${detail}`,
		`            ${choiceOf({ id, reason, facts })}`,
	]);
}

/** What a person can do about an item, and what follows from it. */
function choiceOf({ id, reason, facts }: Pick<StoredItem, 'id' | 'reason' | 'facts'>): string {
	const meaning = facts.length > 0 ? accepting[reason] : null;
	const reject = `data reject ${id}: it is left out`;
	return meaning === null
		? `${reject} (it cannot be accepted)`
		: `data accept ${id}: ${meaning}${correcting[reason] ?? ''}; ${reject}`;
}

/** The options with which a person corrects what is accepted. */
const correcting: Partial<Record<StoredItem['reason'], string>> = {
	'list-shrinks': '; add --canonical BOARD if you are asked for one',
	'date-in-future': ', or with --date',
	'date-too-early': ', or with --date',
};
