import { gzipSync, zipSync } from 'fflate';
import { Fleet } from '../../../src/fleet/fleet.ts';
import { openInventory } from '../../../src/fleet/inventory/open-inventory.ts';
import { compareReports } from '../../../src/fleet/report/comparison.ts';
import { judgeAgain } from '../../../src/fleet/report/judge-again.ts';
import { recordText } from '../../../src/fleet/report/report.ts';
import { readReport } from '../../../src/fleet/report/report-definition.ts';
import { ResultTable } from '../../../src/fleet/report/result-table.ts';
import { expectSound, type Target } from '../target.ts';
import { catalog, charactersOf, filesOf, policy, textOf } from './world.ts';

/** Small pieces, so that their borders lie in every part of an input. */
async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += 700) yield bytes.subarray(at, at + 700);
}

/** Reads an inventory and reports on it, as `pointrelease fleet --json` and the table do. */
async function report(bytes: Uint8Array): Promise<number> {
	const inventory = await openInventory(piecesOf(bytes), {}, { keep: ['Department'] });
	const fleet = new Fleet({ catalog: catalog(), policy, staleDays: 30, groupBy: 0 });
	await fleet.read('a file', inventory);
	const { macs, summary } = fleet.end();
	let characters = charactersOf(summary);
	const table = new ResultTable(
		(text) => {
			characters += text.length;
		},
		['Department'],
	);
	for (const mac of macs) {
		table.add(mac);
		const text = recordText(mac, ['Department']);
		characters += text.length;
		expectSound(typeof JSON.parse(text).row === 'number', 'a record has no row');
	}
	table.end();
	const { rows, continuation_rows, not_macs, merged_rows, duplicates } = summary;
	const counted = continuation_rows + not_macs + merged_rows + duplicates + summary.macs;
	expectSound(rows === counted, `${rows} rows, of which ${counted} are counted`);
	return characters;
}

const utf16 = (text: string) => Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'));
const table =
	'Name,Serial,Model,OS Version,Last Check-in,Department\nä,C02A,"Mac14,2",14.7.2,2026-11-01,"a ""b"""\n';

/** Parts of a workbook, with a line between them. */
const border = '\n=====\n';
const partNames = [
	'xl/workbook.xml',
	'xl/_rels/workbook.xml.rels',
	'xl/worksheets/1.xml',
	'xl/sharedStrings.xml',
	'xl/styles.xml',
];
const workbook = [
	'<workbook><workbookPr date1904="1"/><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
	'<Relationships><Relationship Id="r1" Target="worksheets/1.xml"/></Relationships>',
	'<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Model</t></is></c><c r="C1" t="s"><v>1</v></c><c r="D1" t="str"><v>Last seen</v></c></row>' +
		'<row r="3"><c r="A3"><v>1.5E2</v></c><c r="B3" t="inlineStr"><is><r><t xml:space="preserve">Mac14,2</t></r></is></c><c r="C3"><v>14.7</v></c><c r="D3" s="1"><v>45000.25</v></c></row></sheetData></worksheet>',
	'<sst count="2"><si><t>Name</t></si><si><r><t>OS </t></r><r><t>Version&#x41;&amp;_x0041_</t></r></si></sst>',
	'<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-409]d/m/yy h:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>',
];

function packed(bytes: Uint8Array): Uint8Array {
	const parts = textOf(bytes).split(border);
	const files = parts
		.slice(0, partNames.length)
		.map((text, at) => [partNames[at]!, new TextEncoder().encode(text)]);
	return zipSync(Object.fromEntries(files), { level: 0 });
}

const macs = [
	{ serial: 'C02A', version: '14.7.2', standing: 'behind', meets_policy: false, overdue_since: '2026-01-01' },
	{ name: 'b', version: null, model: 'Mac14,2', problem_kind: 'unknown', exception: { valid: true } },
];
const anOlderReport = JSON.stringify({
	as_of: '2026-10-01',
	rules: 3,
	policy: { name: 'a', behind: 1 },
	macs,
});

export const targets: readonly Target[] = [
	{
		name: 'inventory-table',
		read: report,
		seeds: () => [
			table,
			table.replaceAll(',', ';'),
			`sep=;\r\n${table.replaceAll(',', '\t').replaceAll('\n', '\r')}`,
			utf16(table),
			Uint8Array.from(Buffer.from(table, 'latin1')),
			...filesOf('test/fleet/inventories', (name) => name.endsWith('.csv'), 1500),
		],
	},
	{
		name: 'inventory-json',
		read: report,
		seeds: () => [
			'[{"name":"a","serial":"C02A","model":"Mac14,2","os_version":"14.7.2","seen":"2026-11-01T10:00:00+02:00"}]',
			'{"name":"a","model":"Mac14,2","os_version":"14.7.2"}\n{"name":"b","model":"Mac14,2","os_version":"15"}\n',
			'{"total":2,"results":[{"general":{"name":"a"},"hardware":{"model":"Mac14,2"},"os":{"version":"26.1 (a)"}}],"next":null}',
			...filesOf('test/fleet/inventories', (name) => /json$/.test(name), 3000),
		],
	},
	{
		name: 'inventory-workbook',
		read: (bytes) => report(packed(bytes)),
		seeds: () => [workbook.join(border), workbook.slice(0, 3).join(border)],
	},
	{
		name: 'inventory-archive',
		read: report,
		seeds: () => [
			packed(new TextEncoder().encode(workbook.join(border))),
			zipSync({ 'a.csv': new TextEncoder().encode(table) }),
			gzipSync(new TextEncoder().encode(table)),
		],
	},
	{
		name: 'report-older',
		read(bytes) {
			const older = readReport(textOf(bytes));
			const again = judgeAgain(catalog(), older);
			return charactersOf(compareReports(older, again ?? older.macs, again));
		},
		seeds: () => [anOlderReport, anOlderReport.replace('"a"', 'null').replace('3', '4')],
	},
];
