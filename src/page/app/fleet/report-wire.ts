import type { CompactMac, CompactReport } from '../../../fleet/report/report.ts';
import { yieldTurn } from '../../../process/yield-turn.ts';

/**
 * A report as the worker sends it. The browser decodes messages on the page's thread: 100,000 Macs as lists block it for 40
 * to 110 ms (two Intel cores; a slow phone takes several times that), packed texts and numbers for 5 ms.
 */
export interface WiredReport extends Omit<CompactReport, 'macs'> {
	/** The file, row and answer of each Mac. */
	readonly numbers: Uint32Array<ArrayBuffer>;
	/** Name, serial number, last contact and kept columns of the Macs, `macsOfPiece` Macs in each text. */
	readonly texts: readonly string[];
}

const separator = '\0';
/** How many numbers and texts a Mac has without kept columns. */
const [numbersOfMac, textsOfMac] = [3, 3];
/** The page yields after each piece, which takes 2 to 19 ms on two Intel cores. */
const macsOfPiece = 10_000;

export function wireReport({ macs, ...report }: CompactReport): WiredReport {
	const columns = report.kept_columns?.length ?? 0;
	const numbers = new Uint32Array(macs.length * numbersOfMac);
	const pieces: string[] = [];
	let texts: string[] = [];
	for (const [at, [file, row, name, serial, seen, answer, values = []]] of macs.entries()) {
		numbers.set([file, row, answer], at * numbersOfMac);
		texts.push(clean(name), clean(serial), seen ?? '');
		for (let column = 0; column < columns; column++) texts.push(clean(values[column] ?? ''));
		if ((at + 1) % macsOfPiece === 0 || at === macs.length - 1) {
			pieces.push(texts.join(separator));
			texts = [];
		}
	}
	return { ...report, numbers, texts: pieces };
}

/** Unpacks the report piece by piece. After each piece the page can draw and handle input. */
export async function unwireReport({ numbers, texts, ...report }: WiredReport): Promise<CompactReport> {
	const columns = report.kept_columns?.length ?? 0;
	const macs: CompactMac[] = [];
	for (const piece of texts) {
		const parts = piece.split(separator);
		for (let text = 0; text < parts.length; text += textsOfMac + columns) {
			const number = macs.length * numbersOfMac;
			const mac = [numbers[number]!, numbers[number + 1]!, parts[text]!, parts[text + 1]!] as const;
			const seen = parts[text + 2] || null;
			const answer = numbers[number + 2]!;
			const first = text + textsOfMac;
			macs.push(
				columns > 0 ? [...mac, seen, answer, parts.slice(first, first + columns)] : [...mac, seen, answer],
			);
		}
		await yieldTurn();
	}
	return { ...report, macs };
}

/** Replaces the separator, which no inventory uses. */
function clean(text: string): string {
	return text.includes(separator) ? text.replaceAll(separator, '\ufffd') : text;
}
