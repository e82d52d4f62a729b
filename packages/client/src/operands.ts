/**
 * A path such as `/items/{item}` has several operations, which differ by what stands in it. A method that sent what
 * belongs to another one would return another record than its type says, so it refuses that before a request.
 */
const version = /^\d+(?:\.\d+)*$/;

/** Without types a version may be a number, which lost its last zeros: 10.10 is 10.1. */
const isText = (given: unknown) => typeof given === 'string';

function shown(given: unknown): string {
	return isText(given) ? JSON.stringify(given) : `the ${typeof given} ${given}`;
}

export function readVersion(text: string): string {
	if (isText(text) && version.test(text)) return text;
	throw new TypeError(
		`latestOfMajor takes a version such as 14 or 10.15, not ${shown(text)}: for a Mac use latestOfBoard or majorsOfBoard`,
	);
}

export function readMajor(text: string): string {
	if (isText(text) && !/^\d+(?:\.\d+){2,}$/.test(text)) return text;
	throw new TypeError(
		`latestOfBoard takes a major version such as 14 or 10.15, not ${shown(text)}: for a release use nextOfBoard`,
	);
}

export function readBoard(text: string): string {
	if (isText(text) && !version.test(text) && !text.includes(':')) return text;
	throw new TypeError(
		`majorsOfBoard takes a Mac such as J293AP or Mac14,2, not ${shown(text)}: for a version use latestOfMajor or boardsOfVersion, for both latestOfBoard or nextOfBoard`,
	);
}

/**
 * The service takes one or two components for a major; with a third one of zero they name the release. One component
 * below 11 is neither, and the service says so.
 */
export function readRelease(text: string): string {
	if (!isText(text)) throw new TypeError(`nextOfBoard takes a version such as 14.7.2, not ${shown(text)}`);
	const components = text.split('.').length;
	if (components === 1 && Number(text) >= 11) return `${text}.0.0`;
	return components === 2 ? `${text}.0` : text;
}
