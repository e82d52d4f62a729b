/** The parts of an answer that can be left out. */
export const parts = [
	'Access-Control-Allow-Origin',
	'Access-Control-Expose-Headers',
	'X-Content-Type-Options',
	'Cache-Control',
	'Last-Modified',
	'Data-Version',
	'ETag',
	'the count of usage',
	'conditional headers',
	'the word that a connection is closed',
	'fairness',
	'the check of the key',
] as const;

export type Part = (typeof parts)[number] | 'Content-Type';
