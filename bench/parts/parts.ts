/** The parts of an answer that can be left out. */
export const parts = [
	'X-Content-Type-Options',
	'Cache-Control',
	'Last-Modified',
	'Data-Version',
	'ETag',
	'the count of usage',
	'conditional headers',
	'the look whether a browser asks',
	'the word that a connection is closed',
	'fairness',
	'the check of the key',
] as const;

/** Sent to browsers alone, after a look at who asks; the other way is to send them to everybody and not to look. */
export const forEverybody = 'Access-Control-Allow-Origin and Access-Control-Expose-Headers for everybody';

export type Part = (typeof parts)[number] | typeof forEverybody | 'Content-Type';
