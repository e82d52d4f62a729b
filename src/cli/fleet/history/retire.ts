import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { pseudonymsOf } from '../../../history/pseudonyms.ts';
import { type Leaving, readLeaving, restoreMacs, retireMacs } from '../../../history/retire.ts';
import { Failure } from '../../../process/failure.ts';
import { type Call, command, type Options } from '../../command.ts';
import { incompleteStatus } from '../../exit-status.ts';
import { dayOf, latestDay } from '../../options.ts';
import { historyOption, openCalled } from './history-options.ts';

const options = {
	on: { type: 'string', value: 'DAY', help: 'the last day on which the Macs count, YYYY-MM-DD' },
	reason: { type: 'string', value: 'TEXT', help: 'why, for your auditor' },
	undo: { type: 'boolean', help: 'undo the retirement' },
	history: historyOption,
} as const satisfies Options;

export const retireCommand = command({
	name: 'fleet retire',
	words: 'SERIAL...',
	arity: [1, 10_000],
	summary: 'retire Macs that left: the fleet history keeps them and stops counting them',
	options,
	details: `
SERIAL may also be the path of a CSV file with a column for the serial number, and optionally on and reason;
--on and --reason apply to rows without their own. A path has a dot or a slash.
A retired Mac counts until that day: for releases, verdicts and policies. If an export shows it on a later day,
it counts again, and fleet remember says so. The exit status is 3 if a Mac is not in the history, or was seen
after the day. See "pointrelease manual history".`,
	run: runRetire,
});

function runRetire(call: Call<typeof options>): void {
	const { options, words } = call;
	const on = dayOf(call, 'on');
	const reason = options.reason?.trim() || null;
	const isUndo = options.undo;
	if (isUndo && (on !== null || reason !== null))
		throw new Failure('bad-arguments', '--undo needs no day and no reason: leave out --on and --reason');
	const isPath = (word: string) => /[./\\]/.test(word);
	// With --undo a file needs no day.
	const defaults = { on: isUndo ? firstDay : on, reason };
	const leaving = words.flatMap((word): Leaving[] => {
		if (isPath(word)) return readLeaving(word, defaults);
		if (defaults.on === null)
			throw new Failure('bad-arguments', '--on is needed: the last day on which the Mac counts');
		return [{ serial: word, on: defaults.on, reason }];
	});
	const later = leaving.find((mac) => mac.on > latestDay());
	if (later) throw new Failure('bad-arguments', `${later.serial}: ${later.on} has not come yet`);
	const history = openCalled(call);
	try {
		const pseudonyms = pseudonymsOf(history);
		const result = isUndo
			? restoreMacs(
					history,
					leaving.map(({ serial }) => serial),
					pseudonyms,
				)
			: retireMacs(history, leaving, { pseudonyms, now: new Date() });
		const changedCount = 'retired' in result ? result.retired.length : result.restored.length;
		const [first] = result.not_in_history;
		if (first !== undefined && result.not_in_history.length === leaving.length)
			throw new Failure(
				'unknown-mac',
				leaving.length === 1
					? `No Mac with the serial number ${JSON.stringify(first)} is in the history.`
					: `None of the ${counted(leaving.length, 'serial number')} is in the history.`,
			);
		call.print(call.json ? JSON.stringify({ history: history.path, ...result }) : textOf(result));
		if (changedCount < leaving.length) process.exitCode = incompleteStatus;
	} finally {
		history.close();
	}
}

/** With --undo any valid day will do, because it is not used. */
const firstDay = '2000-01-01';

const mostShown = 20;

function textOf(result: ReturnType<typeof retireMacs> | ReturnType<typeof restoreMacs>): string {
	const shortened = (lines: readonly string[]) =>
		lines.length > mostShown
			? [...lines.slice(0, mostShown), `${lines.length - mostShown} more: see --json`]
			: lines;
	const missing = result.not_in_history.map((serial) => `${serial} is not in the history.`);
	if ('restored' in result)
		return [
			...shortened(result.restored.map((serial) => `${serial} is no longer retired.`)),
			...shortened(result.not_retired.map((serial) => `${serial} was not retired.`)),
			...shortened(missing),
		].join('\n');
	return [
		...shortened(result.retired.map(({ serial, on }) => `${serial} is retired: it counts until ${on}.`)),
		...shortened(
			result.seen_later.map(
				({ serial, on, seen }) => `${serial} is not retired: it was seen on ${seen}, after ${on}.`,
			),
		),
		...shortened(missing),
	].join('\n');
}
