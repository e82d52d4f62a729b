import type { Framework } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import type { Verdict } from '@pointrelease/core/src/advice/policy/rule.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { csvLine } from '@pointrelease/core/src/text/csv.ts';
import { dayNumber } from '@pointrelease/core/src/text/day.ts';
import { exceededLimit, type JsonLimits } from '@pointrelease/core/src/text/json-limits.ts';
import { type Exception, type Exceptions, exceptionOf } from './exception.ts';
import {
	FrameworkJudge,
	frameworkVerdicts,
	type MacVerdict,
	type VerdictCounts,
} from './framework-report.ts';
import { type HistoryRecord, historyRecord, periodOf } from './history-report.ts';
import type { SeenFleet } from './source.ts';
import { lastDayOf } from './timelines.ts';

/** The question that a folder of evidence answers. */
export interface EvidenceQuestion {
	readonly catalog: Catalog;
	readonly policy: Policy;
	/** The first day of the period; the default is a year before the day of the policy. */
	readonly from?: string | undefined;
	readonly framework: Framework | null;
	readonly unranked: 'critical' | null;
	readonly within: number;
	readonly staleDays: number;
	readonly pseudonymous: boolean;
	readonly exceptions: Exceptions;
}

/** An exception for a Mac of the report, with its verdict; null without a framework. */
export interface EvidenceException extends Exception {
	readonly serial: string;
	readonly verdict: Verdict | null;
}

/** The verdict on a Mac, with its exception. */
export interface EvidenceMac extends MacVerdict {
	readonly exception: Exception | null;
}

/** The report in a folder of evidence. An auditor can compute it from the sightings, the exceptions and the data version. */
export interface EvidenceReport extends Omit<HistoryRecord, 'group_by' | 'groups' | 'trend'> {
	readonly framework: string | null;
	readonly unranked: 'critical' | null;
	readonly within: number;
	readonly pseudonymous: boolean;
	/** Null without a framework. */
	readonly verdicts: VerdictCounts | null;
	readonly exceptions: readonly EvidenceException[];
	readonly macs: readonly EvidenceMac[];
}

export function evidenceReport(seen: SeenFleet, question: EvidenceQuestion): EvidenceReport {
	// An auditor has sightings and no exports, so the report has no trend.
	const { exportDays: _exports, ...sightings } = seen;
	const fleet = { ...sightings, days: daysOf(seen) };
	const { catalog, policy, from, framework, unranked, within, staleDays, pseudonymous, exceptions } =
		question;
	const record = historyRecord(fleet, {
		catalog,
		policy,
		from,
		within,
		staleDays,
		groupBy: null,
		exceptions,
	});
	const { group_by: _, groups: __, ...answer } = record;
	const { verdicts, macs } = framework
		? frameworkVerdicts(
				fleet,
				new FrameworkJudge(catalog, framework, policy.asOf, unranked),
				periodOf(from, policy.asOf),
			)
		: { verdicts: null, macs: [] };
	const judged = macs.map((mac) => Object.assign(mac, { exception: exceptionOf(exceptions, mac.serial) }));
	return {
		...answer,
		framework: framework?.key ?? null,
		unranked,
		within,
		pseudonymous,
		verdicts,
		exceptions: framework
			? judged.flatMap(({ serial, verdict, exception }) =>
					exception ? [{ serial, verdict, ...exception }] : [],
				)
			: exceptionsIn(fleet, question),
		macs: judged,
	};
}

/** The exceptions for Macs of a period that no framework judged. */
function exceptionsIn(fleet: SeenFleet, { exceptions, from, policy }: EvidenceQuestion): EvidenceException[] {
	if (exceptions.size === 0) return [];
	const firstDay = dayNumber(periodOf(from, policy.asOf).from);
	return Array.from(fleet.timelines()).flatMap((timeline) => {
		const mac = fleet.mac(timeline.mac);
		const exception = exceptionOf(exceptions, mac.serial);
		const isInPeriod = (lastDayOf(timeline, mac) ?? firstDay) >= firstDay;
		return exception && isInPeriod ? [{ serial: mac.serial, verdict: null, ...exception }] : [];
	});
}

/** The first and last days of all runs. An auditor has no other days, and must compute the same report. */
function daysOf(fleet: SeenFleet): ReadonlySet<number> {
	const days = new Set<number>();
	for (const { runs } of fleet.timelines()) for (const { first, last } of runs) days.add(first).add(last);
	return days;
}

/** The text before the Macs in a printed report. They are its last member. */
const macsMark = '\n\t"macs": [';

