const unit = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** From 15m to 31d: what `readDuration` reads. */
export const durationShape =
	/^0*(?:(?:1[5-9]|[2-9]\d|[1-9]\d{2,3}|[1-3]\d{4}|4[0-3]\d{3}|44[0-5]\d{2}|446[0-3]\d|44640)m|(?:[1-9]\d?|[1-6]\d{2}|7[0-3]\d|74[0-4])h|(?:[1-9]|[12]\d|3[01])d)$/;

export const durationExpected = 'a time from 15m to 31d, such as 24h';

/** Milliseconds of a text such as `24h`; null if it is not one, too short or too long. */
export function readDuration(text: string): number | null {
	if (!durationShape.test(text)) return null;
	return Number(text.slice(0, -1)) * unit[text.at(-1) as keyof typeof unit];
}

/** The same time in words: `24 hours`. */
export function durationWords(milliseconds: number): string {
	const minutes = Math.round(milliseconds / unit.m);
	const [count, word] =
		minutes < 60
			? [minutes, 'minute']
			: minutes < 2880
				? [Math.round(minutes / 60), 'hour']
				: [Math.round(minutes / 1440), 'day'];
	return `${count} ${word}${count === 1 ? '' : 's'}`;
}
