import { addDays } from '@pointrelease/core/src/text/day.ts';

/** How a column writes its days, as far as its cells show. */
export interface DayColumn {
	/** Whether the day comes before the month; null if no cell shows it, or if cells contradict each other. */
	readonly dayFirst: boolean | null;
	/** The ranges of the numbers in cells such as `14.11.25`; without them each cell is read by itself. */
	readonly shortYears?: ShortYears | null;
	/**
	 * Set if numbers such as 46000 are the days of a spreadsheet. Added to such a number, it makes the number count from
	 * 1899-12-30.
	 */
	readonly dayNumbers?: number | null;
}

/** What a day is read with, beside its text. */
interface DayContext extends DayColumn {
	/** The day that `3 days ago` counts from. */
	readonly asOf: string;
}

/** The ranges of the first and last numbers in days with a two-digit year: one of the two is the year. */
interface ShortYears {
	readonly first: readonly [low: number, high: number];
	readonly last: readonly [low: number, high: number];
	/** Whether every cell is a valid day if its first number is the year. */
	readonly mayBeginWithYear: boolean;
}

/** How the months begin in English, German, French and Spanish, without accents. */
const months: readonly RegExp[] = [
	/^(?:jan|ene)/,
	/^(?:feb|fev)/,
	/^(?:mar(?!d)|maer|mrz)/,
	/^(?:apr|avr|abr)/,
	/^ma[iy]/,
	/^(?:jun|juin)/,
	/^(?:jul|juil)/,
	/^(?:aug|aou|ago)/,
	/^sep/,
	/^(?:oct|okt)/,
	/^nov/,
	/^(?:dec|dez|dic)/,
];

/**
 * Reads the day of the last contact. Null if the cell has no day, if it is the zero of a clock such as 1970-01-01, or if day
 * and month may be swapped.
 */
export function seenDay(text: string, context: DayContext): string | null {
	const day = readDay(text, context);
	return day !== null && day >= '1990-01-01' ? day : null;
}

/**
 * Whether a cell is a day, and hardly anything else: not a state such as `online`, an agent's version such as `7.12.25`, or a
 * number that may be an identifier.
 */
export function isDay(text: string): boolean {
	if (text.length > longestDay || !dayForms.some((form) => form.test(text))) return false;
	return seenDay(text, { asOf: '1999-12-31', dayFirst: true }) !== null;
}

/** In characters. To normalize 40,000 accents takes 13 s, and four times that for twice as many. */
const longestDay = 80;

/** `18-Nov-26`, as Excel writes a day again in the United States. */
const excelDay = /^(\d{1,2})-(\p{L}{3,9})\.?-(\d\d)(?![\d-])/u;

const dayForms: readonly RegExp[] = [
	/^\d{4}(?:[-/]\d{1,2}[-/]\d{1,2}|\.\d\d\.\d\d)(?![\d.])/,
	/^\d{1,2}[./-]\d{1,2}[./-]\d{4}(?![\d.])/,
	/^(?:\d{1,2}[/-]\d{1,2}[/-]\d\d|\d\d\.\d\d\.\d\d)(?![\d.])/,
	/^\d{4}年/,
	// Seconds or milliseconds, from 2001 to 2033.
	/^1\d{9}(?:\d{3})?$/,
	// A month in words.
	/\p{L}{3}.*[ -]\d{4}(?!\d)/u,
	excelDay,
	/^(?:vor|il y a|hace) | ago$|前$/i,
];

function readDay(text: string, context: DayContext): string | null {
	const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text);
	if (iso) return dayOf(iso[1]!, iso[2]!, iso[3]!);
	const kanji = /^(\d{4})年\s?(\d{1,2})月\s?(\d{1,2})日/.exec(text);
	if (kanji) return dayOf(kanji[1]!, kanji[2]!, kanji[3]!);
	const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})(?!\d)/.exec(text);
	if (compact) return dayOf(compact[1]!, compact[2]!, compact[3]!);
	if (/^\d{9,10}(?:\.\d+)?$/.test(text)) return new Date(Number(text) * 1000).toISOString().slice(0, 10);
	if (/^\d{12,13}$/.test(text)) return new Date(Number(text)).toISOString().slice(0, 10);
	if (isDayNumber(text)) return dayOfNumber(text, context);
	const parts = partsOf(text);
	if (parts) return dayOfParts(parts, context);
	return namedDay(text) ?? relativeDay(text, context.asOf);
}

/** Whether a number may be a day of a spreadsheet between 1990 and 2099, with or without a time of day. */
function isDayNumber(text: string): boolean {
	return /^\d{5}(?:[.,]\d+)?$/.test(text) && text >= '32874' && text < '73051';
}

