import type { Framework } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { EvidenceReport } from './evidence.ts';
import { exceptionText } from './exception.ts';
import type { VerdictCounts } from './framework-report.ts';
import { historyParts } from './history-html.ts';
import {
	cardsOf,
	type Element,
	element,
	htmlDocument,
	type Markup,
	stated,
	tableOf,
	value,
} from './markup.ts';

/** Why rows of an export are not used, as the page says it. */
export const leftOutWords = {
	not_macs: 'not a Mac',
	continuation_rows: 'about the Mac of the row before',
	without_serial: 'without a serial number',
	later_contact: 'with a last contact after the export',
	no_sighting: 'without a usable last contact',
	repeated: 'beside another row of the Mac',
	erased: 'erased later',
	after_as_of: 'after the day of the report',
} as const;

/** How many rows of an export are not used, by reason. */
export type LeftOut = Readonly<Record<keyof typeof leftOutWords, number>>;

/** An export that the evidence is based on. */
export interface EvidenceExport {
	readonly name: string;
	readonly sha256: string;
	/** The day of the newest last contact in it; null if it has none. */
	readonly day: string | null;
	/** When its file was last written, which may be when it was copied; null if it is no file. */
	readonly modified: string | null;
	/** The day that rows without a last contact count for. */
	readonly taken: string;
	readonly rows: number;
	/** Rows that are a sighting in the report. */
	readonly rows_used: number;
	readonly not_used: LeftOut;
}

/** Ways to remove something from a history, as the page says them. */
export const erasureWords = {
	forget: 'Macs that were erased',
	'keep-days': 'sightings that were older than to be kept',
	'take-back': 'exports that were taken back',
} as const;
export type ErasureKind = keyof typeof erasureWords;

/** What somebody erased on a day. It names no Mac, because nothing of an erased Mac may stay. */
export interface Erasure {
	readonly day: string;
	/** Who ran the command; null in pseudonymous evidence. */
	readonly by: string | null;
	readonly what: ErasureKind;
	/** Macs of which nothing is left. */
	readonly macs: number;
	/** Exports of which nothing is left. */
	readonly exports: number;
	readonly sightings: number;
}

/** Who made a folder of evidence, when, and from which exports. */
export interface EvidenceOrigin {
	readonly made_at: string;
	/** As its maker stated; null if not stated. */
	readonly made_by: string | null;
	readonly exports: readonly EvidenceExport[];
	/** What was erased from the history before. */
	readonly erased: readonly Erasure[];
}

const mostShown = 1000;

/** Sentences for readers about the limits of evidence. */
const evidenceLimits = [
	'An inventory shows that on a day a Mac said it ran a version. The day of an update lies between two sightings.',
	'Unknown is an answer: a Mac that was not seen around a deadline proves nothing.',
	'Exports may have been left out, and Macs erased, before this folder was made. Ask for the original exports and compare their SHA-256.',
	'A version does not show other software, settings, security responses that an inventory leaves out, scope, or accepted risks.',
	'A signature shows who made this folder and that it is unchanged. It does not show when.',
] as const;

const pseudonymousLimit =
	'Serial numbers are replaced. A model of which you have only a few may still be recognized by people who know the fleet.';
const exceptionLimit = 'An exception is what its owner decided. It does not change a verdict.';

export function evidenceDocument(
	report: EvidenceReport,
	framework: Framework | null,
	origin: EvidenceOrigin,
): string {
	const { macs } = report;
	const asked = ['fail', 'unknown'].flatMap((verdict) => macs.filter((mac) => mac.verdict === verdict));
	const hasExceptions = macs.some(({ exception }) => exception);
	const limits = [
		...evidenceLimits,
		...(hasExceptions ? [exceptionLimit] : []),
		...(report.pseudonymous ? [pseudonymousLimit] : []),
	];
	return htmlDocument('Evidence of updates', [
		element('h1', {}, ...stated`Evidence of updates, as of ${report.as_of}`),
		element('p', {}, ...originSentence(report, origin)),
		...(framework ? frameworkParts(report, framework) : []),
		...(asked.length > 0
			? [
					element('h2', {}, 'Failed and unknown'),
					cardsOf(
						shownOf(asked.length, 'Mac', 'report.json'),
						['Serial number', 'Name', 'Verdict', 'Why', ...(hasExceptions ? ['Exception'] : [])],
						asked
							.slice(0, mostShown)
							.map(({ serial, name, verdict, verdict_reason, exception }) => [
								serial,
								name ?? '',
								verdict,
								verdict_reason,
								...(hasExceptions ? [exceptionText(exception)] : []),
							]),
					),
				]
			: []),
		element('h2', {}, 'History'),
		...historyParts({ ...report, group_by: null, groups: [] }),
		...exportParts(origin),
		...erasedParts(origin),
		element('h2', {}, 'Settings'),
		tableOf('Every single value of report.json', ['Value', 'Is'], singleValues(report)),
		element('h2', {}, 'What this shows, and what it does not'),
		element('ul', {}, ...limits.map((limit) => element('li', {}, limit))),
	]);
}

