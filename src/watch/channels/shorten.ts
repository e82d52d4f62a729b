import { visible } from '@pointrelease/core/src/text/visible.ts';

/** The size of a text in the unit of a limit. */
type SizeOf = (text: string) => number;

const lengthOf: SizeOf = (text) => text.length;

export const bytesOf: SizeOf = (text) => Buffer.byteLength(text);

const end = '…';

/** The text on one line, cut to a size, never inside a character. */
export function shortened(text: string, most: number, sizeOf: SizeOf = lengthOf): string {
	const line = visible(text)
		.replace(/(?<!\s)\s*[\n\r\t]\s*/g, ' ')
		.trim();
	if (sizeOf(line) <= most) return line;
	const characters = Array.from(line);
	const fits = longest(
		characters.length,
		(count) => sizeOf(characters.slice(0, count).join('') + end) <= most,
	);
	return characters.slice(0, fits).join('').trimEnd() + end;
}

/** Names that no service takes for an address: `.local` and its like are no domains of the Internet. */
const localName = /^(?!www\.)[\w-]+\.(?:local|lan|internal)$/i;

/**
 * The name of a Mac in which no chat service or mail program finds an address to link: its user chose the name, and the
 * message is ours. A zero-width character stands after the colon of a scheme, before `@`, and before the dots of a host name.
 */
function unlinked(name: string): string {
	if (localName.test(name)) return name;
	return name
		.replace(/(?<=\p{L}):(?=\S)/gu, ':\u200b')
		.replace(/(?<=[^\s\u200b])[@.\u3002\uff0e\uff61](?=[\p{L}\p{N}])/gu, '\u200b$&');
}

/** `a, b and 14 more`: as many of the names as fit. Empty without names. */
export function shortenedList(names: readonly string[], most: number, sizeOf: SizeOf = lengthOf): string {
	const shown = names.map((name) => unlinked(shortened(name, 100)));
	const listed = (count: number) => {
		const hiddenCount = shown.length - count;
		if (hiddenCount === 0) return shown.join(', ');
		return count === 0
			? `${hiddenCount} Macs`
			: `${shown.slice(0, count).join(', ')} and ${hiddenCount} more`;
	};
	return listed(longest(shown.length, (count) => sizeOf(listed(count)) <= most));
}

/** Draws a message with a smaller and smaller share of its content, from 1 down, until it fits into so many bytes. */
export function withinBytes(most: number, draw: (share: number) => string): string {
	for (let share = 1; ; share /= 2) {
		const drawn = draw(share);
		if (bytesOf(drawn) <= most || share < 0.01) return drawn;
	}
}

/** The largest number up to `most` that fits, if smaller ones fit, too; 0 if none does. */
function longest(most: number, fits: (count: number) => boolean): number {
	let low = 0;
	let high = most;
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (fits(middle)) low = middle;
		else high = middle - 1;
	}
	return low;
}
