import { describe, expect, test } from 'bun:test';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { parseCsv } from '@pointrelease/core/src/text/csv.ts';
import { asOf } from '../../../test/fleet/fleet-of.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { Fleet, type Mac } from '../fleet.ts';
import { openInventory } from '../inventory/open-inventory.ts';
import { htmlReport, reportMark, tableMark } from './html-report.ts';
import { compactReport, expandReport, macsOf, policyRecord, type ReportHead, recordText } from './report.ts';
import { cellsOf, ResultTable, tableHeads } from './result-table.ts';

const columns = ['Site', 'Owner'];
const text = `Name,Serial,Model,OS Version,Last Check-in,Site,Owner
Anna,S1,"Mac14,2",14.7.2,2026-11-01,Ulm,anna
"a ""b"", <c>",,"Mac14,2",14.7.2,,,
=1+1,S3,Zebra,15.1,2026-01-09,"'Bonn, rear ",+x
 padded ,-4,"iMac12,1",10.13.6,2026-08-31,;,@y
${'n'.repeat(310)},é,"Mac16,1",15.3.1,2026-10-10,"two
lines",z
a\x7fb,S6,"Mac14,2",14.7.2,,~,
`;

async function* inOnePiece(text: string): AsyncGenerator<Uint8Array> {
	yield new TextEncoder().encode(text);
}

/** The Macs of an inventory, and its result table. */
async function printed(file = 'a, file', rows = text, keep = columns) {
	const fleet = new Fleet({
		catalog: shipped,
		policy: policyOf(asOf, { behind: 1, graceDays: 14 }),
		staleDays: 30,
		groupBy: 0,
	});
	const inventory = await openInventory(inOnePiece(rows), {}, { keep });
	const macs: Mac[] = [];
	const table = tableOf(keep);
	await fleet.read(file, inventory, (mac) => {
		table.add(mac);
		macs.push(mac);
	});
	return { macs, table: table.text(), summary: fleet.end().summary };
}

function tableOf(keep = columns) {
	let written = '';
	const table = new ResultTable((text) => {
		written += text;
	}, keep);
	return Object.assign(table, {
		text() {
			table.end();
			return written;
		},
	});
}

const rowsOf = (table: string) =>
	parseCsv(table)
		.slice(1)
		.map(({ cells }) => cells);

const head: ReportHead = {
	data_version: 'x',
	rules: 3,
	as_of: asOf,
	policy: null,
	files: ['other', 'a, file'],
	stale_days: 30,
	kept_columns: columns,
};

describe('a report says the same in every form', () => {
	test('the table written row by row is the table of all Macs', async () => {
		const { macs, table } = await printed();
		const again = tableOf();
		for (const mac of macs) again.add(mac);
		expect(again.text()).toBe(table);
		expect(table.split('\r\n')[0]).toBe(tableHeads(columns).join(','));
		const names = rowsOf(table).map((row) => row.slice(0, 5).join('|'));
		expect(names).toEqual([
			'a, file|1|Anna|S1|2026-11-01',
			'a, file|2|a "b", <c>||',
			"a, file|3|'=1+1|S3|2026-01-09",
			"a, file|4|padded|'-4|2026-08-31",
			`a, file|5|${'n'.repeat(300)}|é|2026-10-10`,
			'a, file|6|a b|S6|',
		]);
	});

	test('the cells of a workbook are those of the table', async () => {
		const { macs, table } = await printed();
		const rows = rowsOf(table);
		for (const [at, mac] of macs.entries()) {
			const cells = cellsOf(mac).map((cell) => (cell === null ? '' : String(cell)));
			expect(rows[at]!.map((cell) => cell.replace(/^'(?=[=+@'-])/, ''))).toEqual(cells);
		}
	});

	test('records printed one by one are those of the compact report', async () => {
		const { macs, summary } = await printed();
		const judged = macs.map(
			(mac, at): Mac =>
				at === 0 ? { ...mac, verdict: { verdict: 'fail', verdict_reason: 'late', exception: null } } : mac,
		);
		const compact = compactReport(head, summary, macs);
		const { macs: records, ...rest } = expandReport(compact);
		expect(rest).toEqual({ ...head, summary });
		expect(macs.map((mac) => JSON.parse(recordText(mac, columns)))).toEqual(
			JSON.parse(JSON.stringify(records)),
		);
		expect(JSON.parse(recordText(judged[0]!, []))).toMatchObject({
			name: 'Anna',
			verdict: 'fail',
			exception: null,
		});
		expect(JSON.parse(recordText(judged[0]!, []))).not.toHaveProperty('kept');
		expect(JSON.parse(recordText({ ...macs[1]!, keptCells: [] }, columns))).toMatchObject({
			name: 'a "b", <c>',
			serial: null,
			seen: null,
			kept: { Site: '', Owner: '' },
		});
		expect(compact.macs[0]!.slice(0, 2)).toEqual([1, 1]);
		expect([...macsOf(compact)].map((mac) => recordText(mac, columns))).toEqual(
			macs.map((mac) => recordText(mac, columns)),
		);
	});
});

