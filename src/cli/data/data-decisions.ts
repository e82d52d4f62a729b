import type { Database } from '../../database/database.ts';
import type { Knowledge } from '../../learning/knowledge.ts';
import { acceptItem, rejectItem } from '../../learning/quarantine/decide-item.ts';
import { shownItem } from '../../learning/quarantine/shown-item.ts';
import { type Author, type Decision, readDecisions } from '../../learning/repair/decision-store.ts';
import { correct, forget, undo } from '../../learning/repair/repair.ts';
import { rightValues, shownDecision } from '../../learning/repair/shown-decision.ts';
import { differenceOf, printDifference } from '../../learning/tables/catalog-diff.ts';
import { oneLine } from '../../licenses/audit.ts';
import { authorOf, authorOptions } from '../author.ts';
import { withKnowledge } from '../catalog.ts';
import { type Call, type Command, command } from '../command.ts';
import { allOption, lastRows } from '../terminal-text.ts';

const accept = command({
	name: 'data accept',
	words: 'ID',
	arity: [1, 1],
	summary: 'accept an item that is held for review',
	options: {
		date: { type: 'string', value: 'DAY', help: 'the day the release came out, YYYY-MM-DD' },
		canonical: {
			type: 'string',
			value: 'BOARD',
			help: 'the board that represents the major version, if the command asks for one',
		},
		...authorOptions,
	},
	async run(call) {
		const { words, options } = call;
		await decide(call, async (database, knowledge, author) => {
			const correction = {
				date: options.date,
				canonical: options.canonical,
			};
			const item = await acceptItem(database, knowledge, {
				id: words[0]!,
				correction,
				now: new Date(),
				author,
			});
			return { line: `accepted: ${item.detail}`, record: { accepted: shownItem(item) } };
		});
	},
});

const reject = command({
	name: 'data reject',
	words: 'ID',
	arity: [1, 1],
	summary: 'reject an item that is held for review',
	details:
		'It comes back only if a feed reports it differently, and then as a new item. To undo this, accept the item.',
	options: authorOptions,
	async run({ settings, words, options, json, print }) {
		const work = async (database: Database) => {
			const item = await rejectItem(database, words[0]!, new Date(), authorOf(options));
			print(json ? JSON.stringify({ rejected: shownItem(item) }) : `rejected: ${item.detail}`);
		};
		await withKnowledge(settings, work, { older: 'refuse' });
	},
});

const forgetSubject = command({
	name: 'data forget',
	words: 'VERSION|BOARD|VERSION:CVE|CVE',
	arity: [1, 1],
	summary: 'remove a release, a Mac or a fix that was learned by mistake',
	details: `
27.3:CVE-2026-1234 forgets that the release fixes the CVE. CVE-2026-1234 alone forgets that it is exploited. It stays
forgotten, whatever the feeds report. To undo it: pointrelease data undo`,
	options: authorOptions,
	async run(call) {
		await decide(call, async (database, knowledge, author) => {
			const subject = await forget(database, knowledge, { text: call.words[0]!, author, now: new Date() });
			return { line: `forgotten: ${subject}`, record: { forgotten: subject } };
		});
	},
});

const correctRelease = command({
	name: 'data correct',
	words: 'VERSION',
	arity: [1, 1],
	summary: 'correct the date, builds, boards or pulled state of a release',
	details: `
The correction survives whatever the feeds report. For a release of the shipped tables you can correct the date, whether it
is pulled and, while none is known, its builds. A value that does not fit the data, such as a build of another major version
or a day before the previous release, is refused unless you add --despite. To undo it: pointrelease data undo`,
	options: {
		date: { type: 'string', value: 'DAY', help: 'the day it came out, YYYY-MM-DD' },
		boards: { type: 'string', value: 'LIST', help: 'all boards that run it, separated by commas' },
		build: { type: 'string', value: 'LIST', help: 'its builds, separated by commas' },
		pulled: {
			type: 'string',
			value: 'DAY|no',
			help: 'the day Apple pulled it for all Macs; no if it is offered',
		},
		despite: {
			type: 'string',
			value: 'REASON',
			help: 'take a value that does not fit the data; the audit log records the reason',
		},
		...authorOptions,
	},
	async run(call) {
		const { words, options } = call;
		const right = {
			date: options.date,
			boards: listOf(options.boards),
			builds: listOf(options.build),
			pulled: options.pulled,
		};
		await decide(call, async (database, knowledge, author) => {
			const subject = await correct(database, knowledge, {
				text: words[0]!,
				right,
				author,
				now: new Date(),
				despite: options.despite === undefined ? undefined : oneLine(options.despite),
			});
			return { line: `corrected: ${subject}`, record: { corrected: subject } };
		});
	},
});

const undoLast = command({
	name: 'data undo',
	summary: 'undo the last decision about learned data',
	options: authorOptions,
	async run(call) {
		await decide(call, async (database, knowledge, author) => {
			const undone = await undo(database, knowledge, author, new Date());
			return { line: `undone: ${printDecision(undone)}`, record: { undone: shownDecision(undone) } };
		});
	},
});

const decisions = command({
	name: 'data decisions',
	summary: 'show the audit log: who decided what about learned data, when and why',
	options: { all: allOption },
	async run({ settings, options, json, terminal, print }) {
		await withKnowledge(settings, async (database) => {
			const decisions = await readDecisions(database);
			if (json) return print(JSON.stringify({ decisions: decisions.map(shownDecision) }));
			const { shown, hint } = lastRows(decisions, !terminal || options.all);
			const lines = [...(hint ? [hint] : []), ...shown.map(printDecision)];
			print(lines.join('\n') || 'the audit log is empty');
		});
	},
});

/** The commands with which a person decides about learned data, in the order of the overview. */
export const decisionCommands: readonly Command[] = [
	accept,
	reject,
	forgetSubject,
	correctRelease,
	undoLast,
	decisions,
];

/** Stores a decision, and shows what it changed. */
async function decide(
	{ settings, options, json, print }: Call<typeof authorOptions>,
	work: (
		database: Database,
		knowledge: Knowledge,
		author: Author,
	) => Promise<{ line: string; record: Record<string, unknown> }>,
): Promise<void> {
	const decideWith = async (database: Database, knowledge: Knowledge) => {
		const before = knowledge.catalog;
		const { line, record } = await work(database, knowledge, authorOf(options));
		const difference = differenceOf(before, knowledge.catalog);
		if (json) return print(JSON.stringify({ ...record, difference }));
		print([line, ...printDifference(difference)].join('\n'));
	};
	await withKnowledge(settings, decideWith, { older: 'refuse' });
}

function listOf(text: string | undefined): string[] | undefined {
	return text
		?.split(',')
		.map((word) => word.trim())
		.filter(Boolean);
}

function printDecision(decision: Decision): string {
	const { number, what: action, subject, who, why, decided, undone } = decision;
	const right = Object.entries(rightValues(decision) ?? {}).map(
		([aspect, values]) =>
			` --${aspect} ${values.length > mostNamed ? `(${values.length})` : values.join(',')}`,
	);
	const reason = why === '' ? '' : `: ${why}`;
	const end = undone === null ? '' : `  (undone by ${undone})`;
	return `${number}  ${decided}  ${action} ${subject}${right.join('')}  by ${who}${reason}${end}`;
}

/** The most boards or builds that a line lists by name. */
const mostNamed = 4;
