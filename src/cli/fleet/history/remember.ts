import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { columnNames } from '@pointrelease/core/src/text/csv.ts';
import { addDays, dayOfNumber } from '@pointrelease/core/src/text/day.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { type Erasure, erasureWords } from '../../../fleet/history/evidence-origin.ts';
import { erasuresOf } from '../../../history/erasures.ts';
import { forgetBefore, forgetMac, takeBack } from '../../../history/forget.ts';
import type { HistoryFile } from '../../../history/history-file.ts';
import { choosePseudonyms, pseudonymsOf } from '../../../history/pseudonyms.ts';
import { refuseUnreadable } from '../../../history/read-files.ts';
import { type Remembered, type RememberTask, rememberFile } from '../../../history/remember.ts';
import { Failure } from '../../../process/failure.ts';
import { authorOf } from '../../author.ts';
import { knownCatalog } from '../../catalog.ts';
import { type Call, command, givenOf, type Options } from '../../command.ts';
import { incompleteStatus } from '../../exit-status.ts';
import { dayOf, latestDay, today, wholeNumberOf } from '../../options.ts';
import { table, tell } from '../../terminal-text.ts';
import { columnOption, connectionsOption, givenColumnsOf } from '../fleet-options.ts';
import { fileProgress, tellIncomplete } from '../output.ts';
import { openSources, type Sources } from '../sources.ts';
import { unusedDaysText } from '../summary-text.ts';
import { historyOption, historyPath, openCalled } from './history-options.ts';

const mostFiles = 10_000;
const longestKept = 36_500;

const options = {
	history: historyOption,
	taken: {
		type: 'string',
		value: 'DAY',
		help: 'the day of rows without a last contact, YYYY-MM-DD (default: the date of the file)',
	},
	column: columnOption,
	connections: connectionsOption,
	keep: {
		type: 'string',
		value: 'COLUMNS',
		help: 'also remember these columns, separated by commas, to group by them later',
	},
	pseudonymous: {
		type: 'boolean',
		help: 'store a keyed hash instead of each serial number, and no names; the key is FILE.key',
	},
	list: { type: 'boolean', help: 'list what was added' },
	'take-back': {
		type: 'string',
		value: 'NUMBER',
		help: 'remove an export that was added by mistake (see --list)',
	},
	forget: { type: 'string', value: 'SERIAL', help: 'erase everything about one Mac' },
	'keep-days': { type: 'string', value: 'N', help: 'erase what was seen more than N days ago' },
	by: {
		type: 'string',
		value: 'NAME',
		help: 'who erases something, as evidence will say (default: the user of this machine)',
	},
} as const satisfies Options;

export const rememberCommand = command({
	name: 'fleet remember',
	words: '[FILE...]',
	arity: [0, mostFiles],
	summary: 'add inventory exports to the fleet history, in any order and format; nothing leaves this machine',
	options,
	details: `
A row counts for the day of the Mac's last contact, in UTC. Without one it counts for --taken, or else for
the date of the file. Adding a file twice changes nothing. Rows without a serial number are left out.
@NAME is the inventory of a connection, pulled now. The exit status is 3 if an export is incomplete, has no
Mac to remember, or has no last contact and --taken is not given. See
"pointrelease manual history".`,
	run: runRemember,
});

type RememberCall = Call<typeof options>;

async function runRemember(call: RememberCall): Promise<void> {
	const { words, options } = call;
	const actions = givenOf(options, ['list', 'take-back', 'forget', 'keep-days']);
	if (words.length === 0 && actions.length === 0)
		throw new Failure(
			'bad-arguments',
			'name the exports to add, or one of --list, --take-back, --forget, --keep-days (see --help)',
		);
	const exportDay = takenOf(call);
	const keepDays = wholeNumberOf(call, 'keep-days', 1, longestKept);
	const path = historyPath(call);
	const isAdding = words.length > 0;
	if (isAdding && options.pseudonymous && options.keep !== undefined) throw pseudonymousKeep();
	// Open the files to add before anything is written, so that an unreadable file changes nothing.
	const sources = isAdding ? await openSources(call, words, keptColumnsOf(call)) : null;
	if (sources) {
		refuseUnreadable(sources.files);
		mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
	}
	const history = openCalled(call, isAdding);
	try {
		const choose = isAdding ? choosePseudonyms : pseudonymsOf;
		const pseudonyms = choose(history, options.pseudonymous);
		if (pseudonyms && isAdding && options.keep !== undefined) throw pseudonymousKeep();
		const outcome: Record<string, unknown> = { history: path };
		const eraser = { by: authorOf(options).who, now: new Date() };
		if (options['take-back'] !== undefined)
			outcome.taken_back = takeBack(history, options['take-back'], eraser);
		if (options.forget !== undefined)
			outcome.forgotten = forgetMac(history, options.forget, { ...eraser, pseudonyms });
		if (sources) outcome.added = await addAll(call, history, sources, { exportDay, pseudonyms });
		if (keepDays !== null) outcome.erased = forgetBefore(history, addDays(today(), -keepDays), eraser);
		if (options.list) {
			outcome.imports = listOf(history);
			outcome.erasures = erasuresOf(history);
		}
		call.print(call.json ? JSON.stringify(outcome) : textOf(outcome));
	} finally {
		history.close();
	}
}

