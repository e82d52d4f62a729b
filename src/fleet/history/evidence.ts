import type { Framework } from '../../advice/policy/frameworks.ts';
import type { Policy } from '../../advice/policy/policy.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { csvLine } from '../../text/csv.ts';
import { counted } from '../../text/numbers.ts';
import type { PolicyRecord } from '../report/report.ts';
import {
	FrameworkJudge,
	frameworkVerdicts,
	type MacVerdict,
	type VerdictCounts,
} from './framework-report.ts';
import { historyParts } from './history-html.ts';
import { type HistoryAnswer, historyRecord } from './history-report.ts';
import { type Element, element, htmlDocument, tableOf } from './markup.ts';
import type { SeenFleet } from './source.ts';

/** What evidence has to show. */
export interface EvidenceQuestion {
	readonly catalog: Catalog;
	readonly policy: Policy;
	readonly framework: Framework | null;
	readonly unranked: 'critical' | null;
	readonly within: number;
	readonly staleDays: number;
	readonly pseudonymous: boolean;
}

/** The report in a folder of evidence. It follows from the sightings and the data version alone. */
export interface EvidenceReport extends HistoryAnswer {
	readonly as_of: string;
	readonly data_version: string;
	/** As in a history. */
	readonly rules?: number;
	readonly first_seen: string | null;
	readonly last_seen: string | null;
	readonly policy: PolicyRecord | null;
	readonly framework: string | null;
	readonly unranked: 'critical' | null;
	readonly within: number;
	readonly stale_days: number;
	readonly pseudonymous: boolean;
	/** Null without a framework. */
	readonly verdicts: VerdictCounts | null;
	readonly macs: readonly MacVerdict[];
}

export function evidenceReport(seen: SeenFleet, question: EvidenceQuestion): EvidenceReport {
	const fleet = { ...seen, days: daysOf(seen) };
	const { catalog, policy, framework, unranked, within, staleDays, pseudonymous } = question;
	const record = historyRecord(fleet, { catalog, policy, within, staleDays, groupBy: null });
	const { group_by: _, groups: __, ...answer } = record;
	const { verdicts, macs } = framework
		? frameworkVerdicts(fleet, new FrameworkJudge(catalog, framework, policy.asOf, unranked))
		: { verdicts: null, macs: [] };
	return {
		...answer,
		framework: framework?.key ?? null,
		unranked,
		within,
		stale_days: staleDays,
		pseudonymous,
		verdicts,
		macs,
	};
}

/** The first and last days of all runs: an auditor has only these, and must come to the same report. */
function daysOf(fleet: SeenFleet): ReadonlySet<number> {
	const days = new Set<number>();
	for (const { runs } of fleet.timelines()) for (const { first, last } of runs) days.add(first).add(last);
	return days;
}

/** What differs between two reports on the same sightings, in sentences: facts, and the verdicts that rules make of them. */
interface ReportDifferences {
	readonly facts: readonly string[];
	readonly verdicts: readonly string[];
}

export function reportDifferences(stated: EvidenceReport, recomputed: EvidenceReport): ReportDifferences {
	const differing = (members: readonly (keyof EvidenceReport)[]) =>
		members
			.filter((member) => JSON.stringify(stated[member]) !== JSON.stringify(recomputed[member]))
			.map((member) => `${member} differs`);
	const facts = differing(['first_seen', 'last_seen', 'macs_seen', 'policy', 'releases', 'adoption']);
	const verdicts = differing(['verdicts', 'compliance']);
	for (const [index, mac] of recomputed.macs.entries()) {
		const other = stated.macs[index];
		if (!other || other.serial !== mac.serial) {
			facts.push(`the Macs of the report are not those of the sightings, from ${mac.serial} on`);
			break;
		}
		if (other.verdict !== mac.verdict)
			verdicts.push(`${mac.serial}: ${other.verdict} was stated, ${mac.verdict} was found`);
		else if (other.verdict_reason !== mac.verdict_reason) verdicts.push(`${mac.serial}: the reason differs`);
		if (other.name !== mac.name) facts.push(`${mac.serial}: the name differs`);
	}
	if (stated.macs.length > recomputed.macs.length)
		facts.push('the report has Macs that the sightings do not have');
	return { facts, verdicts };
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
	return [['version', 'released', 'confidence', 'cve_list', 'sources'], ...rows]
		.map((row) => `${csvLine(row)}\r\n`)
		.join('');
}

/** The framework of a report, as a file. */
export function frameworkText(framework: Framework | null): string {
	return `${JSON.stringify(framework, null, '\t')}\n`;
}

const mostShown = 1000;

/** What evidence shows and what it does not, for its readers. */
const evidenceLimits = [
	'An inventory shows that on a day a Mac said it ran a version. The day of an update lies between two sightings.',
	'Unknown is an answer: a Mac that was not seen around a deadline proves nothing.',
	'A version does not show other software, settings, security responses that an inventory leaves out, scope, or accepted risks.',
	'A signature shows who made this folder and that it is unchanged. It does not show when.',
] as const;

const pseudonymousLimit =
	'Serial numbers are replaced. A model of which you have only a few may still be recognized by people who know the fleet.';

export function evidenceDocument(report: EvidenceReport, framework: Framework | null): string {
	const { macs } = report;
	const asked = ['fail', 'unknown'].flatMap((verdict) => macs.filter((mac) => mac.verdict === verdict));
	const limits = [...evidenceLimits, ...(report.pseudonymous ? [pseudonymousLimit] : [])];
	return htmlDocument('Evidence of updates', [
		element('h1', {}, `Evidence of updates, as of ${report.as_of}`),
		...(framework ? frameworkParts(report, framework) : []),
		...(asked.length > 0
			? [
					element('h2', {}, 'Failed and unknown'),
					tableOf(
						asked.length > mostShown
							? `The first ${mostShown} of ${asked.length}; all are in report.json`
							: counted(asked.length, 'Mac'),
						['Serial number', 'Name', 'Verdict', 'Why'],
						asked
							.slice(0, mostShown)
							.map(({ serial, name, verdict, verdict_reason }) => [
								serial,
								name ?? '',
								verdict,
								verdict_reason,
							]),
					),
				]
			: []),
		element('h2', {}, 'History'),
		...historyParts({ ...report, group_by: null, groups: [] }),
		element('h2', {}, 'What this shows, and what it does not'),
		element('ul', {}, ...limits.map((limit) => element('li', {}, limit))),
	]);
}

function frameworkParts({ verdicts, macs }: EvidenceReport, framework: Framework): Element[] {
	const { name, edition, section, asks, time, reading, notCovered } = framework;
	const count = (verdict: keyof VerdictCounts) =>
		element('span', { class: verdict }, String(verdicts?.[verdict] ?? 0));
	return [
		element('p', {}, element('b', {}, name), `, ${edition}; ${section}`),
		element('p', {}, asks),
		framework.rule === null
			? element('p', {}, `${name} names no time, so that every verdict is unknown.`)
			: element(
					'p',
					{},
					count('pass'),
					` of ${counted(macs.length, 'Mac')} in line with ${time} of ${name}, as far as sightings show; `,
					count('fail'),
					' failed; ',
					count('unknown'),
					' unknown.',
				),
		element('p', { class: 'soft' }, `Reading: ${reading} Not covered: ${notCovered}.`),
	];
}
