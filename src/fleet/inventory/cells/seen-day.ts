import { addDays } from '../../../text/day.ts';

/** What is known beside the text of a day. */
export interface DayContext {
	/** The day that `3 days ago` counts from. */
	readonly asOf: string;
	/** How the column writes its days; null where no cell of it tells. */
	readonly dayFirst: boolean | null;
}

/** By how they begin in English, German, French and Spanish, without accents. */
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
 * The day of the last contact, as an export writes it. Null if the cell has no date, if it is the zero of a clock, or
 * if day and month may be swapped.
 */
export function seenDay(text: string, context: DayContext): string | null {
	const day = readDay(text, context);
	return day !== null && day >= '1990-01-01' ? day : null;
}

function readDay(text: string, { asOf, dayFirst }: DayContext): string | null {
	const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text);
	if (iso) return dayOf(iso[1]!, iso[2]!, iso[3]!);
	const kanji = /^(\d{4})年\s?(\d{1,2})月\s?(\d{1,2})日/.exec(text);
	if (kanji) return dayOf(kanji[1]!, kanji[2]!, kanji[3]!);
	const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})(?!\d)/.exec(text);
	if (compact) return dayOf(compact[1]!, compact[2]!, compact[3]!);
	if (/^\d{9,10}(?:\.\d+)?$/.test(text)) return new Date(Number(text) * 1000).toISOString().slice(0, 10);
	if (/^\d{12,13}$/.test(text)) return new Date(Number(text)).toISOString().slice(0, 10);
	const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/.exec(text);
	if (dotted) return dayOf(dotted[3]!, dotted[2]!, dotted[1]!);
	const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d\d)(?!\d)/.exec(text);
	if (slashed) {
		const [, first, second, short] = slashed as unknown as [string, string, string, string];
		const year = short.length === 2 ? `20${short}` : short;
		if (Number(first) > 12) return dayOf(year, second, first);
		if (Number(second) > 12 || first === second) return dayOf(year, first, second);
		if (dayFirst !== null) return dayFirst ? dayOf(year, second, first) : dayOf(year, first, second);
		// Only where the month comes first is noon between AM and PM.
		return /[ap]m\b/i.test(text) ? dayOf(year, first, second) : null;
	}
	return namedDay(text) ?? relativeDay(text, asOf);
}

/** `Nov 1, 2026`, `Sun Nov 1 10:00:00 UTC 2026`; `1 November 2026`, `01-Nov-2026`, `1. Dezember 2026`, `1 de mayo de 2026`. */
function namedDay(text: string): string | null {
	const plain = withoutAccents(text);
	const named =
		/^(?:[a-z]{3,10}\.?,? )?(?:([a-z]{3,10})\.? (\d{1,2}),?(?: [\d:]{5,8}(?: [a-z]{2,5})?)?|(\d{1,2})\.?[ -](?:de )?([a-z]{3,10})\.?,?)[ -](?:de )?(\d{4})(?!\d)/.exec(
			plain,
		);
	if (!named) return null;
	const month = months.findIndex((name) => name.test((named[1] ?? named[4])!)) + 1;
	return dayOf(named[5]!, String(month), (named[2] ?? named[3])!);
}

/** Days in each unit, by how it begins. A Mac that was seen minutes ago was seen today. */
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
	const said =
		/^(?:about |over |almost )?(\d{1,4}|an?|one)\s?([^\s\d]+) ago\b/.exec(plain) ??
		/^(?:vor|il y a|hace) (\d{1,4}|einem|einer|un|une|una)\s?([^\s\d]+)/.exec(plain) ??
		/^(\d{1,4})\s?(\D{1,2})前/.exec(plain);
	const unit = said && units.find(([name]) => name.test(said[2]!));
	if (!said || !unit) return null;
	return addDays(asOf, -unit[1] * (Number(said[1]) || 1));
}

function withoutAccents(text: string): string {
	return text
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

/** The hour of a moment and how far its zone is ahead of UTC: `T23:30:00+10:00`, ` 05:00:00 -0700`. */
const zoned = /[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)? ?([+-])(\d{2}):?(\d{2})$/;

/**
 * The day in UTC of a moment that was written with the clock of another zone; the day as it is where no zone is named.
 * At 5 in the morning in Sydney it is still the day before.
 */
export function utcDay(day: string, moment: string): string {
	const [, hour, minute, sign, zoneHours, zoneMinutes] = zoned.exec(moment) ?? [];
	if (hour === undefined) return day;
	const ahead = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1);
	const minutes = Number(hour) * 60 + Number(minute) - ahead;
	return addDays(day, Math.floor(minutes / 1440));
}

const slashed = /^\s*(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d\d)(?!\d)/;

/** Finds out whether a column writes its days day first, from cells that can mean nothing else. */
export class DayOrder {
	#isDayFirst = false;
	#isMonthFirst = false;
	#isAmbiguous = false;

	see(cell: string): void {
		const parts = slashed.exec(cell);
		if (!parts) return;
		if (Number(parts[1]) > 12) this.#isDayFirst = true;
		else if (Number(parts[2]) > 12) this.#isMonthFirst = true;
		else if (Number(parts[1]) !== Number(parts[2])) this.#isAmbiguous = true;
	}

	/** Null where no cell tells, or where they contradict each other. */
	get dayFirst(): boolean | null {
		return this.#isDayFirst === this.#isMonthFirst ? null : this.#isDayFirst;
	}

	/** The order of day and month is still open, and matters: further cells may settle it. */
	get isOpen(): boolean {
		return this.#isAmbiguous && !this.#isDayFirst && !this.#isMonthFirst;
	}
}