function dayOfNumber(text: string, { dayNumbers }: DayColumn): string | null {
	if (typeof dayNumbers !== 'number') return null;
	return addDays('1899-12-30', Number(text.slice(0, 5)) + dayNumbers);
}

/** A day as three numbers, with a four-digit year last or a two-digit year first or last. */
interface DayParts {
	readonly first: string;
	readonly second: string;
	readonly last: string;
	readonly isDotted: boolean;
}

function partsOf(text: string): DayParts | null {
	const parts = /^\s*(\d{1,2})([./-])(\d{1,2})[./-](\d{4}|\d\d)(?!\d)/.exec(text);
	if (!parts) return null;
	const [, first, mark, second, last] = parts as unknown as [string, string, string, string, string];
	return { first, second, last, isDotted: mark === '.' };
}

function dayOfParts({ first, second, last, isDotted }: DayParts, context: DayContext): string | null {
	const isShort = last.length === 2;
	const year = isShort ? `20${last}` : last;
	if (isShort) {
		const place = yearPlace(context.shortYears ?? widened(null, { first, second, last }), context.asOf);
		if (place === 'open') return null;
		if (place === 'first') return dayOf(`20${first}`, second, last);
	}
	// Nobody writes dots with the month first.
	if (isDotted || Number(first) > 12) return dayOf(year, second, first);
	if (Number(second) > 12 || first === second) return dayOf(year, first, second);
	if (context.dayFirst === null) return null;
	return context.dayFirst ? dayOf(year, second, first) : dayOf(year, first, second);
}

/** First numbers are years only if none is more than this many years ago: older last contacts are unlikely. */
const oldestYear = 5;

/** Whether the two-digit year comes first or last in the days of a column; `open` if that is uncertain on the day `asOf`. */
function yearPlace({ first, last, mayBeginWithYear }: ShortYears, asOf: string): 'first' | 'last' | 'open' {
	const thisYear = Number(asOf.slice(2, 4));
	const mayBeFirst = mayBeginWithYear && first[0] >= thisYear - oldestYear && first[1] <= thisYear;
	if (!mayBeFirst) return 'last';
	return last[1] > thisYear ? 'first' : 'open';
}

/** Extends the ranges by the numbers of a day. */
function widened(
	shortYears: ShortYears | null,
	{ first, second, last }: Pick<DayParts, 'first' | 'second' | 'last'>,
): ShortYears {
	const range = (before: ShortYears['first'] | undefined, number: number): ShortYears['first'] =>
		before ? [Math.min(before[0], number), Math.max(before[1], number)] : [number, number];
	return {
		first: range(shortYears?.first, Number(first)),
		last: range(shortYears?.last, Number(last)),
		mayBeginWithYear: (shortYears?.mayBeginWithYear ?? true) && dayOf(`20${first}`, second, last) !== null,
	};
}

/** `Nov 1, 2026`, `Sun Nov 1 10:00:00 UTC 2026`; `1 November 2026`, `01-Nov-2026`, `1. Dezember 2026`, `1 de mayo de 2026`. */
function namedDay(text: string): string | null {
	const plain = withoutAccents(text);
	const short = excelDay.exec(plain);
	if (short) return dayOf(`20${short[3]!}`, String(monthOf(short[2]!)), short[1]!);
	const named =
		/^(?:[a-z]{3,10}\.?,? )?(?:([a-z]{3,10})\.? (\d{1,2}),?(?: [\d:]{5,8}(?: [a-z]{2,5})?)?|(\d{1,2})\.?[ -](?:de )?([a-z]{3,10})\.?,?)[ -](?:de )?(\d{4})(?!\d)/.exec(
			plain,
		);
	if (!named) return null;
	const month = monthOf((named[1] ?? named[4])!);
	return dayOf(named[5]!, String(month), (named[2] ?? named[3])!);
}

/** The number of a month; 0 if the word is none. */
function monthOf(word: string): number {
	return months.findIndex((name) => name.test(word)) + 1;
}

/** The days of each unit, by how its name begins. A Mac that was seen minutes ago counts as seen today. */
const units: readonly (readonly [RegExp, number])[] = [
	[/^(?:sec|sek|seg|秒|min|分|hour|hr|h$|std|stund|heure|hora|時)/, 0],
	[/^(?:day|d$|tag|jour|dia|日)/, 1],
	[/^(?:week|wk|w$|woche|semaine|semana|週)/, 7],
	[/^(?:mon|mo$|mois|mes|か月|ヶ月|カ月)/, 30],
	[/^(?:year|yr|y$|jahr|an|ano|年)/, 365],
];

