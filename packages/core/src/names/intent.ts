import { isDay } from '../text/day.ts';
import { months } from '../text/day-words.ts';

/** What somebody wants to know, beside the Mac, the version and the CVE. */
export type Intent = 'dropped' | 'end-of-support' | 'macs' | 'macs-by-age' | 'first' | 'latest' | 'builds';

const runs = '(?:runs?|supports?|gets?|takes?|installs?)';
const helpers = '(?: (?:that|which|can|could|will|still|do|does))*';

/** The first that matches is meant. */
const intents: readonly (readonly [Intent, RegExp])[] = [
	[
		'dropped',
		/\b(?:drop(?:s|ped|ping)?|no longer (?:runs?|supports?|gets?)|(?:ca|do|does|wo)n[’']?t (?:run|support|get)|(?:can|do|does|will) ?not (?:run|support|get))\b/i,
	],
	[
		'end-of-support',
		/\b(?:end[\s-]of[\s-](?:support|life)|eol|(?:out of|lose|loses|losing|lost) support|support ends?|unsupported|until when|how long)\b/i,
	],
	[
		'macs',
		new RegExp(
			`\\b(?:(?:which|what|oldest|all|any|my|a|this) macs?${helpers} ${runs}|macs? (?:that|which)(?: can| still)* ${runs}|compatib\\w+|(?:minimum|oldest|supported) macs?(?= for\\b)|(?:system )?requirements?)\\b`,
			'i',
		),
	],
	['macs-by-age', /\b(?:newest|latest|oldest|first) (?:macs?|macintosh)$/i],
	['end-of-support', /\bsupport(?:ed|s)?\b/i],
	['first', /\b(?:oldest|earliest|first|minimum|lowest)\b/i],
	['latest', /\b(?:latest|newest|highest|last|max(?:imum)?(?= (?:mac)?os\b)|current|up to date)\b/i],
	['builds', /\bbuilds?(?: numbers?)?\b/i],
	// What somebody could install is the newest.
	[
		'latest',
		/\b(?:(?:should|can|could|do|to) (?:(?:i|we|you|it) )?|what )(?:run|install|update|upgrade|get)\b/i,
	],
];

/** What a text asks for, and the words that say so. */
export function intentOf(text: string): { readonly intent: Intent; readonly words: RegExp } | null {
	const asked = text.trim().replace(/\s+/g, ' ');
	const [intent, words] = intents.find(([, words]) => words.test(asked)) ?? [];
	return intent && words ? { intent, words } : null;
}

/** Words of a question that belong to no part. */
const fillers: ReadonlySet<string> = new Set(
	"a about affected against am an and and/or any are available be best by can can't cannot come comes came could date did do does fix fixed fixes for from get gets go has have how i in install installed installs is it its long mac macs me my need new newer no not number of on or os our out patched please put release released run running runs safe sale should show sold still support take takes tell than that the their then there this to update updates upgrade upgrades use version versions vulnerable want was we were what what's whats when where which who will with won't would you your".split(
		' ',
	),
);

/** Names of the system before its version: "mac" alone may be a Mac. */
const system = /\b(?:mac ?os(?: x)?|os ?x|system(?: software)?|version)\b/gi;

/** The words of the rest of a question that may be the name of a Mac. */
export function wordsOfName(text: string): { readonly words: string[]; readonly telling: string[] } {
	const words = text.replace(system, ' ').split(/\s+/).filter(Boolean);
	return { words, telling: words.filter((word) => !fillers.has(word.toLowerCase())) };
}

const month = `(?:${months.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)}|\\.)?`).join('|')}|sept\\.?)`;
const date = `(?:(?<iso>\\d{4}-\\d\\d-\\d\\d)|(?<day>\\d{1,2})(?:st|nd|rd|th)? (?:of )?(?<month>${month}),? (?<year>\\d{4})|(?<before>${month}) (?<after>\\d{1,2})(?:st|nd|rd|th)?,? (?<of>\\d{4}))`;
const dateInText = new RegExp(`(?:\\b(?:on|as of|at|by) )?\\b${date}(?=$|[\\s?!.,])`, 'i');

/** A day that a search names ("macOS on 1 July 2012"), and the text without it; a day alone asks for the latest release. */
export function dayAsked(text: string): { readonly day: string; readonly rest: string } | null {
	const found = dateInText.exec(text);
	if (!found) return null;
	const { iso, day, month, year, before, after, of } = found.groups!;
	const number = months.findIndex((name) =>
		name.toLowerCase().startsWith((month ?? before ?? '').slice(0, 3).toLowerCase()),
	);
	const asked =
		iso ?? `${year ?? of}-${String(number + 1).padStart(2, '0')}-${(day ?? after)!.padStart(2, '0')}`;
	if (!isDay(asked)) return null;
	const rest = text.replace(found[0], ' ').replace(/\s+/g, ' ').trim();
	const isBare = intentOf(rest) === null && wordsOfName(rest.replace(/[?!.,]/g, ' ')).telling.length === 0;
	return { day: asked, rest: isBare ? 'latest macOS' : rest };
}

const yearInText = /\b(?:(?:in|during|of) ((?:19|20)\d\d)|(this|last|next) year)\b/i;

/** The year that a text asks about, and the text without it. */
export function yearAsked(
	text: string,
	today: string,
): { readonly year: string; readonly rest: string } | null {
	const [words, named, relative] = yearInText.exec(text) ?? [];
	if (words === undefined) return null;
	const moved = { last: -1, this: 0, next: 1 }[(relative ?? 'this').toLowerCase()] ?? 0;
	return { year: named ?? String(Number(today.slice(0, 4)) + moved), rest: text.replace(words, ' ') };
}
