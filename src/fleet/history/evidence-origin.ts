import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { EvidenceReport } from './evidence.ts';
import { type Stated, stated } from './stated.ts';

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

/** `5 of 8 used; 2 without a serial number; 1 erased later`. */
export function rowsText({ rows, rows_used, not_used }: EvidenceExport): string {
	const reasons = Object.entries(leftOutWords).flatMap(([name, words]) => {
		const count = not_used[name as keyof LeftOut];
		return count > 0 ? [`${count} ${words}`] : [];
	});
	return [`${rows_used} of ${rows} used`, ...reasons].join('; ');
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

/** The sentence about the origin of the folder. */
export function originSentence(
	{ macs_seen }: Pick<EvidenceReport, 'macs_seen'>,
	{ made_at, made_by, exports }: EvidenceOrigin,
): Stated {
	return stated`Made on ${momentText(made_at)} by ${made_by ?? 'somebody who is not named'}, from ${counted(exports.length, 'export')} with ${counted(macs_seen, 'Mac')}.`;
}

export function momentText(moment: string): string {
	return `${moment.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Explains the folder, and how to check it, to a first-time reader. */
export function readmeText(report: EvidenceReport, origin: EvidenceOrigin): string {
	const { as_of, framework } = report;
	const rule = framework === null ? 'no framework' : framework;
	return [
		`Evidence of macOS updates as of ${as_of}, judged by ${rule} (version 1 of this format).`,
		originSentence(report, origin).join(''),
		'summary.html is one sheet for everybody, report.html is for people who check. report.json has the same for programs.',
		'sightings.csv has what the inventories said: which Mac ran which version on which days.',
		'releases.csv has the day of each release and who says so; framework.json has the rule.',
		'exceptions.csv, if it is here, has what the organization accepted. It changes no verdict.',
		'manifest.json has the SHA-256 of every file and of every export; manifest.sig is its signature.',
		'This command checks all of it again from these files, without a network:',
		'  pointrelease fleet verify . --public-key FILE',
		'Get the key, or its fingerprint, from the maker and not from this folder. Without manifest.sig leave it out:',
		'the status is then 3, because anybody may have made the folder.',
		'Exports may have been left out. Ask the maker for the originals. This says which of their rows are here:',
		'  pointrelease fleet verify . --export FILE',
		'',
	].join('\n');
}
