interface RetiredPhrase {
	readonly pattern: string;
	/** What to write instead. */
	readonly use: string;
}

/** Retired in text for users, besides the words that the glossary replaces: unusual phrases, and British spelling. */
export const retiredPhrases: readonly RetiredPhrase[] = [
	{
		pattern: '(?<!there )(?:is|are) no(?! (?:longer|more than|different|less|fewer|need|one\\b))',
		use: 'is not a',
	},
	{ pattern: 'whoever|whomever', use: 'who, anyone who, or the subject itself' },
	{ pattern: 'any more|no more(?! than)', use: 'no longer' },
	{ pattern: 'after reading this page', use: 'what the page is about' },
	{ pattern: 'anew', use: 'again' },
	{ pattern: 'mend|mends|mended|mending', use: 'fix' },
	{ pattern: 'is dear|are dear|dear', use: 'expensive' },
	{ pattern: 'sound', use: 'valid' },
	{ pattern: 'doubtful', use: 'uncertain' },
	{ pattern: 'tells? (?:\\w+ )?apart|told apart', use: 'distinguish' },
	{ pattern: 'held against|holds? (?:it|them) against', use: 'compare' },
	{ pattern: 'foot of the page', use: 'footer' },
	{ pattern: 'works travel|travels? with (?:it|the program|this program)', use: 'third-party licenses' },
	{ pattern: 'reckons?|reckoned', use: 'calculate' },
	{ pattern: "nobody's", use: 'no other' },
	{ pattern: 'e-mails?', use: 'email' },
	{ pattern: 'catalogues?', use: 'catalog' },
	{ pattern: 'spelt|misspelt', use: 'spelled' },
	{ pattern: 'colou?rs?(?<!colors?)', use: 'color' },
	{ pattern: 'behaviours?', use: 'behavior' },
	{ pattern: 'honours?|honoured', use: 'honor' },
	{ pattern: 'licences?', use: 'license' },
	{
		pattern: '(?:author|normal|recogn|organ|serial|summar|minim|optim)is(?:e|es|ed|ing|ation)',
		use: 'the spelling with z',
	},
];
