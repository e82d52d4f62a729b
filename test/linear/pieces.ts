/** What a shape has many of. */
export interface Piece {
	readonly name: string;
	/** Repeated, or the pieces by their number. */
	readonly text: string | ((number: number) => string);
	/** Repeated as often after all pieces: it closes what they open. */
	readonly close?: string;
}

const repeated = (texts: Readonly<Record<string, string>>): Piece[] =>
	Object.entries(texts).map(([name, text]) => ({ name, text }));

const nested = (texts: Readonly<Record<string, readonly [open: string, close: string]>>): Piece[] =>
	Object.entries(texts).map(([name, [text, close]]) => ({ name, text, close }));

const numbered = (texts: Readonly<Record<string, (number: number) => string>>): Piece[] =>
	Object.entries(texts).map(([name, text]) => ({ name, text }));

/** Sixty pieces. With the places of `shapes.ts` they make 300 shapes for each reader. */
export const pieces: readonly Piece[] = [
	// Marks that tables, documents and addresses are cut at.
	...repeated({
		'quotation marks': '"',
		'pairs of quotation marks': '""',
		'quotation marks that open': ',"',
		'quotation marks that open lines': '\n"',
		'quoted cells': '"a",',
		commas: ',',
		semicolons: ';',
		'line feeds': '\n',
		'carriage returns': '\r',
		'both line ends': '\r\n',
		'short rows': 'a,b\n',
		'lines of one letter': 'x\n',
		tabs: '\t',
		blanks: ' ',
		'blanks and words': 'a  ',
		'byte order marks': '\ufeff',
		'zero bytes': '\0',
		backslashes: '\\',
		'escaped quotation marks': '\\"',
		'unknown characters': '\ufffd',
		'halves of characters': '\ud800',
		'wide letters': '\uff2d\uff41\uff43 ',
		'letters that grow when they are folded': '\u0130\u00df\ufb03',
	}),
	// Documents.
	...nested({
		'nested lists': ['[', ']'],
		'nested objects': ['{"a":', '}'],
		'nested elements': ['<a>', '</a>'],
		'nested lists of property lists': ['<array>', '</array>'],
		'nested brackets': ['(', ')'],
	}),
	...repeated({
		'lists that open': '[',
		'objects that open': '{"a":[',
		'empty objects': '{},',
		'members with one name': '"a":1,',
		'tags that open': '<c ',
		'empty tags': '<a/>',
		attributes: ' a="b"',
		entities: '&amp;',
		'numbered entities': '&#x41;',
		'entities that never end': '&#',
		comments: '<!-- -->',
		'comments that never end': '<!--',
		'sections of characters': '<![CDATA[a]]>',
	}),
	...numbered({
		'members with different names': (number) => `"m${number}":${number},`,
		'cells that are different': (number) => `c${number},`,
		'rows that are different': (number) =>
			`n${number},C02${number}X,"Mac14,2",14.${number % 9},2026-11-01,d${number}\n`,
		'rows about one Mac': (number) => `n,C02A,J413AP,14.7.${number},2026-11-01,d\n`,
		'records that are different': (number) => `{"serial":"C02${number}X","model":"Mac14,${number}"},`,
		'words that are different': (number) => `w${number.toString(36)} `,
		'parameters that are different': (number) => `&p${number}=${number}`,
	}),
	// Versions, numbers, days and names.
	...repeated({
		digits: '7',
		zeros: '0',
		'parts of a version': '1.',
		'versions in a row': '14.7.2 ',
		'minus signs': '-',
		'days in a row': '2026-11-19T',
		'numbers of CVEs': 'CVE-2026-1234 ',
		'dotted names': 'com.apple.',
		'parts of an address': 'a@b.',
		'models in a row': 'MacBook Pro 13-inch ',
		'parts of a path': '../',
		'encoded parts of a path': '%2e%2F',
	}),
];
