import { compareText } from '@pointrelease/core/src/catalog/identifier.ts';
import { counted, grouped } from '@pointrelease/core/src/text/numbers.ts';
import { noGroup } from '../../fleet/report/groups.ts';
import type { Fact } from '../message.ts';
import type { WatchedMac } from '../situation.ts';
import { type Audience, macsOf } from './audience.ts';

/** A value of the column that a channel groups by, with the Macs of a message that have it. */
interface GroupLine {
	readonly value: string;
	readonly macs: number;
	readonly concerned: number;
}

/** Every channel shows so many lines, and the rest in one. */
const mostLines = 12;

/** The values with Macs that a message is about, the most Macs first; empty if the channel does not group. */
export function groupLines(
	{ channel: { groupBy }, kinds }: Pick<Audience, 'channel' | 'kinds'>,
	concerned: readonly WatchedMac[],
): GroupLine[] {
	if (groupBy === null) return [];
	const labelOf = ({ groups }: WatchedMac) => groups[groupBy] || noGroup;
	const all = Map.groupBy(macsOf(kinds), labelOf);
	return Array.from(Map.groupBy(concerned, labelOf), ([value, macs]) => ({
		value,
		macs: all.get(value)!.length,
		concerned: macs.length,
	})).toSorted((a, b) => b.concerned - a.concerned || a.macs - b.macs || compareText(a.value, b.value));
}

/** `Sales: 12 of 40 Macs`; `and 14 more: 55 of 300 Macs` */
export function groupFacts(lines: readonly GroupLine[]): Fact[] {
	const shown = lines.length > mostLines ? lines.slice(0, mostLines - 1) : lines;
	const rest = lines.slice(shown.length);
	const sum = (member: 'macs' | 'concerned') => rest.reduce((total, line) => total + line[member], 0);
	return [
		...shown.map(({ value, macs, concerned }) => ({ title: value, value: ofMacs(concerned, macs) })),
		...(rest.length > 0
			? [{ title: `and ${rest.length} more`, value: ofMacs(sum('concerned'), sum('macs')) }]
			: []),
	];
}

/** `312 of 480 Macs` */
export function ofMacs(some: number, macs: number): string {
	return `${grouped(some)} of ${counted(macs, 'Mac', 'Macs', grouped(macs))}`;
}
