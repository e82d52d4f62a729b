/** How much JSON from a stranger may hold. Its values take far more memory than its text. */
export interface JsonLimits {
	/** The most lists and objects inside each other. */
	readonly depth: number;
	readonly values: number;
}

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The limit that a text goes beyond, or null. Call this before the text is parsed. */
export function exceededLimit(
	json: string,
	{ depth: deepest, values: most }: JsonLimits,
): keyof JsonLimits | null {
	let depth = 0;
	let values = 1;
	let inText = false;
	for (let at = 0; at < json.length; at++) {
		const code = json.charCodeAt(at);
		if (inText) {
			if (code === backslash) at++;
			else if (code === quote) inText = false;
			continue;
		}
		if (code === quote) inText = true;
		else if (code === openList || code === openObject) {
			values++;
			if (++depth > deepest) return 'depth';
		} else if (code === closeList || code === closeObject) depth--;
		else if (code === comma) values++;
		if (values > most) return 'values';
	}
	return null;
}
