import { inWords } from '../../../text/day-words.ts';
import { groupedCount } from '../../../text/numbers.ts';
import type { MajorSummary, ReleaseRecord } from '../service/records.ts';

export { inWords };

/** The days of a text that was written for programs too, as people write them. None breaks at the end of a line. */
export function datesInWords(text: string): string {
	return text.replace(/\b\d{4}-\d\d-\d\d\b/g, (day) => inWords(day).replaceAll(' ', '\u00a0'));
}

/** When one of the releases came out. */
export function releasedInWords(releases: readonly ReleaseRecord[], version: string): string {
	const release = releases.find((one) => one.version === version);
	return release ? inWords(release.released, release.precision) : '';
}

/** When Apple took a release off its list, and listed it again. */
export function pullInWords({ pulled_on: pulled, listed_again_on: again }: ReleaseRecord): string {
	if (pulled === null) return '';
	return `Pulled by Apple on ${inWords(pulled)}${again ? `, listed again on ${inWords(again)}` : ''}.`;
}

/** When support of a major ends, for a table of a program: an end that is still to come is an estimate. */
export function endOfSupport({ ended_on: ended, estimated_end: end }: MajorSummary): string {
	return ended ?? (end ? `${end} (expected)` : '');
}

export function yearOf(day: string | null): string {
	return day?.slice(0, 4) ?? '';
}

export function dateOf(day: string): Date {
	return new Date(`${day}T00:00:00Z`);
}

export function today(): string {
	return new Date().toISOString().slice(0, 10);
}

/** `71 Macs`, and how many identifiers they go by where that is another number. */
export function countMacs(macs: readonly { readonly ids: readonly string[] }[]): string {
	const ids = macs.reduce((sum, mac) => sum + mac.ids.length, 0);
	const said = count(macs.length, 'Mac');
	return ids === macs.length ? said : `${said} (${count(ids, 'board ID')})`;
}

export const count = groupedCount;
