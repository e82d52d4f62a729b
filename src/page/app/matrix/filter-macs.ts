import { kindOf, type ListedMac } from '../mac/macs.ts';
import { endOfSupport } from '../parts/dates.ts';
import type { MajorSummary } from '../service/records.ts';

/** By introduction, or by end of support: future ends first, soonest first, then past ends, latest first. */
type MacOrder = 'newest' | 'oldest' | 'support';

/** The filters in the address; an empty filter selects all Macs. */
export interface MacFilter {
	readonly find: string;
	readonly kind: string;
	/** Major versions that a Mac must run, must not run, must start with and must end with. */
	readonly runs: string;
	readonly not: string;
	readonly first: string;
	readonly last: string;
	/** `year` selects Macs whose support ends within a year, `ended` unsupported Macs, `2026` those whose support ends in 2026. */
	readonly ends: string;
	readonly order: MacOrder;
}

/** What the view begins with: older Macs and versions are there on request, or if a filter asks for them. */
export const firstShown = '10.13';
/** The value of `since` for everything. */
export const sinceTheFirst = '1984';

export const filterNames = ['find', 'kind', 'runs', 'not', 'first', 'last', 'ends'] as const;

export function readFilter(query: URLSearchParams): MacFilter {
	const parameters = filterNames.map((name) => [name, query.get(name) ?? '']);
	const order = query.get('order');
	return {
		...Object.fromEntries(parameters),
		order: order === 'oldest' || order === 'support' ? order : 'newest',
	};
}

/** Whether the view shows 10.13 and later alone. */
export function isRecentOnly(query: URLSearchParams, filter: MacFilter): boolean {
	const isPlain = filterNames.every((name) => filter[name] === '') && filter.order !== 'support';
	return isPlain && query.get('since') !== sinceTheFirst;
}

/** The Macs that run a major version of the first shown or a later one, with these versions alone. */
export function recentMacs(macs: readonly ListedMac[], majors: readonly MajorSummary[]): ListedMac[] {
	const recent = new Set(
		majors.slice(majors.findIndex(({ major }) => major === firstShown)).map(({ major }) => major),
	);
	return macs
		.map((mac) => ({ ...mac, majors: mac.majors.filter((major) => recent.has(major)) }))
		.filter((mac) => mac.majors.length > 0);
}

/** The matching Macs, sorted. Macs without a day come last in every order. */
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

const mostNamed = 3;

/** The names of the Macs that came out first, in words as the search has them; empty if no day is known. */
export function oldestNames(macs: readonly ListedMac[]): string {
	const days = macs.flatMap(({ introduced }) => introduced ?? []).toSorted(compare);
	const oldest = macs.filter(({ introduced }) => introduced !== null && introduced === days[0]);
	const names = [...new Set(oldest.map((mac) => mac.names[0]!))];
	const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
	return `${names.slice(0, mostNamed).join(', ')}${more}`;
}

/** Like `compareText` of the catalog, whose file would cost this view another request. */
function compare(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/** A sort key: future ends by month, then past ends from the latest to the earliest, then unknown ends. */
function rankOfEnd(last: MajorSummary | undefined): number {
	const day = last?.ended_on ?? last?.estimated_end;
	if (!last || !day) return Number.POSITIVE_INFINITY;
	const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
	return last.ended_on === null ? months : 1_000_000 - months;
}

/** The end of support of a Mac, which is that of its last major version. */
export function endOfMac(mac: ListedMac, majors: readonly MajorSummary[]): string {
	const last = majors.find(({ major }) => major === mac.majors.at(-1));
	return last ? endOfSupport(last) : '';
}

function endsAsAsked(last: MajorSummary | undefined, ends: string, today: string): boolean {
	if (!last) return false;
	if (ends === 'ended') return last.support === 'ended';
	if (/^\d{4}$/.test(ends)) return (last.ended_on ?? last.estimated_end)?.startsWith(ends) ?? false;
	// Like a major version that does not exist, any other value matches no Mac.
	if (ends !== 'year') return false;
	const inAYear = `${Number(today.slice(0, 4)) + 1}${today.slice(4, 7)}`;
	return last.support !== 'ended' && last.estimated_end !== null && last.estimated_end <= inAYear;
}

function hasWords({ ids, model_identifiers: models, names }: ListedMac, words: readonly string[]): boolean {
	const all = [...ids, ...models, ...names].join(' ').toLowerCase();
	return words.every((word) => all.includes(word));
}
