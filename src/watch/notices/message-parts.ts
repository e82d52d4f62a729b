import type { Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { inWords } from '@pointrelease/core/src/text/day-words.ts';
import { counted, grouped } from '@pointrelease/core/src/text/numbers.ts';
import { usualStaleDays } from '../../fleet/fleet.ts';
import { dayIn, timeIn } from '../local-day.ts';
import type { Message } from '../message.ts';
import type { CurrentInventory, Situation, WatchedMac } from '../situation.ts';
import type { Audience, MacKind } from './audience.ts';
import { groupFacts, groupLines, ofMacs as shareOf } from './group-lines.ts';
import { partialWords, unseenWords } from './inventory-words.ts';

/** The parts of a message that do not follow from the audience. */
type Draft = Pick<Message, 'kind' | 'subject' | 'title' | 'sentences' | 'claims' | 'data'> &
	Partial<Pick<Message, 'about' | 'facts' | 'list' | 'urgent' | 'deadline'>> & {
		/** The Macs that it is about, to count them by group. */
		readonly concerned?: readonly WatchedMac[];
		/** Where the page shows more: a path, and what the link says. */
		readonly link?: { readonly title: string; readonly path: string };
	};

const hour = 3_600_000;
const day = 24 * hour;

export function messageOf(
	audience: Audience,
	{ link, data, concerned = [], facts = [], ...draft }: Draft,
): Message {
	const { situation, policy, channel } = audience;
	const { page, catalog, framework } = situation;
	const groups = groupLines(audience, concerned);
	return {
		about: draft.subject,
		list: [],
		urgent: false,
		deadline: null,
		...draft,
		facts: [...groupFacts(groups), ...facts],
		link: page !== null && link ? { title: link.title, address: `${page}${link.path}` } : null,
		sentences: [...draft.sentences, ...inventorySentences(situation)],
		data: {
			...data,
			...(groups.length > 0 && { group_by: channel.groupBy, groups }),
			policy: policy.name,
			framework: framework?.key ?? null,
			data_version: catalog.dataVersion,
		},
		footer: footerOf(situation),
	};
}

/** `312 of 480 Macs` */
export function ofMacs(some: number, { macs }: Pick<Audience, 'macs'>): string {
	return shareOf(some, macs);
}

/** `2 Macs`, `1,200 Macs` */
export function macCount(count: number): string {
	return counted(count, 'Mac', 'Macs', grouped(count));
}

/** `macOS 26.5.1`; before 10.12 the system had other names. */
export function systemName({ catalog }: Situation, { major, version }: Release): string {
	const name = catalog.majors.get(major)!.systemName;
	return `${name.slice(0, name.lastIndexOf(' '))} ${version}`;
}

/** `2 December`, with the year if it is not the current one. */
export function dayText(day: string, { policy }: Pick<Audience, 'policy'>): string {
	const text = inWords(day);
	return day.slice(0, 4) === policy.asOf.slice(0, 4) ? text.slice(0, text.lastIndexOf(' ')) : text;
}

/** The names of Macs if the channel wants them, as many as any channel can show. */
export function namesOf({ channel }: Audience, kinds: readonly MacKind[]): string[] {
	if (!channel.names) return [];
	return kinds.flatMap(({ macs }) =>
		macs.map(({ name, serial }) => name || serial || 'a Mac without a name'),
	);
}

/** What is not known because an inventory is late, lacks Macs or was not reported to: counts are then too low or out of date. */
function inventorySentences({ inventories, timeZone, now }: Situation): string[] {
	return inventories.flatMap(({ name, whole, problem, taken, check }) => {
		if (taken === null) return [`There is no inventory of ${name} yet, so its Macs are not counted.`];
		if (problem !== null)
			return [`The newest inventory of ${name} could not be used, so counts may be wrong.`];
		const unseen =
			check && check.unseenSince !== null
				? [`In the inventory of ${name}, ${unseenWords(check)}, so counts may be out of date.`]
				: [];
		if (check && check.partialSince !== null)
			return [
				`The inventory of ${name} has ${partialWords(check, timeZone, now)}, so counts are too low.`,
				...unseen,
			];
		return whole ? unseen : [`The inventory of ${name} is incomplete, so counts may be too low.`, ...unseen];
	});
}

/** How many Macs of a count were last seen so long ago that they may have changed since. */
export function staleCount(kinds: readonly MacKind[]): number {
	return kinds.reduce((sum, { macs }) => sum + macs.filter(({ isStale }) => isStale).length, 0);
}

/** Empty if none of the Macs is stale. */
export function staleSentences(kinds: readonly MacKind[]): string[] {
	const count = staleCount(kinds);
	if (count === 0) return [];
	return [
		`${grouped(count)} of them ${count === 1 ? 'was' : 'were'} last seen more than ${usualStaleDays} days ago.`,
	];
}

function footerOf({ inventories, timeZone, now, catalog }: Situation): string {
	const ages = inventories.flatMap((inventory) =>
		inventory.taken === null ? [] : [inventoryText(inventory, inventory.taken, timeZone, now)],
	);
	return [...ages, `times in ${timeZone}`, `data ${catalog.dataVersion}`].join(' · ');
}

function inventoryText(
	{ name, macs, check }: CurrentInventory,
	takenAt: number,
	timeZone: string,
	now: number,
): string {
	const listed = check && check.partialSince !== null ? partialWords(check, timeZone, now) : macCount(macs);
	const seen = check && check.unseenSince !== null ? `, ${unseenWords(check)}` : '';
	return `${name}: ${listed}${seen}, taken ${inWords(dayIn(timeZone, takenAt))}, ${timeIn(timeZone, takenAt)} (${ageText(now - takenAt)} old)`;
}

function ageText(age: number): string {
	// After a clock was set back, an inventory may be from the future.
	if (age < hour) return counted(Math.max(0, Math.floor(age / 60_000)), 'minute');
	return age < 2 * day ? counted(Math.floor(age / hour), 'hour') : counted(Math.floor(age / day), 'day');
}
