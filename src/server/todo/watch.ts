import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { openToRead } from '../../database/open.ts';
import { Failure } from '../../process/failure.ts';
import { durationWords } from '../../watch/duration.ts';
import { mailAdvice, planWarnings } from '../../watch/plan-words.ts';
import { readStatus, troubleOfInventory, type WatchStatus } from '../../watch/status.ts';
import { readWatchFile, type WatchFile } from '../../watch/watch-file.ts';
import { type Check, type Finding, needsYou, ok, problem, warning } from './finding.ts';

/** Whether the watch works, if `WATCH` names its file on this machine. */
export const checkWatch: Check = async (settings, env) => {
	if (settings.watchFile === null) return [];
	let file: WatchFile;
	try {
		file = await readWatchFile({ settings, env });
	} catch (thrown) {
		if (!(thrown instanceof Failure)) throw thrown;
		const advice = 'correct it, and test it with "pointrelease watch --check"';
		return [needsYou('watch', null, problem('watch', thrown.message, advice))];
	}
	// If this fails, the check of the database reports why.
	const status = await statusOf(file, settings).catch(() => null);
	const unsent = planWarnings(file, settings).map((words) => warning('watch', words, mailAdvice));
	if (!status || status.rounds === 0) {
		const finding = warning('watch', 'no round was ever finished', 'start it with "pointrelease watch"');
		return [needsYou('watch', null, finding), ...unsent];
	}
	return [
		needsYou('watch', status.last_whole_round, roundFinding(file, status)),
		...inventoryFindings(status),
		...channelFindings(status),
		...unsent,
	];
};

async function statusOf(file: WatchFile, settings: Parameters<Check>[0]): Promise<WatchStatus | null> {
	const database = await openToRead(settings);
	if (!database) return null;
	try {
		return await readStatus(database, file, Date.now());
	} finally {
		await database.close();
	}
}

function roundFinding({ every }: WatchFile, { overdue, last_whole_round, rounds }: WatchStatus): Finding {
	const progress = `${counted(rounds, 'round')}, the last whole one ${last_whole_round ?? 'never'}`;
	if (!overdue) return ok('watch', progress);
	const advice = 'run "pointrelease watch status", and check that the watch is running';
	return problem('watch', `${progress}; expected every ${durationWords(every)}`, advice);
}

function inventoryFindings({ inventories }: WatchStatus): Finding[] {
	return inventories.flatMap((inventory) => {
		const { name } = inventory;
		return troubleOfInventory(inventory, {
			unread(reason) {
				const advice = name.startsWith('@')
					? 'test it with "pointrelease fleet connections --test"'
					: 'name a file or folder with an export in the watch file';
				return needsYou('watch', null, warning('watch', `${name}: ${reason}`, advice));
			},
			partial({ since, left, of, wholeOn }) {
				const finding = problem(
					'watch',
					`${name} lists ${left} of ${counted(of, 'Mac')} of ${wholeOn}: enforcement files, evidence and heartbeat wait`,
					`check what its role or token may see; if these are all its Macs, run "pointrelease watch --accept-inventory ${name}"`,
				);
				return needsYou('watch', since, finding);
			},
			unseen({ since, macs, of, days }) {
				const finding = warning(
					'watch',
					`${name}: ${macs} of ${counted(of, 'Mac')} were not seen for ${counted(days, 'day')}`,
					`check that Macs still report to ${name}`,
				);
				return needsYou('watch', since, finding);
			},
		});
	});
}

function channelFindings({ channels, messages }: WatchStatus): Finding[] {
	return channels.flatMap(({ name, paused, problem: reason, failed, unknown, written }) => {
		const findings: Finding[] = [];
		const open = (state: WatchStatus['messages'][number]['state'], finding: Finding) => {
			const queued = messages.filter((each) => each.channel === name && each.open && each.state === state);
			findings.push(needsYou('channel', queued.map((each) => each.queued).toSorted()[0], finding, name));
		};
		if (paused !== null) {
			const found = `nothing is sent to the channel ${name} since ${paused}: ${reason}`;
			const advice = `correct its entry, or run "pointrelease watch --test ${name}"`;
			findings.push(needsYou('channel', paused, problem('watch', found, advice), name));
		}
		if (failed > 0) {
			const found = `${counted(failed, 'message')} to ${name} ${failed === 1 ? 'was' : 'were'} given up`;
			const advice = `run "pointrelease watch status" and "pointrelease watch --test ${name}"`;
			open('failed', problem('watch', found, advice));
		}
		if (unknown > 0) {
			const found = `${counted(unknown, 'message')} to ${name} may not have arrived`;
			const advice = `look into the channel, then run "pointrelease watch --settle ${name}"`;
			open('unknown', warning('watch', found, advice));
		}
		if (written > 0) {
			const found = `${counted(written, 'message')} to ${name} ${written === 1 ? 'is a file and was' : 'are files and were'} not sent`;
			open('written', problem('watch', found, mailAdvice));
		}
		return findings;
	});
}
