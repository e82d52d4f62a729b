import { lateWords } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import { escapeMarkup } from '@pointrelease/core/src/text/markup.ts';
import type { Comparison } from './comparison.ts';
import { headline } from './headline.ts';
import type { CompactMac, CompactReport } from './report.ts';
import { type ShownColumn, shownCell, shownColumns } from './shown-columns.ts';
import { placesOf } from './worst-first.ts';

/** The place of the data in the built template. */
export const reportMark = '{{report}}';
/** The place of the table for browsers without JavaScript. */
export const tableMark = '{{table}}';

/** Browsers are slow to open a file with more Macs. */
export const mostInHtml = 100_000;

/**
 * The report as one file: the built template with the data in it. No text in the data can close the element around it, and
 * the content security policy of the template forbids running it.
 */
export function htmlReport(template: string, report: CompactReport, comparison: Comparison | null): string {
	return [...htmlPieces(template, report, comparison)].join('');
}

/** The same in pieces: made as one text, the page of 20,000 Macs takes 100 MB. */
export function* htmlPieces(
	template: string,
	report: CompactReport,
	comparison: Comparison | null,
): Generator<string> {
	const dataAt = template.indexOf(reportMark);
	const tableAt = template.indexOf(tableMark);
	let tableEnd = 0;
	// The table comes before the data.
	if (tableAt >= 0) {
		yield template.slice(0, tableAt);
		yield* plainTable(report);
		tableEnd = tableAt + tableMark.length;
	}
	yield template.slice(tableEnd, dataAt);
	for (const piece of reportPieces(report, comparison)) yield piece.replaceAll('<', '\\u003c');
	yield template.slice(dataAt + reportMark.length);
}

/** The Macs in each piece of text. */
const macsPerPiece = 500;

/** The report as the JSON that the page reads, in pieces. */
export function* reportPieces(
	{ macs, ...head }: CompactReport,
	comparison: Comparison | null,
): Generator<string> {
	yield `{"report":${JSON.stringify({ ...head, macs: [] }).slice(0, -2)}`;
	for (let at = 0; at < macs.length; at += macsPerPiece)
		yield `${at === 0 ? '' : ','}${JSON.stringify(macs.slice(at, at + macsPerPiece)).slice(1, -1)}`;
	yield `]},"comparison":${JSON.stringify(comparison)}}`;
}

/** In another order than on the page: what tells Macs apart comes first. */
const columns = (
	[
		'name',
		'serial',
		'model',
		'version',
		'what_to_do',
		'deadline',
		'overdue',
		'missing',
		'exploited',
		'seen',
		'late',
		'late_step',
		'why',
	] as const
).map((id): ShownColumn => shownColumns[id]);

/** A table of all Macs, the worst first, for browsers without JavaScript. */
function* plainTable(report: CompactReport): Generator<string> {
	const { as_of, policy, summary, answers, macs, kept_columns = [] } = report;
	const hasPolicy = policy !== null;
	const places = placesOf(answers, hasPolicy);
	const ordered = macs.toSorted((a, b) => places[a[5]]! - places[b[5]]!);
	const rowOf = ([, , name, serial, seen, number, keptCells = []]: CompactMac) => {
		const mac = { name, serial, seen, result: answers[number]!, hasPolicy };
		return line('td', [...columns.map((column) => shownCell(column, mac)), ...keptCells]);
	};
	const sums = headline(summary, hasPolicy).map(({ text }) => escapeMarkup(text));
	const late = lateWords(summary.late_reasons ?? {});
	yield `<h1>Fleet report ${as_of}</h1>\n<p>${sums.join('')}</p>\n${late && `<p>${escapeMarkup(late)}.</p>\n`}${ownedTable(summary)}<table>\n`;
	yield `<thead>${line('th', [...columns.map(({ title }) => title), ...kept_columns])}</thead>\n<tbody>\n`;
	for (let at = 0; at < ordered.length; at += macsPerPiece)
		yield `${ordered
			.slice(at, at + macsPerPiece)
			.map((mac) => `${rowOf(mac)}\n`)
			.join('')}`;
	yield '</tbody>\n</table>';
}

/** A table of the owned Macs that are in no inventory; empty without any. */
function ownedTable({ not_in_inventory: absent }: CompactReport['summary']): string {
	if (!absent || absent.length === 0) return '';
	const rows = absent.map(({ serial, model, ordered, status }) =>
		line('td', [serial, model, ordered, status]),
	);
	const { serial, model } = shownColumns;
	const head = line('th', [serial.title, model.title, 'Ordered', 'Status']);
	return `<h2>Owned, and in no inventory</h2>\n<table>\n<thead>${head}</thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>\n`;
}

function line(tag: 'td' | 'th', cells: readonly (string | number | null)[]): string {
	return `<tr>${cells.map((cell) => `<${tag}>${escapeMarkup(String(cell ?? ''))}</${tag}>`).join('')}</tr>`;
}
