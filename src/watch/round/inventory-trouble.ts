import { millisecondsOfDay } from '@pointrelease/core/src/text/day.ts';
import { inWords } from '@pointrelease/core/src/text/day-words.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { dayIn } from '../local-day.ts';
import { partialWords, unseenWords } from '../notices/inventory-words.ts';
import type { CurrentInventory, TroubleFact } from '../situation.ts';
import type { WatchFile } from '../watch-file.ts';
import { isUnseen } from './check-inventories.ts';
import { isLate, type JudgedFleet } from './judge-fleet.ts';

type Told = Pick<WatchFile, 'timeZone' | 'enforce' | 'evidence' | 'heartbeat' | 'every' | 'lateDays'>;

const week = 7 * millisecondsOfDay;

/** Inventories that are late, that lost Macs, or whose Macs were not seen in time. */
export function inventoryTrouble(file: Told, fleet: JudgedFleet, since: number): TroubleFact[] {
	return [
		...lateInventories(file, fleet, since),
		...fleet.inventories.flatMap((inventory) => [
			...unreadableInventory(file, inventory, fleet.now),
			...partialInventory(file, inventory, fleet.now),
			...unseenInventory(file, inventory, fleet.now),
		]),
	];
}

function lateInventories(file: Told, { now, inventories }: JudgedFleet, since: number): TroubleFact[] {
	return inventories
		.filter(({ taken }) => isLate(file, { taken: taken ?? since }, now))
		.map(({ name, taken, problem }) => {
			const from = dayIn(file.timeZone, taken ?? since);
			const days = Math.floor((now - (taken ?? since)) / millisecondsOfDay);
			return {
				subject: `inventory:${name}:${from}`,
				title: `No inventory from ${name} for ${counted(days, 'day')}`,
				sentences: [
					taken === null
						? `${name} has not given an inventory since the watch started on ${inWords(from)}.`
						: `The newest inventory from ${name} is from ${inWords(from)}, and so is everything said about its Macs.`,
					...(problem === null ? [] : [`The last attempt failed: ${problem}.`]),
				],
				channel: null,
			};
		});
}

/** The subject of a trouble that is told again each week while it lasts. */
export function weekly(
	start: string,
	since: number,
	{ timeZone }: Pick<WatchFile, 'timeZone'>,
	now: number,
): string {
	const weeks = Math.max(0, Math.floor((now - since) / week));
	return `${start}:${dayIn(timeZone, since)}${weeks === 0 ? '' : `:week-${weeks + 1}`}`;
}

function unreadableInventory(
	file: Told,
	{ name, taken, problem, isUnreadable }: CurrentInventory,
	now: number,
): TroubleFact[] {
	if (!isUnreadable) return [];
	return [
		{
			subject: weekly(`unreadable:${name}`, taken ?? now, file, now),
			title: `The newest inventory from ${name} cannot be read`,
			sentences: [
				`${problem}.`,
				`The Macs of ${name} are not counted until a file can be read. The watch tries again each hour.`,
			],
			channel: null,
		},
	];
}

function partialInventory(file: Told, { name, check }: CurrentInventory, now: number): TroubleFact[] {
	if (!check || check.partialSince === null) return [];
	const share = partialWords(check, file.timeZone, now);
	const waiting = [
		...(file.enforce ? ['enforcement files'] : []),
		...(file.evidence ? ['evidence'] : []),
		...(file.heartbeat ? ['the heartbeat'] : []),
	];
	return [
		{
			// Losing half of the Macs is news for those who were told that some are gone.
			subject: weekly(
				`partial:${name}${2 * check.gone >= check.of ? ':half' : ''}`,
				check.partialSince,
				file,
				now,
			),
			title: `${name} lists ${share}`,
			sentences: [
				`The newest inventory from ${name} has ${share}; ${check.gone === 1 ? '1 is' : `${check.gone} are`} gone. A role or token that sees fewer Macs, a filter and an export of one site look like this.`,
				...(waiting.length === 0 ? [] : [`Until they are back, these wait: ${waiting.join(', ')}.`]),
				`If these are all the Macs that ${name} should list, run "pointrelease watch --accept-inventory ${name}".`,
			],
			names: check.goneNames,
			channel: null,
		},
	];
}

function unseenInventory(file: Told, { name, check }: CurrentInventory, now: number): TroubleFact[] {
	if (!check || check.unseenSince === null) return [];
	const share = unseenWords(check);
	return [
		{
			// That half are silent is news for those who were told that some are stale.
			subject: weekly(`${isUnseen(check) ? 'unseen' : 'stale'}:${name}`, check.unseenSince, file, now),
			title: `${name}: ${share}`,
			sentences: [
				`In the newest inventory from ${name}, ${share}.${check.newest === null ? ' None of them states a last contact that can be read.' : ` The newest last contact is of ${inWords(check.newest)}.`} What is said about the other Macs may be out of date.`,
				`Check that Macs still report to ${name}. If your Macs may be away longer, raise "late_days".`,
			],
			channel: null,
		},
	];
}
