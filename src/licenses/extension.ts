import { addDays, isDay, laterDay } from '@pointrelease/core/src/text/day.ts';
import { Failure } from '../process/failure.ts';

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
