import type { Catalog } from '../catalog/catalog.ts';
import { fold } from '../catalog/identifier.ts';
import { matchBoards } from './find-boards.ts';
import { wordsOf } from './words.ts';

/** Why something that people ask for is not in the tables, and what to ask for instead. */
interface NotListed {
	readonly sentence: string;
	/** Names that are listed. */
	readonly instead: readonly string[];
}

const askFor = 'search for its model identifier (Mac14,2) or the number on its case (A2337)';

/**
 * Explains a text without a Mac: an identifier or a clone that is left out on purpose, a serial number, or an order number. Close names
 * would be those of other Macs. Null for any other text.
 */
export function notListed(catalog: Catalog, text: string): NotListed | null {
	const reason = reasonOfLeavingOut(catalog, text);
	if (reason !== null) return { sentence: `it is left out on purpose: ${reason}`, instead: [] };
	const listed = (name: string) => (matchBoards(catalog, name) ? [name] : []);
	for (const word of text.trim().split(/[\s:]+/)) {
		const [, order] = orderNumber.exec(word) ?? [];
		if (order) {
			const instead = listed(order);
			const what = `${word} is an order number`;
			return instead.length > 0
				? { sentence: `${what}: search for ${order}`, instead }
				: { sentence: `${what}, which is not recorded here: ${askFor}`, instead };
		}
		const [, printed] = earlySerial.exec(word) ?? [];
		const instead = printed ? listed(printed) : [];
		if (instead.length > 0)
			return {
				sentence: `${word} looks like a serial number of 1984 to 1988, which ends in the number of the Mac: search for ${instead[0]}`,
				instead,
			};
		if (isSerial(word))
			return {
				sentence: `${word} looks like a serial number, which names one computer and no model: ${askFor}`,
				instead: [],
			};
	}
	return null;
}

/** `MGN63LL/A`: what was ordered, with the region. Those of classic Macs begin with a number that is listed (`M5880LL/A`). */
const orderNumber = /^([MFNPZ][A-Z0-9]{3,4})(?:[A-Z]{1,2})\/[A-Z]$/i;
/** `F4210JPM0001`: factory, year, week, a number, and the model or order number. */
const earlySerial = /^[A-Z]\d{3}[A-Z0-9]{2,4}(M\d{4}[A-Z]?)$/i;
/** Without I and O, and with the S that bar codes begin with. Model identifiers have a comma, boards a hyphen. */
const serial = /^S?[A-HJ-NP-Z0-9]{10,12}$/i;

function isSerial(word: string): boolean {
	const digits = word.replace(/\D/g, '').length;
	return serial.test(word) && digits >= 2 && word.length - digits >= 2;
}

/** The longest name that is left out has three words. */
const mostWords = 3;

/** Why the text, or a name in it, is left out; however its words are put together: "Power Center" is PowerCenter. */
function reasonOfLeavingOut({ excluded }: Catalog, text: string): string | null {
	const whole = excluded.get(fold(text.trim()));
	if (whole !== undefined) return whole;
	const words = wordsOf(text);
	for (let from = 0; from < words.length; from++)
		for (let count = mostWords; count > 0; count--) {
			const named = words.slice(from, from + count);
			const reason = excluded.get(named.join(' ')) ?? excluded.get(named.join(''));
			if (reason !== undefined) return reason;
		}
	return null;
}
