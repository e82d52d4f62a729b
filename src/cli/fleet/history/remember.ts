import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { forgetBefore, forgetMac, takeBack } from '../../../history/forget.ts';
import type { HistoryFile } from '../../../history/history-file.ts';
import { historyOption, historyPath, openHistory } from '../../../history/open-history.ts';
import { type Pseudonyms, pseudonymKeyPath, readPseudonyms } from '../../../history/pseudonyms.ts';
import { namedFiles } from '../../../history/read-files.ts';
import { type Remembered, rememberFile } from '../../../history/remember-file.ts';
import { Failure } from '../../../process/failure.ts';
import { columnNames } from '../../../text/column-names.ts';
import { counted } from '../../../text/counted.ts';
import { addDays, dayNumber, dayOfNumber, dayTextAt, isDay } from '../../../text/day.ts';
import type { Call, Command } from '../../command.ts';
import { table } from '../../terminal-text.ts';
import { columnOption, fleetCatalog, givenColumnsOf, wholeNumberOf } from '../fleet-options.ts';
import { tellIncomplete } from '../incomplete.ts';
import { fileProgress } from '../progress.ts';

const mostFiles = 10_000;
const longestKept = 36_500;
/** As for a fleet that could not be judged as a whole. */
const notAll = 3;

export const rememberCommand: Command = {
	name: 'fleet remember',
	words: '[FILE...]',
	arity: [0, mostFiles],
	summary: 'add inventory exports to the fleet history, in any order and format; nothing leaves this machine',
	options: {
		history: historyOption,
		taken: {
			type: 'string',
			value: 'DAY',
			help: 'the day of rows without a last contact, YYYY-MM-DD (default: the date of the file)',
		},
		column: columnOption,
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
	},
	details: `
A row counts for the day on which the Mac was last in contact, in UTC; without one for --taken,
else for the date of the file. The same file twice changes nothing. Rows without a serial number
are left out. The exit status is 3 if an export is incomplete or has no Mac to remember. See
docs/history.md.`,
	run: runRemember,
};

async function runRemember(call: Call): Promise<void> {
	const { words, options, settings } = call;
	const path = historyPath(settings, options.history);
	const works = ['list', 'take-back', 'forget', 'keep-days'].filter((name) => options[name] !== undefined);
	if (words.length === 0 && works.length === 0)
		throw new Failure(
			'bad-arguments',
			'name the exports to add, or one of --list, --take-back, --forget, --keep-days (see --help)',
		);
	const taken = options.taken;
	if (typeof taken === 'string' && !isDay(taken))
		throw new Failure('bad-arguments', '--taken: expected a day, written YYYY-MM-DD');
	// East of Greenwich tomorrow begins before it does in UTC.
	if (typeof taken === 'string' && taken > addDays(today(), 1))
		throw new Failure('bad-arguments', `--taken: ${taken} has not come yet`);
	const keepDays = wholeNumberOf(call, 'keep-days', 1, longestKept);
	if (words.length > 0) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
	const history = openHistory(path, words.length > 0);
	try {
		const pseudonyms = pseudonymsOf(history, options.pseudonymous === true, words.length > 0);
		if (pseudonyms && words.length > 0 && options.keep !== undefined)
			throw new Failure('bad-arguments', 'a pseudonymous history holds no columns: leave out --keep');
		const done: Record<string, unknown> = { history: path };
		if (typeof options['take-back'] === 'string') done.taken_back = takeBack(history, options['take-back']);
		if (typeof options.forget === 'string') done.forgotten = forget(history, options.forget, pseudonyms);
		if (words.length > 0) {
			const added = await addAll(call, history, pseudonyms);
			for (const each of added) {
				if (each.incomplete) tellIncomplete(each, each.file);
				if (each.macs === 0) process.stderr.write(`${each.file}: No Mac in it can be remembered.\n`);
			}
			if (added.some(({ incomplete, macs }) => incomplete || macs === 0)) process.exitCode = notAll;
			done.added = added;
		}
		if (keepDays !== null) done.erased = forgetBefore(history, dayNumber(addDays(today(), -keepDays)));
		if (options.list) done.imports = listOf(history);
		call.print(call.json ? JSON.stringify(done) : textOf(done));
	} finally {
		history.close();
	}
}