/**
 * The text of a report file, in pieces: the same as `JSON.stringify` with tabs. A report has only one valid text, so that
 * nobody can hide a member in it. As one text, a report on 100,000 Macs takes 26 MB.
 */
export function* printReport({ macs, ...head }: EvidenceReport): Generator<string> {
	const text = JSON.stringify({ ...head, macs: [] }, null, '\t');
	yield text.slice(0, text.lastIndexOf(macsMark) + macsMark.length);
	for (const [index, mac] of macs.entries())
		yield `${index === 0 ? '' : ','}\n\t\t${JSON.stringify(mac, null, '\t').replaceAll('\n', '\n\t\t')}`;
	yield `${macs.length === 0 ? '' : '\n\t'}]\n}\n`;
}

/** The longest head of a report that is read: 100,000 Macs that were not seen for long take half of it. */
const longestHead = 32 * 1024 * 1024;
/** A report of 500,000 Macs has fewer values, and none is nested deeper. */
const reportLimits: JsonLimits = { depth: 16, values: 10_000_000 };

/** Reads a report without its Macs from the pieces of its text; null if the text has another form. */
export function readReportHead(pieces: Iterable<string>): unknown {
	const head: string[] = [];
	let length = 0;
	/** The last characters, which may be the beginning of the mark. */
	let end = '';
	for (const piece of pieces) {
		const text = end + piece;
		const mark = text.indexOf(macsMark);
		if (mark !== -1) return parseReport(`${head.join('')}${text.slice(0, mark)}${macsMark}]}`);
		end = text.slice(-macsMark.length);
		head.push(text.slice(0, text.length - end.length));
		length += piece.length;
		if (length > longestHead) return null;
	}
	return null;
}

/** Reads the text of a report; null if it is not JSON, or more than any report holds. */
export function parseReport(text: string): unknown {
	if (exceededLimit(text, reportLimits)) return null;
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

/** As many lines are listed; the last one says how many more there are. */
const mostLines = 20;

/** How a stated report differs from the one that was computed again, in lines: which Macs, or else that numbers differ. */
export function reportDifferences(stated: EvidenceReport, recomputed: EvidenceReport): string[] {
	const lines: string[] = [];
	for (let at = 0; at < Math.max(stated.macs.length, recomputed.macs.length); at++) {
		const [theirs, ours] = [stated.macs[at], recomputed.macs[at]];
		if (theirs?.serial !== ours?.serial) {
			lines.push(`report.json has other Macs than the sightings, from ${(ours ?? theirs)!.serial} on`);
			break;
		}
		if (theirs!.verdict !== ours!.verdict)
			lines.push(`${ours!.serial}: ${theirs!.verdict} was stated, ${ours!.verdict} was found`);
		else if (JSON.stringify(theirs) !== JSON.stringify(ours))
			lines.push(`${ours!.serial}: the verdict is the same, what is stated about it is not`);
	}
	if (lines.length === 0) return ['report.json states other numbers than the sightings give'];
	const rest = lines.length - mostLines;
	return rest > 0 ? [...lines.slice(0, mostLines), `${rest} more`] : lines;
}

/** The releases that a report uses, with their days and sources. */
export function releasesTable(catalog: Catalog, asOf: string): string {
	const rows = [...catalog.releases.values()]
		.filter(({ released, parsed }) => released <= asOf && parsed.era === 'modern')
		.map(({ version, released, confidence, sources }) => [
			version,
			released,
			confidence,
			catalog.security.lists.get(version)?.state ?? 'unknown',
			sources.map((source) => catalog.sources.get(source.split(':')[0]!)?.name ?? source).join('; '),
		]);
	return table([['version', 'released', 'confidence', 'cve_list', 'sources'], ...rows]);
}

/** The columns of a table of exceptions. */
export const exceptionColumns = ['serial', 'reason', 'owner', 'until'] as const;

/** The exceptions for Macs of a report; null if there are none. */
export function exceptionsTable({ exceptions }: EvidenceReport): string | null {
	const rows = exceptions.map(({ serial, reason, owner, until }) => [serial, reason, owner, until]);
	return rows.length > 0 ? table([exceptionColumns, ...rows]) : null;
}

function table(rows: readonly (readonly string[])[]): string {
	return rows.map((row) => `${csvLine(row)}\r\n`).join('');
}

/** The framework of a report, as a file. */
export function frameworkText(framework: Framework | null): string {
	return `${JSON.stringify(framework, null, '\t')}\n`;
}
