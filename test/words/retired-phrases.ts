interface RetiredPhrase {
	readonly pattern: string;
	/** What to write instead. */
	readonly use: string;
}

/** Retired everywhere, besides the words that the glossary replaces: unusual phrases, and British spelling. */
export const retiredPhrases: readonly RetiredPhrase[] = [
	{
		pattern: '(?<!there )(?:is|are) no(?! (?:longer|more than|different|less|fewer|need|one\\b))',
		use: 'is not a',
	},
	{ pattern: 'whoever|whomever', use: 'who, anyone who, or the subject itself' },
	{ pattern: 'any more|no more(?! than)', use: 'no longer' },
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

/** Retired in comments and test names: a maintainer has to read such a sentence twice. */
export const retiredInSources: readonly RetiredPhrase[] = [
	{ pattern: 'that which', use: 'the noun' },
	{ pattern: 'of which nothing|of whom nothing', use: 'without, or with every … empty' },
	{ pattern: 'as it is and nothing', use: 'unchanged' },
	{ pattern: '(?<!there )(?:is|are|was|were) none(?! of)', use: 'is not a …' },
	{ pattern: 'where (?:there (?:is|are|was|were)|not|none|nothing|nobody|somebody)', use: 'if' },
	{ pattern: '(?<=^ ?|[.:] )(?:One|Those) (?:that|whose|which|who)', use: 'the noun' },
	{ pattern: 'whom', use: 'the active voice' },
	{ pattern: 'of nobody', use: 'of no other …' },
	{ pattern: 'at hand', use: 'current, or available' },
	{ pattern: 'learnt', use: 'learned' },
];