/** A history has serial numbers or hashes, never both: one Mac would be two. */
function pseudonymsOf(history: HistoryFile, asked: boolean, adds: boolean): Pseudonyms | null {
	const kind = history.setting('serials');
	const isEmpty = history.imports().length === 0;
	if (kind === null || (isEmpty && adds)) {
		if (adds) history.change(() => history.set('serials', asked ? 'hashed' : 'plain'));
		return asked ? readPseudonyms(pseudonymKeyPath(history.path), true) : null;
	}
	if (asked && kind === 'plain')
		throw new Failure(
			'not-pseudonymous',
			`${history.path} holds serial numbers. Start a pseudonymous history with --history and another file.`,
		);
	return kind === 'hashed' ? readPseudonyms(pseudonymKeyPath(history.path), false) : null;
}

async function addAll(
	call: Call,
	history: HistoryFile,
	pseudonyms: Pseudonyms | null,
): Promise<Remembered[]> {
	const { words, options } = call;
	const catalog = await fleetCatalog(call);
	const progress = fileProgress(words);
	const added: Remembered[] = [];
	for (const file of namedFiles(words)) {
		added.push(
			await rememberFile(history, file, {
				catalog,
				given: givenColumnsOf(call),
				taken: typeof options.taken === 'string' ? options.taken : null,
				keep: typeof options.keep === 'string' ? columnNames(options.keep) : [],
				pseudonyms,
				onBytes: progress.step,
				now: new Date(),
			}),
		);
	}
	progress.clear();
	return added;
}

function forget(history: HistoryFile, serial: string, pseudonyms: Pseudonyms | null): string {
	const wanted = serial.trim().toUpperCase();
	if (!forgetMac(history, pseudonyms ? pseudonyms.of(wanted) : wanted))
		throw new Failure(
			'unknown-mac',
			`No Mac with the serial number ${JSON.stringify(serial)} is in the history.`,
		);
	return wanted;
}

function listOf(history: HistoryFile) {
	return history
		.imports()
		.map((one) => ({ ...one, first_day: dayOfNumber(one.first_day), last_day: dayOfNumber(one.last_day) }));
}

function textOf(done: Record<string, unknown>): string {
	const lines: string[] = [];
	if (done.taken_back) lines.push(`Removed ${(done.taken_back as { name: string }).name}.`);
	if (done.forgotten)
		lines.push(`Erased everything about ${done.forgotten}. Backups of the file may still hold it.`);
	for (const each of (done.added as Remembered[] | undefined) ?? []) lines.push(addedText(each));
	if (done.erased !== undefined) lines.push(`Erased ${counted(Number(done.erased), 'older sighting')}.`);
	const imports = done.imports as ReturnType<typeof listOf> | undefined;
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
	return lines.join('\n');
}

function addedText({
	file,
	known,
	macs,
	without_serial,
	without_contact,
	later_contact,
	taken,
	...rest
}: Remembered): string {
	if (known) return `${file}: added before (number ${rest.import}); nothing changed.`;
	const notes = [
		without_serial > 0 ? `${counted(without_serial, 'row')} without a serial number left out` : null,
		without_contact > 0
			? `${counted(without_contact, 'row')} without a last contact counted for ${taken}`
			: null,
		later_contact > 0
			? `${counted(later_contact, 'row')} with a last contact after the export counted for ${taken}`
			: null,
	].filter((note) => note !== null);
	return `${file}: ${counted(macs, 'Mac')} added (number ${rest.import})${notes.length > 0 ? `; ${notes.join('; ')}` : ''}.`;
}

function today(): string {
	return dayTextAt(Date.now());
}
