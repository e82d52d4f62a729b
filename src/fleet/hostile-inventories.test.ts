import { describe, expect, test } from 'bun:test';
import { noPolicy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { spreadsheetCell } from '@pointrelease/core/src/text/spreadsheet.ts';
import fc from 'fast-check';
import { asOf, fleetOf, open } from '../../test/fleet/fleet-of.ts';
import { shipped } from '../../test/shipped-data.ts';
import { leftToUsualRun, sized } from '../../test/size.ts';
import { Fleet } from './fleet.ts';
import { openInventory } from './inventory/open-inventory.ts';
import { ResultTable } from './report/result-table.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

/** The result table of an inventory, as text. */
async function resultOf(text: string): Promise<string> {
	const pieces: string[] = [];
	const table = new ResultTable((text) => pieces.push(text));
	const fleet = new Fleet({ catalog: shipped, policy: noPolicy(asOf), staleDays: 30 });
	const inventory = await open(text);
	await inventory.read((row) => fleet.add('a file', row, (mac) => table.add(mac)));
	table.end();
	return pieces.join('');
}

describe('hostile inventories', () => {
	const gigabytes = sized(0.25, 4);
	test.skipIf(leftToUsualRun)(
		'a line of hundreds of megabytes costs one row and does not fill memory',
		async () => {
			const piece = new Uint8Array(1024 * 1024).fill(0x78);
			async function* endless(): AsyncGenerator<Uint8Array> {
				yield utf8('Name,Model,OS Version\na,"Mac14,2",14.7.2\n');
				for (let at = 0; at < gigabytes * 1024; at++) yield piece;
				yield utf8('\nb,"Mac14,2",14.7.2\n');
			}
			const fleet = new Fleet({ catalog: shipped, policy: noPolicy(asOf), staleDays: 30 });
			const inventory = await openInventory(endless());
			const problems: (string | null)[] = [];
			await inventory.read((row) =>
				fleet.add('a file', row, ({ row: number, judgment }) =>
					problems.push(`${number} ${judgment.answer!.problem}`),
				),
			);
			expect(problems).toEqual(['1 null', '2 the row is longer than 1 MiB', '3 null']);
			expect(fleet.end().summary).toMatchObject({ rows: 3, macs: 3, ended: 2, unreadable: 1 });
		},
	);

	test('a quotation mark that is never closed costs one row, which says so', async () => {
		const { macs } = await fleetOf(
			'Name,Model,OS Version\na,J413AP,14.7.2\n"b,J413AP,14.7.2\nc,J413AP,14.7.2\n',
		);
		expect(macs.map(({ row, judgment }) => `${row} ${judgment.answer!.problem}`)).toEqual([
			'1 null',
			'2 a quote is opened in this row and never closed',
			'3 null',
		]);
	});

	test('zero bytes and control characters become blanks', async () => {
		const { macs } = await fleetOf('Name,Model,OS Version\na\0b\x1b[31m,"Mac14\0,2",14.7.2\0\n');
		expect(macs[0]).toMatchObject({ name: 'a b [31m' });
		expect(macs[0]!.judgment.answer).toMatchObject({ problem_kind: 'unknown', version: '14.7.2' });
	});

	async function tallyOf(rows: number, print: (row: number) => string) {
		async function* many(): AsyncGenerator<Uint8Array> {
			yield utf8('Name,Model,OS Version\n');
			for (let row = 0; row < rows; ) {
				let lines = '';
				for (const end = row + 1000; row < end; row++) lines += `${print(row)}\n`;
				yield utf8(lines);
			}
		}
		const fleet = new Fleet({ catalog: shipped, policy: noPolicy(asOf), staleDays: 30 });
		await (await openInventory(many())).read((row) => fleet.add('a file', row));
		return fleet.end().summary;
	}

	test('every one of many Macs with different names is counted', async () => {
		const many = sized(70_000, 1_000_000);
		const { rows, macs, ended } = await tallyOf(many, (row) => `mac ${row},"Mac14,2",14.7.2`);
		expect([rows, macs, ended]).toEqual([many, many, many]);
	});

	test.skipIf(leftToUsualRun)(
		'many different models are all counted, and the list of models stays short',
		async () => {
			// 2,000 models are listed.
			const count = sized(3_000, 70_000);
			const { rows, macs, unknown, by_model } = await tallyOf(count, (row) => `mac,Nobody ${row},14.7.2`);
			expect([rows, macs, unknown]).toEqual([count, count, count]);
			expect(by_model).toHaveLength(2001);
			expect(by_model[0]).toEqual({ label: 'others', macs: count - 2000 });
		},
	);
});

describe('no cell of a result is a formula', () => {
	test.each([
		["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
		['+1', "'+1"],
		['-2+3', "'-2+3"],
		['@SUM(A1)', "'@SUM(A1)"],
		['＝1', "'＝1"],
		['=1,"2"', '"\'=1,""2"""'],
		['plain', 'plain'],
		['a;b', '"a;b"'],
	])('%p is written as %p', (text, cell) => {
		expect(spreadsheetCell(text)).toBe(cell);
	});

	test('if every column of the inventory has a formula', async () => {
		const evil = `=HYPERLINK("http://x","y")`;
		const cell = `"${evil.replaceAll('"', '""')}"`;
		const result = await resultOf(
			`Name,Serial,Model,OS Version,Build\n${[cell, cell, cell, cell, cell].join(',')}\n`,
		);
		const [, line] = result.split('\r\n');
		expect(line).toContain(`"'=HYPERLINK(""http://x"",""y"")"`);
		expect(line).not.toMatch(/(?:^|,)"?=/);
	});

	test('and the result table reads back with the same names', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 6 }),
				async (names) => {
					const text = names.map((name) => `"n${name.replaceAll('"', '""')}","Mac14,2",14.7.2\n`).join('');
					const { macs } = await fleetOf(`Name,Model,OS Version\n${text}`);
					const again = await fleetOf(await resultOf(`Name,Model,OS Version\n${text}`));
					expect(again.macs.map(({ name }) => name)).toEqual(macs.map(({ name }) => name));
					expect(again.summary.ended).toBe(names.length);
				},
			),
			{ numRuns: sized(20, 400) },
		);
	});
});
