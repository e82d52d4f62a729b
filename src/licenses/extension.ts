import { addDays, dayAt, dayTextAt, isDay, laterDay, parseDay } from '@pointrelease/core/src/text/day.ts';
import { Failure } from '../process/failure.ts';
import { checkExpires } from './license.ts';

/** How much longer a license works. */
export interface Extension {
	readonly count: number;
	readonly unit: 'd' | 'm' | 'y';
}

const most = { d: 3650, m: 120, y: 10 } as const;

/** `30d`, `1m` or `1y`; null if the text is none, or more than ten years. */
export function readExtension(text: string): Extension | null {
	const [, digits = '', unit] = /^([1-9]\d{0,3})([dmy])$/.exec(text) ?? [];
	const extension = { count: Number(digits), unit: unit as Extension['unit'] };
	return unit !== undefined && extension.count <= most[extension.unit] ? extension : null;
}

/**
 * The last day after an extension, counted from the last day so far, or from today if that has passed: nobody pays for
 * days that are gone. A day that the month lacks is the last of that month.
 */
export function extendedDay(
	{ id, expires }: { readonly id: string; readonly expires: string | null },
	{ count, unit }: Extension,
	today: string,
): string {
	if (expires === null) throw new Failure('no-end', `${id} has no last day, so there is nothing to extend`);
	const from = laterDay(expires, today);
	if (unit === 'd') return addDays(from, count);
	const months =
		Number(from.slice(0, 4)) * 12 + Number(from.slice(5, 7)) - 1 + (unit === 'y' ? 12 : 1) * count;
	const month = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
	for (let day = Number(from.slice(8)); ; day--) {
		const text = `${month}-${String(day).padStart(2, '0')}`;
		if (isDay(text)) return text;
	}
}

/** The last day that a person names: a day that has not passed, or `never` for no end, which gives null. */
export function namedLastDay(expires: string, now = Date.now()): string | null {
	if (expires === 'never') return null;
	if (parseDay(checkExpires(expires))! >= dayAt(now)) return expires;
	throw new Failure('bad-date', `${expires} is in the past: to end a license, revoke it`);
}

/** The new last day of a license: one that is named, or so much longer. Exactly one of both is given. */
export function newLastDay(
	license: { readonly id: string; readonly expires: string | null },
	{ by, until }: { readonly by?: string | undefined; readonly until?: string | undefined },
	now = Date.now(),
): string | null {
	if ((by === undefined) === (until === undefined))
		throw new Failure('bad-arguments', 'until when? Give either how much longer, such as 1m, or a day');
	if (until !== undefined) return namedLastDay(until, now);
	const extension = readExtension(by!);
	if (extension) return extendedDay(license, extension, dayTextAt(now));
	throw new Failure(
		'bad-arguments',
		`${JSON.stringify(by!.slice(0, 20))} is not a time: expected 30d, 1m or 1y, ten years at most`,
	);
}
