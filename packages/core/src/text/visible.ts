/**
 * Control characters, which a terminal would execute, and characters that reorder or hide text, which make one name look
 * like another. Line breaks and tabs are not included.
 */
const unseen =
	/[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g;

/** Writes each of them as an escape such as `\u202e`. Inside JSON the text means the same. */
export function visible(text: string): string {
	return text.replace(unseen, (character) =>
		Array.from(
			{ length: character.length },
			(_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
		).join(''),
	);
}

/** The detail of a problem as a sentence. The API sends it without capital and full stop. */
export function sentence(text: string): string {
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