function pseudonymousKeep(): Failure {
	return new Failure('bad-arguments', 'a pseudonymous history holds no columns: leave out --keep');
}

function takenOf(call: RememberCall): string | null {
	const exportDay = dayOf(call, 'taken');
	if (exportDay !== null && exportDay > latestDay())
		throw new Failure('bad-arguments', `--taken: ${exportDay} has not come yet`);
	return exportDay;
}

function keptColumnsOf({ options }: RememberCall): string[] {
	return options.keep === undefined ? [] : columnNames(options.keep);
}

async function addAll(
	call: RememberCall,
	history: HistoryFile,
	{ files, failed }: Sources,
	task: Pick<RememberTask, 'exportDay' | 'pseudonyms'>,
): Promise<Remembered[]> {
	const catalog = await knownCatalog(call.settings);
	const keep = keptColumnsOf(call);
	const progress = fileProgress(call.words);
	const added: Remembered[] = [];
	for (const file of files) {
		added.push(
			await rememberFile(history, file, {
				...task,
				catalog,
				columns: givenColumnsOf(call),
				keep,
				onBytes: progress.step,
				now: new Date(),
			}),
		);
	}
	progress.clear();
	for (const each of added) {
		if (each.incomplete) tellIncomplete(each, each.file);
		if (each.macs === 0) tell(`${each.file}: No Mac in it can be remembered.`);
		if (each.dated_by_file)
			tell(
				`${each.file}: No row has a last contact, so all count for ${each.taken}, the date of the file. To correct it, add the file again with --take-back ${each.import} and --taken DAY or --column seen=COLUMN.`,
			);
		if (each.known && (call.options.column.length > 0 || takenOf(call) !== null))
			tell(
				`${each.file}: It stays as it was read before. To read it with these options, add --take-back ${each.import}.`,
			);
	}
	for (const { serial, retired_on, seen } of added.flatMap(({ returned }) => returned))
		tell(`${serial} was retired on ${retired_on}, and an export shows it on ${seen}: it counts again.`);
	const isPart =
		failed.length > 0 || added.some((each) => each.incomplete || each.macs === 0 || each.dated_by_file);
	if (isPart) process.exitCode = incompleteStatus;
	return added;
}

function listOf(history: HistoryFile) {
	return history.imports().map((added) => ({
		...added,
		first_day: dayOfNumber(added.first_day),
		last_day: dayOfNumber(added.last_day),
	}));
}

function textOf(outcome: Record<string, unknown>): string {
	const lines: string[] = [];
	if (outcome.taken_back) lines.push(`Removed ${(outcome.taken_back as { name: string }).name}.`);
	if (outcome.forgotten)
		lines.push(`Erased everything about ${outcome.forgotten}. Backups of the file may still hold it.`);
	for (const each of (outcome.added as Remembered[] | undefined) ?? []) lines.push(addedText(each));
	if (outcome.erased !== undefined)
		lines.push(`Erased ${counted(Number(outcome.erased), 'older sighting')}.`);
	const imports = outcome.imports as ReturnType<typeof listOf> | undefined;
	if (imports?.length === 0) lines.push('Nothing was added yet.');
	else if (imports)
		lines.push(
			table([
				['number', 'file', 'added', 'Macs', 'seen'],
				...imports.map(({ id, name, added, macs, first_day, last_day }) => [
					String(id),
					name,
					added.slice(0, 16).replace('T', ' '),
					String(macs),
					first_day === last_day ? first_day : `${first_day} to ${last_day}`,
				]),
			]),
		);
	const erasures = (outcome.erasures as Erasure[] | undefined) ?? [];
	if (erasures.length > 0)
		lines.push(
			`Erased, as evidence says\n${table([
				['day', 'by', 'what', 'Macs', 'exports', 'sightings'],
				...erasures.map(({ day, by, what, ...counts }) => [
					day,
					by ?? 'not named',
					erasureWords[what],
					String(counts.macs),
					String(counts.exports),
					String(counts.sightings),
				]),
			])}`,
		);
	return lines.join('\n');
}

function addedText({
	file,
	known: isRepeat,
	macs,
	without_serial,
	without_contact,
	later_contact,
	no_sighting,
	unreadable_day_example,
	duplicates,
	unused_days,
	taken: exportDay,
	...rest
}: Remembered): string {
	if (isRepeat) return `${file}: added before (number ${rest.import}); nothing changed.`;
	const notes = [
		without_serial > 0 ? `${counted(without_serial, 'row')} without a serial number left out` : null,
		without_contact > 0
			? `${counted(without_contact, 'row')} without a last contact counted for ${exportDay}`
			: null,
		later_contact + no_sighting > 0
			? `${counted(later_contact + no_sighting, 'row')} without a usable day of last contact, such as ${JSON.stringify(unreadable_day_example)}, left out (${later_contact} after the export, ${no_sighting} unreadable or before the version came out)`
			: null,
		duplicates > 0 ? `${counted(duplicates, 'row')} with the serial number of another row` : null,
		unused_days === null ? null : unusedDaysText(unused_days),
	].filter((note) => note !== null);
	return `${file}: ${counted(macs, 'Mac')} added (number ${rest.import})${notes.length > 0 ? `; ${notes.join('; ')}` : ''}.`;
}
