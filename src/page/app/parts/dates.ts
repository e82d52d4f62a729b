import { inWords } from '@pointrelease/core/src/text/day-words.ts';
import { groupedCount } from '@pointrelease/core/src/text/numbers.ts';
import type { MajorSummary, ReleaseRecord } from '../service/records.ts';

export { inWords };

/** Replaces ISO dates in a text with dates in words, which do not break across lines. */
export function datesInWords(text: string): string {
	return text.replace(/\b\d{4}-\d\d-\d\d\b/g, (day) => inWords(day).replaceAll(' ', '\u00a0'));
}

/** The release date of a version, in words; empty if it is not one of the releases. */
export function releasedInWords(releases: readonly ReleaseRecord[], version: string): string {
	const release = releases.find((candidate) => candidate.version === version);
	return release ? inWords(release.released, release.precision) : '';
}

/** When Apple pulled a release, and when it listed it again; empty if it never pulled it. */
export function pullInWords({ pulled_on: pulled, listed_again_on: again }: ReleaseRecord): string {
	if (pulled === null) return '';
	return `Pulled by Apple on ${inWords(pulled)}${again ? `, listed again on ${inWords(again)}` : ''}.`;
}

/** The end of support of a major version, for exported tables. A future end is an estimate. */
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

/** `71 Macs`, or `71 Macs (80 board IDs)` if some Macs have several. */
export function countMacs(macs: readonly { readonly ids: readonly string[] }[]): string {
	const ids = macs.reduce((sum, mac) => sum + mac.ids.length, 0);
	const number = count(macs.length, 'Mac');
	return ids === macs.length ? number : `${number} (${count(ids, 'board ID')})`;
}

export const count = groupedCount;
