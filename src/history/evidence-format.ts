/** The version of the format of a folder. */
export const formatVersion = 1;
export const manifestName = 'manifest.json';
export const signatureName = 'manifest.sig';

/** The files of a folder besides manifest and signature, in order. Only the last one may be missing. */
export const fileNames = {
	always: [
		'README.txt',
		'framework.json',
		'releases.csv',
		'report.html',
		'report.json',
		'sightings.csv',
		'summary.html',
	],
	exceptions: 'exceptions.csv',
} as const;

/** A line of text without a space at an end. */
export const makerShape = /^(?!\s)[^\p{Cc}\p{Cf}\u2028\u2029]{1,200}(?<!\s)$/u;

/** Whether a line of text can name the maker of a folder. */
export function isMaker(text: string): boolean {
	return makerShape.test(text);
}
