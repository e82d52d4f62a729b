import type { CompactMac, CompactReport } from '../../../fleet/report/report.ts';
import { yieldTurn } from '../../../process/yield-turn.ts';

/**
 * A report as the worker sends it. A browser takes a message apart on the page's own thread: a hundred thousand small lists
 * keep it from drawing for as long as it takes to read the whole file, one text and one list of numbers do not.
 */
export interface WiredReport extends Omit<CompactReport, 'macs'> {
	/** File, row and answer of each Mac. */
	readonly numbers: Uint32Array<ArrayBuffer>;
	/** Name, serial number, last contact and carried columns of each Mac, in pieces of `macsOfPiece` Macs. */
	readonly texts: readonly string[];
}

const separator = '\0';
/** Of a Mac without carried columns. */
const [ownNumbers, ownTexts] = [3, 3];
/** A slow phone takes one apart in less than people notice. */
const macsOfPiece = 10_000;

export function wireReport({ macs, ...report }: CompactReport): WiredReport {
	const columns = report.kept_columns?.length ?? 0;
	const numbers = new Uint32Array(macs.length * ownNumbers);
	const pieces: string[] = [];
	let texts: string[] = [];
	for (const [at, [file, row, name, serial, seen, answer, kept = []]] of macs.entries()) {
		numbers.set([file, row, answer], at * ownNumbers);
		texts.push(clean(name), clean(serial), seen ?? '');
		for (let column = 0; column < columns; column++) texts.push(clean(kept[column] ?? ''));
		if ((at + 1) % macsOfPiece === 0 || at === macs.length - 1) {
			pieces.push(texts.join(separator));
			texts = [];
		}
	}
	return { ...report, numbers, texts: pieces };
}

/** Takes it apart piece by piece. Between two, and before what is done with the report, the page answers and draws. */
export async function unwireReport({ numbers, texts, ...report }: WiredReport): Promise<CompactReport> {
	const columns = report.kept_columns?.length ?? 0;
	const macs: CompactMac[] = [];
	for (const piece of texts) {
		const parts = piece.split(separator);
		for (let text = 0; text < parts.length; text += ownTexts + columns) {
			const number = macs.length * ownNumbers;
			const own = [numbers[number]!, numbers[number + 1]!, parts[text]!, parts[text + 1]!] as const;
			const seen = parts[text + 2] || null;
			const answer = numbers[number + 2]!;
			const first = text + ownTexts;
			macs.push(
				columns > 0 ? [...own, seen, answer, parts.slice(first, first + columns)] : [...own, seen, answer],
			);
		}
		await yieldTurn();
	}
	return { ...report, macs };
}

/** No inventory means anything by this character. */
function clean(text: string): string {
	return text.includes(separator) ? text.replaceAll(separator, '\ufffd') : text;
}
