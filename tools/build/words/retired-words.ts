import { readFileSync } from 'node:fs';
import { retiredPhrases } from './retired-phrases.ts';
import { filesWithUserText, userTextOf, withoutMachineNames } from './user-text.ts';

/** A row of the glossary: a term, its meaning, and the words that the term replaces. */
interface Term {
	readonly term: string;
	readonly meaning: string;
	readonly instead: string;
}

export function readGlossary(root: string): Term[] {
	const glossary = readFileSync(`${root}/docs/glossary.md`, 'utf8');
	return [...glossary.matchAll(/^\| ([^|]+) \| ([^|]+) \|([^|]*)\|$/gm)]
		.map(([, term, meaning, instead]) => ({ term: term!, meaning: meaning!, instead: instead!.trim() }))
		.filter(({ term }) => term !== 'term' && !/^-+$/.test(term));
}

/** What a text has of the retired words and phrases, each with what to write instead. */
type FindRetired = (text: string) => string[];

export function retiredFinder(terms: readonly Term[]): FindRetired {
	const replaced = terms.flatMap(({ term, instead }) =>
		(instead === '' ? [] : instead.split(', ')).map((word) => ({ pattern: word, use: term })),
	);
	const expressions = [...replaced, ...retiredPhrases].map(({ pattern, use }) => ({
		expression: new RegExp(`(?<![\\w'-])(?:${pattern})(?![\\w-])`, 'i'),
		use,
	}));
	return (text) => {
		const words = withoutMachineNames(text);
		return expressions.flatMap(({ expression, use }) => {
			const match = expression.exec(words);
			return match ? [`"${match[0]}": write ${use}`] : [];
		});
	};
}

/** Every retired word in the text for users, a line each: file, line, word, and what to write instead. */
export function retiredInProject(root: string): string[] {
	const findRetired = retiredFinder(readGlossary(root));
	return filesWithUserText(root).flatMap((path) =>
		userTextOf(root, path).flatMap(({ line, text }) =>
			findRetired(text).map((finding) => `${path}:${line}: ${finding}`),
		),
	);
}
