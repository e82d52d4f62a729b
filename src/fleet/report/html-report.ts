import { escaped } from '../history/markup.ts';
import type { Comparison } from './comparison.ts';
import { headline } from './headline.ts';
import type { CompactMac, CompactReport } from './report.ts';
import { placesOf } from './worst-first.ts';
import { whyWords } from './worst-macs.ts';

/** Where the data goes in the built template. */
export const reportMark = '{{report}}';
/** Where the table goes that a browser without JavaScript shows. */
export const tableMark = '{{table}}';

/** More Macs make a file that browsers are slow to open; the table is made for so many. */
export const mostInHtml = 100_000;

/**
 * The report as one file: the built template with the data in it. No text of the data can end the element it
 * stands in, and the policy of the file lets nothing of it run.
 */
export function htmlReport(template: string, report: CompactReport, comparison: Comparison | null): string {
	const data = JSON.stringify({ report, comparison }).replaceAll('<', '\\u003c');
	const withData = filled(template, reportMark, data);
	// The table stands before the data, where no text of the data can be taken for its mark.
	return template.includes(tableMark) ? filled(withData, tableMark, plainTable(report)) : withData;
}

function filled(template: string, mark: string, text: string): string {
	const at = template.indexOf(mark);
	return template.slice(0, at) + text + template.slice(at + mark.length);
}

const heads = [
	...['Name', 'Serial number', 'Model', 'Version', 'Update to', 'Deadline', 'Days overdue', 'Missing fixes'],
	...['Exploited', 'Last seen', 'Problem'],
];

/** Every Mac in a table that needs no script, the worst first. */
function plainTable(report: CompactReport): string {
	const { as_of, policy, summary, answers, macs, kept_columns = [] } = report;
	const hasPolicy = policy !== null;
	const places = placesOf(answers, hasPolicy);
	const ordered = macs.toSorted((a, b) => places[a[5]]! - places[b[5]]!);
	const rowOf = ([, , name, serial, seen, number, kept = []]: CompactMac) => {
		const answer = answers[number]!;
		return line('td', [
			...[name, serial, answer.model_name ?? answer.model, answer.version, answer.target_version],
			...[answer.deadline, answer.days_overdue, answer.missing_count, answer.exploited_missing_count, seen],
			...[whyWords(answer, hasPolicy), ...kept],
		]);
	};
	const rows = ordered.map(rowOf).join('\n');
	const sums = headline(summary, hasPolicy).map(({ text }) => escaped(text));
	const table = `<table>\n<thead>${line('th', [...heads, ...kept_columns])}</thead>\n<tbody>\n${rows}\n</tbody>\n</table>`;
	return `<h1>Fleet report ${as_of}</h1>\n<p>${sums.join('')}</p>\n${ownedTable(summary)}${table}`;
}

/** The owned Macs that no inventory has; nothing if there are none. */
function ownedTable({ not_in_inventory: absent }: CompactReport['summary']): string {
	if (!absent || absent.length === 0) return '';
	const rows = absent.map(({ serial, model, ordered, status }) =>
		line('td', [serial, model, ordered, status]),
	);
	const head = line('th', ['Serial number', 'Model', 'Ordered', 'Status']);
	return `<h2>Owned, and in no inventory</h2>\n<table>\n<thead>${head}</thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>\n`;
}

function line(tag: 'td' | 'th', cells: readonly (string | number | null)[]): string {
	return `<tr>${cells.map((cell) => `<${tag}>${escaped(String(cell ?? ''))}</${tag}>`).join('')}</tr>`;
}
