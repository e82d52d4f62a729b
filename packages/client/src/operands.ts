/**
 * A path such as `/items/{item}` has several operations, which differ by what stands in it. A method that sent what
 * belongs to another one would return another record than its type says, so it refuses that before a request.
 */
const version = /^\d+(?:\.\d+)*$/;

export function readVersion(text: string): string {
	if (version.test(text)) return text;
	throw new TypeError(
		`latestOfMajor takes a version such as 14 or 10.15, not ${JSON.stringify(text)}: for a Mac use latestOfBoard or majorsOfBoard`,
	);
}

export function readMajor(text: string): string {
	if (!/^\d+(?:\.\d+){2,}$/.test(text)) return text;
	throw new TypeError(
		`latestOfBoard takes a major version such as 14 or 10.15, not ${JSON.stringify(text)}: for a release use nextOfBoard`,
	);
}

export function readBoard(text: string): string {
	if (!version.test(text) && !String(text).includes(':')) return text;
	throw new TypeError(
		`majorsOfBoard takes a Mac such as J293AP or Mac14,2, not ${JSON.stringify(text)}: for a version use latestOfMajor or boardsOfVersion, for both latestOfBoard or nextOfBoard`,
	);
}
