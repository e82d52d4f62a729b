import { kindOf, type ListedMac } from '../mac/macs.ts';
import { endOfSupport } from '../parts/dates.ts';
import type { MajorSummary } from '../service/records.ts';

/** By introduction, or by the end of support: the next end first, then those that ended, the last first. */
export type MacOrder = 'newest' | 'oldest' | 'support';

/** What the address says about which Macs are shown; an empty text asks for nothing. */
export interface MacFilter {
	readonly find: string;
	readonly kind: string;
	/** Majors that a Mac must run, must not run, begins with and ends with. */
	readonly runs: string;
	readonly not: string;
	readonly first: string;
	readonly last: string;
	/** `year` for Macs whose support ends within one, `ended` for those that are unsupported. */
	readonly ends: string;
	readonly order: MacOrder;
}

export const filterNames = ['find', 'kind', 'runs', 'not', 'first', 'last', 'ends'] as const;

export function readFilter(query: URLSearchParams): MacFilter {
	const given = filterNames.map((name) => [name, query.get(name) ?? '']);
	const order = query.get('order');
	return {
		...Object.fromEntries(given),
		order: order === 'oldest' || order === 'support' ? order : 'newest',
	};
}

/** Macs without a day come last in every order. */
export function filterMacs(
	macs: readonly ListedMac[],
	majors: readonly MajorSummary[],
	filter: MacFilter,
	today: string,
): ListedMac[] {
	const words = filter.find.toLowerCase().split(/\s+/).filter(Boolean);
	const ofMajors = new Map(majors.map((major) => [major.major, major]));
	const fits = (mac: ListedMac) =>
		(filter.kind === '' || kindOf(mac) === filter.kind) &&
		(filter.runs === '' || mac.majors.includes(filter.runs)) &&
		(filter.not === '' || !mac.majors.includes(filter.not)) &&
		(filter.first === '' || mac.majors[0] === filter.first) &&
		(filter.last === '' || mac.majors.at(-1) === filter.last) &&
		(filter.ends === '' || endsAsAsked(ofMajors.get(mac.majors.at(-1)!), filter.ends, today)) &&
		hasWords(mac, words);
	const isOldest = filter.order === 'oldest';
	const last = isOldest ? '9' : '0';
	const introduced = (mac: ListedMac) => mac.introduced ?? last;
	const shown = macs
		.filter(fits)
		.toSorted((a, b) => compare(introduced(a), introduced(b)) * (isOldest ? 1 : -1));
	if (filter.order !== 'support') return shown;
	const end = (mac: ListedMac) => rankOfEnd(ofMajors.get(mac.majors.at(-1)!));
	return shown.toSorted((a, b) => end(a) - end(b));
}

function compare(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/** The ends that are expected by month, then those of the past from the last to the first, then unknown ones. */
function rankOfEnd(last: MajorSummary | undefined): number {
	const day = last?.ended_on ?? last?.estimated_end;
	if (!last || !day) return Number.POSITIVE_INFINITY;
	const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
	return last.ended_on === null ? months : 1_000_000 - months;
}

/** When support of a Mac ends: with its last major. */
export function endOfMac(mac: ListedMac, majors: readonly MajorSummary[]): string {
	const last = majors.find(({ major }) => major === mac.majors.at(-1));
	return last ? endOfSupport(last) : '';
}

function endsAsAsked(last: MajorSummary | undefined, ends: string, today: string): boolean {
	if (!last) return false;
	if (ends === 'ended') return last.support === 'ended';
	// Anything else names no Mac, as a major that does not exist names none.
	if (ends !== 'year') return false;
	const inAYear = `${Number(today.slice(0, 4)) + 1}${today.slice(4, 7)}`;
	return last.support !== 'ended' && last.estimated_end !== null && last.estimated_end <= inAYear;
}

function hasWords({ ids, model_identifiers: models, names }: ListedMac, words: readonly string[]): boolean {
	const all = [...ids, ...models, ...names].join(' ').toLowerCase();
	return words.every((word) => all.includes(word));
}
