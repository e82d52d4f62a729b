const unit = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const [least, most] = [15 * unit.m, 31 * unit.d];

export const durationExpected = 'a time from 15m to 31d, such as 24h';

/** Milliseconds of a text such as `24h`; null if it is not one, too short or too long. */
export function readDuration(text: string): number | null {
	const [, count, letter] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
	if (count === undefined) return null;
	const milliseconds = Number(count) * unit[letter as keyof typeof unit];
	return milliseconds >= least && milliseconds <= most ? milliseconds : null;
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
