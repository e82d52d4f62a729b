import type { Comparison } from './comparison.ts';
import type { CompactReport } from './report.ts';

/** Where the data goes in the built template. */
export const reportMark = '{{report}}';

/** More Macs make a file that browsers are slow to open; the table is made for so many. */
export const mostInHtml = 100_000;

/**
 * The report as one file: the built template with the data in it. No text of the data can end the element it
 * stands in, and the policy of the file lets nothing of it run.
 */
export function htmlReport(template: string, report: CompactReport, comparison: Comparison | null): string {
	const data = JSON.stringify({ report, comparison }).replaceAll('<', '\\u003c');
	const at = template.indexOf(reportMark);
	return template.slice(0, at) + data + template.slice(at + reportMark.length);
}