/** `3 days ago`, `an hour ago`, `yesterday`, `vor 3 Tagen`, `il y a 3 jours`, `hace 3 días`, `3日前`. */
function relativeDay(text: string, asOf: string): string | null {
	const plain = withoutAccents(text);
	if (/^(?:today|now|just now|online|heute|aujourd'?hui|hoy|今日|本日)\b/.test(plain)) return asOf;
	if (/^(?:yesterday|gestern|hier|ayer|昨日)/.test(plain)) return addDays(asOf, -1);
	const span =
		/^(?:about |over |almost )?(\d{1,4}|an?|one)\s?([^\s\d]+) ago\b/.exec(plain) ??
		/^(?:vor|il y a|hace) (\d{1,4}|einem|einer|un|une|una)\s?([^\s\d]+)/.exec(plain) ??
		/^(\d{1,4})\s?(\D{1,2})前/.exec(plain);
	const unit = span && units.find(([name]) => name.test(span[2]!));
	if (!span || !unit) return null;
	return addDays(asOf, -unit[1] * (Number(span[1]) || 1));
}

function withoutAccents(text: string): string {
	return text
		.slice(0, longestDay)
		.toLowerCase()
		.replaceAll('ä', 'ae')
		.normalize('NFKD')
		.replace(/[\u0300-\u036f]/g, '')
		.normalize('NFC');
}

function dayOf(year: string, month: string, day: string): string | null {
	const [m, d] = [Number(month), Number(day)];
	if (m < 1 || m > 12 || d < 1 || d > new Date(Date.UTC(Number(year), m, 0)).getUTCDate()) return null;
	return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/**
 * A day from 1990 on as most exports write it, alone or with a time in UTC. Read without `seenDay`, which takes 0.3 s more
 * for a million rows. Days after the 28th go to `seenDay`, because not every month has them.
 */
export const plainDay = /^(?:199\d|[2-9]\d{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])(?:[T ][\d:.]*Z?)?$/;

/** A time of day with the offset of its zone from UTC: `T23:30:00+10:00`, ` 05:00:00 -0700`. */
const zoned = /[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)? ?([+-])(\d{2}):?(\d{2})$/;

/**
 * The day in UTC of a moment with the offset of its zone; `day` itself if it has none. At 5 in the morning in Sydney, it is
 * still the day before in UTC.
 */
export function utcDay(day: string, moment: string): string {
	const [, hour, minute, sign, zoneHours, zoneMinutes] = zoned.exec(moment) ?? [];
	if (hour === undefined) return day;
	const offset = Number(zoneHours) * 60 + Number(zoneMinutes);
	const minutes = Number(hour) * 60 + Number(minute) - (sign === '-' ? -offset : offset);
	return addDays(day, Math.floor(minutes / 1440));
}

/** Learns how a column writes its days, from the cells that are not ambiguous. */
export class DayOrder {
	#isDayFirst = false;
	#isMonthFirst = false;
	#isAmbiguous = false;
	#shortYears: ShortYears | null = null;
	#hasOtherNumbers = false;
	readonly #dayNumbers: number | null;

	/** `dayNumbers` is set for a workbook: numbers count as its days, whatever other numbers the column has. */
	constructor(dayNumbers: number | null = null) {
		this.#dayNumbers = dayNumbers;
	}

	see(cell: string): void {
		const parts = partsOf(cell);
		if (!parts) {
			this.#hasOtherNumbers ||= /^\s*\d{1,7}(?:[.,]\d+)?\s*$/.test(cell) && !isDayNumber(cell.trim());
			return;
		}
		if (parts.last.length === 2) this.#shortYears = widened(this.#shortYears, parts);
		if (parts.isDotted) return;
		const [first, second] = [Number(parts.first), Number(parts.second)];
		if (first > 12) this.#isDayFirst = true;
		else if (second > 12) this.#isMonthFirst = true;
		else if (first !== second) this.#isAmbiguous = true;
	}

	get column(): DayColumn {
		return {
			dayFirst: this.#isDayFirst === this.#isMonthFirst ? null : this.#isDayFirst,
			shortYears: this.#shortYears,
			dayNumbers: this.#dayNumbers ?? (this.#hasOtherNumbers ? null : 0),
		};
	}

	/** Whether the order of day and month matters and no cell has shown it yet. */
	get isOpen(): boolean {
		return this.#isAmbiguous && !this.#isDayFirst && !this.#isMonthFirst;
	}
}
