/**
 * What a terminal would obey instead of showing: control characters, and those that reorder or hide text, with which
 * one name can be made to look like another. Line breaks and tabs stay.
 */
const unseen =
	/[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g;

/** The text with each of them spelled out as `\u202e`: nothing is lost, and inside JSON it means the same. */
export function visible(text: string): string {
	return text.replace(unseen, (character) =>
		Array.from(
			{ length: character.length },
			(_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
		).join(''),
	);
}

/** The detail of a problem as people read it: programs are told without a capital and a full stop. */
export function sentence(text: string): string {
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
