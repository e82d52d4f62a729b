import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { openToRead } from '../../database/open.ts';
import { Failure } from '../../process/failure.ts';
import { durationWords } from '../../watch/duration.ts';
import { readStatus, troubleOfInventory, type WatchStatus } from '../../watch/status.ts';
import { readWatchFile } from '../../watch/watch-file.ts';
import { type Call, command } from '../command.ts';
import { incompleteStatus } from '../exit-status.ts';
import { allOption, lastRows, table } from '../terminal-text.ts';

export const statusCommand = command({
	name: 'watch status',
	summary: 'show the last whole round of the watch, what was told, and which channels work',
	options: { all: allOption },
	details: `
The exit status is 3 if the last whole round ended longer ago than "every" plus one hour, if an inventory lost Macs or
has Macs that were not seen in time, or if a message was given up, is only a file, or may not have arrived ("watch --settle").`,
	run: (call) => runStatus(call, call.options.all),
});

async function runStatus({ settings, env, json, print }: Call, all: boolean): Promise<void> {
	const file = await readWatchFile({ settings, env });
	const database = await openToRead(settings);
	if (!database)
		throw new Failure('no-watch', 'the watch has not run here yet: start it with "pointrelease watch"');
	try {
		const status = await readStatus(database, file, Date.now());
		print(json ? JSON.stringify(status) : statusText(status, file.every, all));
		const isBad = status.inventories.some(({ partial, unseen }) => partial !== null || unseen !== null);
		const isLost = status.channels.some(({ failed, unknown, written }) => failed + unknown + written > 0);
		if (status.overdue || isBad || isLost) process.exitCode = incompleteStatus;
	} finally {
		await database.close();
	}
}

function statusText(status: WatchStatus, every: number, all: boolean): string {
	const { last_whole_round, last_round, rounds, inventories, channels } = status;
	const { shown, hint } = lastRows(status.messages, all);
	return [
		`Last whole round  ${last_whole_round ?? 'none yet'}${status.overdue ? `, OVERDUE: expected every ${durationWords(every)}` : ''}`,
		`Rounds            ${rounds}${last_round && last_round.ended === null ? `, one at the step ${last_round.step}` : ''}`,
		...(last_round?.counts ? [`Macs              ${last_round.counts.macs}`] : []),
		'',
		'Inventories',
		table(
			inventories.map((inventory) => [
				`  ${inventory.name}`,
				inventory.taken ?? 'none yet',
				troubleOf(inventory).join('; '),
			]),
		),
		'',
		...(channels.length === 0
			? ['No channels']
			: [
					'Channels',
					table(channels.map((channel) => [`  ${channel.name}`, channel.kind, channelState(channel)])),
				]),
		'',
		...(shown.length === 0
			? ['Nothing was told yet']
			: [
					'Messages, the newest last',
					table(
						shown.map(({ queued, channel, state, title, problem, open }) => [
							`  ${queued.slice(0, 16).replace('T', ' ')}`,
							channel,
							state === 'sent' || open ? state : `${state}, settled`,
							title,
							state === 'sent' ? '' : (problem ?? ''),
						]),
					),
				]),
		...(hint === '' ? [] : [`  ${hint}`]),
	].join('\n');
}

/** Whether a channel works, and what it did not get. */
function channelState({
	name,
	paused,
	problem,
	last_sent,
	waiting,
	written,
	unknown,
	failed,
}: WatchStatus['channels'][number]): string {
	const states = [
		...(paused === null ? [] : [`PAUSED since ${paused}: ${problem}`]),
		...(failed === 0 ? [] : [`${failed} FAILED`]),
		...(unknown === 0 ? [] : [`${unknown} UNKNOWN`]),
		...(written === 0 ? [] : [`${written} only WRITTEN TO FILES: set SMTP_URL, or use the kind file`]),
		...(waiting === 0 ? [] : [`${waiting} waiting`]),
	];
	const settles = failed + unknown + written > 0 ? ` (see "pointrelease watch --settle ${name}")` : '';
	if (states.length > 0) return `${states.join(', ')}${settles}`;
	return last_sent === null ? 'nothing sent yet' : `works, last message ${last_sent}`;
}

/** What is wrong with an inventory, with the next step. */
function troubleOf(inventory: WatchStatus['inventories'][number]): string[] {
	return troubleOfInventory(inventory, {
		unread: (problem) => `failed: ${problem}`,
		partial: ({ since, left, of, wholeOn }) =>
			`PARTIAL since ${since.slice(0, 10)}: ${left} of ${counted(of, 'Mac')} of ${wholeOn} (if these are all, run "pointrelease watch --accept-inventory ${inventory.name}")`,
		unseen: ({ macs, of, days, newest }) =>
			`NOT SEEN: ${macs} of ${counted(of, 'Mac')} for ${counted(days, 'day')}, the newest contact ${newest ?? 'none that can be read'}`,
	});
}
