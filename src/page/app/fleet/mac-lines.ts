import { verdictWords } from '@pointrelease/core/src/advice/verdict-words.ts';
import { inWords } from '@pointrelease/core/src/text/day-words.ts';
import { counted, grouped } from '@pointrelease/core/src/text/numbers.ts';
import { type MacResult, whatToDo } from '../../../fleet/judging/mac-result.ts';
import { countedKinds as kinds } from '../../../fleet/report/mac-kinds.ts';
import { type CompactReport, macsOf } from '../../../fleet/report/report.ts';

/** The report with only the Macs at these indices, in this order. */
export function reportOf(report: CompactReport, shown: readonly number[]): CompactReport {
	return { ...report, macs: shown.map((number) => report.macs[number]!) };
}

/** The shown Macs as text to paste into a message: a line about the report, then a line for each Mac. */
export function macLines(report: CompactReport, shown: readonly number[]): string {
	const total = counted(report.macs.length, 'Mac', 'Macs', grouped(report.macs.length));
	const name = report.policy?.name;
	const head = [
		shown.length === report.macs.length ? total : `${grouped(shown.length)} of ${total}`,
		report.files.join(', '),
		inWords(report.as_of),
		...(report.policy ? [name ? `policy ${name}` : 'custom policy'] : []),
	];
	const lines = [...macsOf(reportOf(report, shown))].map(({ name, serial, judgment }) =>
		[name || serial || 'no name', ...factsOf(judgment.answer!)].join(' · '),
	);
	return [head.join(' · '), ...lines, ''].join('\n');
}

function factsOf(answer: MacResult): string[] {
	const { model_name, model, version, build, days_overdue } = answer;
	const { exploited_missing_count: exploited, fixed_elsewhere_exploited_count: elsewhere } = answer;
	return [
		model_name ?? model ?? 'unknown model',
		version ?? build ?? 'unknown version',
		whatToDo(answer),
		...(days_overdue === null ? [] : [`${kinds.overdue.label} ${counted(days_overdue, 'day')}`]),
		...(exploited ? [counted(exploited, 'exploited vulnerability', 'exploited vulnerabilities')] : []),
		...(elsewhere ? [`${elsewhere} ${verdictWords.fixedOnlyInNewer}`] : []),
	];
}