test('groups are those of the column to group by', async () => {
	const { summary } = await printed();
	expect(summary.groups!.map(({ label, macs }) => `${label}: ${macs}`)).toEqual([
		"'Bonn, rear: 1",
		'(none): 1',
		';: 1',
		'Ulm: 1',
		'two lines: 1',
		'~: 1',
	]);
});

test('a table written in many pieces is complete, even with long names of files', async () => {
	const { macs } = await printed('f'.repeat(400_000));
	const table = tableOf();
	for (let at = 0; at < 3; at++) for (const mac of macs) table.add({ ...mac, row: 10 ** at * 9 });
	const rows = table.text().split('\r\n').slice(1, -1);
	expect(rows.map((row) => row.slice(399_999, 400_006).replace(/[a-z '].*/, ''))).toHaveLength(18);
	for (const [at, row] of rows.entries())
		expect(row.slice(399_999).startsWith(`f,${10 ** Math.floor(at / 6) * 9},`)).toBe(true);
});

test('a row of the longest cells is complete', async () => {
	const keep = Array.from({ length: 12 }, (_, at) => `c${at}`);
	const longest = `"""${'中'.repeat(299)}"`;
	const cells = [longest, longest, '"Mac14,2"', '14.1', '2026-11-01', ...keep.map(() => longest)];
	const rows = `Name,Serial,Model,OS Version,Last Check-in,${keep}\n${cells}\n`;
	const lastRow = ({ table }: { table: string }) => table.slice(table.indexOf('\r\n') + 2);
	const short = lastRow(await printed('f', rows, keep));
	const more = 'f'.repeat(256 * 1024 + 1 - Buffer.byteLength(short));
	expect(lastRow(await printed(`${more}f`, rows, keep)) === more + short).toBe(true);
});

test('the page of a report is its template with the data, which cannot close an element', () => {
	const page = htmlReport(`<a>${reportMark}</a>`, { name: '</script>', macs: [] } as never, null);
	expect(page).toBe('<a>{"report":{"name":"\\u003c/script>","macs":[]},"comparison":null}</a>');
});

test('without JavaScript a page has all Macs in a table, worst first, with their texts escaped', async () => {
	const { macs, summary } = await printed();
	const policy = { ...head, policy: policyRecord(policyOf(asOf, { behind: 1, graceDays: 14 })) };
	const named = macs.map((mac, at) =>
		at === 0 ? { ...mac, name: `<b>${tableMark}${reportMark}</b>` } : mac,
	);
	const template = `<noscript>${tableMark}</noscript><script>${reportMark}</script>`;
	const compact = compactReport(policy, summary, named);
	const page = htmlReport(template, compact, null);
	const [, table = '', data] = /^<noscript>(.*)<\/noscript><script>(.*)<\/script>$/s.exec(page) ?? [];
	const rows = table.split('\n').filter((line) => line.startsWith('<tr><td>'));
	expect(rows).toHaveLength(macs.length);
	expect(rows[0]).toStartWith('<tr><td>&#60;b&#62;{{table}}{{report}}&#60;/b&#62;</td><td>S1</td>');
	// The name of the model, not its identifier.
	expect(rows[0]).toContain('</td><td>MacBook Air (M2, 2022)</td><td>14.7.2</td><td>Update to 26.7.2</td>');
	expect(rows[0]).toEndWith('<td>exposed (fix available), overdue</td><td>Ulm</td><td>anna</td></tr>');
	expect(JSON.parse(data!).report.macs).toHaveLength(macs.length);
	// Also if the table is the beginning of the page.
	expect(htmlReport(`${tableMark}${reportMark}`, compact, null)).toBe(`${table}${data}`);
});
