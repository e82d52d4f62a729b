import { kindOf, type ListedMac } from '../mac/macs.ts';
import { endOfSupport } from '../parts/dates.ts';
import type { MajorSummary } from '../service/records.ts';

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
	readonly oldestFirst: boolean;
}

export const filterNames = ['find', 'kind', 'runs', 'not', 'first', 'last', 'ends'] as const;

export function readFilter(query: URLSearchParams): MacFilter {
	const given = filterNames.map((name) => [name, query.get(name) ?? '']);
	return { ...Object.fromEntries(given), oldestFirst: query.get('order') === 'oldest' };
}

/** In the order of their introduction, newest first unless asked; what has no day comes last. */
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
	const last = filter.oldestFirst ? '9' : '0';
	const sign = filter.oldestFirst ? 1 : -1;
	const day = ({ introduced }: ListedMac) => introduced ?? last;
	return macs.filter(fits).toSorted((a, b) => (day(a) < day(b) ? -sign : day(a) > day(b) ? sign : 0));
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
