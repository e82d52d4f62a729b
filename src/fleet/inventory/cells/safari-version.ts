/** The version of a Safari, and its bundle version if the inventory has it; empty texts if it is unknown. */
interface SafariCells {
	readonly version: string;
	readonly build: string;
}

/** Safari's own number, such as `27`, `26.5` or `18.3.1`. */
const versionForm = /^\d{1,2}(?:\.\d{1,2}){0,2}$/;
/** `20624.2.5.18.7`. The number of WebKit that user agents state, `605.1.15`, is no bundle version. */
const buildForm = /^\d{4,5}(?:\.\d{1,4}){1,4}$/;
/** `26.5`, `Safari 26.5`, or `Version 26.5 (20624.2.5.18.7)` as Safari's own window states it. */
const cellForm = /^(?:safari(?:\.app)?\s+)?(?:version\s+)?([\d.]+)(?:\s*\(([\d.]+)\))?$/i;

/**
 * Reads the cells about Safari. A number such as `20624.2.5.18.7` in the column of the version is the bundle version;
 * anything that is neither is unknown, because a wrong version would decide about fixes.
 */
export function readSafari(versionCell: string, buildCell: string): SafariCells {
	const [, number = '', inBrackets = ''] = cellForm.exec(versionCell.trim()) ?? [];
	const version = versionForm.test(number) ? number : '';
	const build = [buildCell.trim(), inBrackets, number].find((text) => buildForm.test(text)) ?? '';
	return { version, build };
}