/** The origin of the folder. */
function originSentence(
	{ macs_seen }: Pick<EvidenceReport, 'macs_seen'>,
	{ made_at, made_by, exports }: EvidenceOrigin,
): Markup[] {
	return stated`Made on ${momentText(made_at)} by ${made_by ?? 'somebody who is not named'}, from ${counted(exports.length, 'export')} with ${counted(macs_seen, 'Mac')}.`;
}

export function originText(...about: Parameters<typeof originSentence>): string {
	return originSentence(...about)
		.map((part) => (typeof part === 'string' ? part : part.children.join('')))
		.join('');
}

/** All members that are not tables: nobody can change a setting in the report without changing the page. */
function singleValues(report: EvidenceReport): string[][] {
	const isTable = (value: unknown) => Array.isArray(value) && typeof value[0] === 'object';
	return Object.entries(report)
		.filter(([name, value]) => !isTable(value) && name !== 'macs')
		.map(([name, value]) => [
			name,
			typeof value === 'string' ? value : JSON.stringify(value).replaceAll(',', ', '),
		]);
}

function exportParts({ exports }: EvidenceOrigin): Element[] {
	if (exports.length === 0) return [];
	return [
		element('h2', {}, 'Exports'),
		cardsOf(
			shownOf(exports.length, 'export', 'manifest.json'),
			['File', 'Newest contact', 'File written', 'Rows', 'SHA-256'],
			exports
				.slice(0, mostShown)
				.map((source) => [
					source.name,
					source.day ?? 'none',
					source.modified === null ? 'not a file' : momentText(source.modified),
					rowsText(source),
					source.sha256,
				]),
		),
	];
}

/** `5 of 8 used; 2 without a serial number; 1 erased later`. */
function rowsText({ rows, rows_used, not_used }: EvidenceExport): string {
	const reasons = Object.entries(leftOutWords).flatMap(([name, words]) => {
		const count = not_used[name as keyof LeftOut];
		return count > 0 ? [`${count} ${words}`] : [];
	});
	return [`${rows_used} of ${rows} used`, ...reasons].join('; ');
}

function erasedParts({ erased }: EvidenceOrigin): Element[] {
	if (erased.length === 0) return [];
	return [
		element('h2', {}, 'Erased before'),
		cardsOf(
			shownOf(erased.length, 'erasure', 'manifest.json'),
			['Day', 'By', 'What', 'Erased'],
			erased
				.slice(0, mostShown)
				.map(({ day, by, what, macs, exports, sightings }) => [
					day,
					by ?? 'not named',
					erasureWords[what],
					[counted(macs, 'Mac'), counted(exports, 'export'), counted(sightings, 'sighting')].join(', '),
				]),
		),
	];
}

function momentText(moment: string): string {
	return `${moment.slice(0, 16).replace('T', ' ')} UTC`;
}

function shownOf(count: number, noun: string, file: string): string {
	return count > mostShown ? `The first ${mostShown} of ${count}; all are in ${file}` : counted(count, noun);
}

function frameworkParts({ verdicts, macs }: EvidenceReport, framework: Framework): Element[] {
	const { name, edition, section, asks, time, reading, notCovered } = framework;
	const count = (verdict: keyof VerdictCounts) => value(String(verdicts?.[verdict] ?? 0), { class: verdict });
	return [
		element('p', {}, element('b', {}, name), `, ${edition}; ${section}`),
		element('p', {}, asks),
		framework.rule === null
			? element('p', {}, `${name} names no time, so that every verdict is unknown.`)
			: element(
					'p',
					{},
					count('pass'),
					...stated` of ${counted(macs.length, 'Mac')} in line with `,
					`${time} of ${name}, as far as sightings show; `,
					count('fail'),
					' failed; ',
					count('unknown'),
					' unknown.',
				),
		element('p', { class: 'soft' }, `Reading: ${reading} Not covered: ${notCovered}.`),
	];
}

/** Explains the folder, and how to check it, to a first-time reader. */
export function readmeText(report: EvidenceReport, origin: EvidenceOrigin): string {
	const { as_of, framework } = report;
	const rule = framework === null ? 'no framework' : framework;
	return [
		`Evidence of macOS updates as of ${as_of}, judged by ${rule} (version 1 of this format).`,
		originText(report, origin),
		'report.html is for people. report.json has the same for programs.',
		'sightings.csv has what the inventories said: which Mac ran which version on which days.',
		'releases.csv has the day of each release and who says so; framework.json has the rule.',
		'exceptions.csv, if it is here, has what the organization accepted. It changes no verdict.',
		'manifest.json has the SHA-256 of every file and of every export; manifest.sig is its signature.',
		'This command checks all of it again from these files, without a network:',
		'  pointrelease fleet verify . --public-key FILE',
		'Get the key, or its fingerprint, from the maker and not from this folder. Without manifest.sig leave it out:',
		'the status is then 3, because anybody may have made the folder.',
		'Exports may have been left out. Ask the maker for the originals, and compare their SHA-256 with manifest.json.',
		'',
	].join('\n');
}
