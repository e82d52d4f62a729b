import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { CompactMac, CompactReport } from '../../../fleet/report/report.ts';
import { unwireReport, wireReport } from './report-wire.ts';

const text = fc.string({ unit: 'binary' }).map((some) => some.replaceAll('\0', ''));

function reportOf(columns: readonly string[], macs: readonly CompactMac[]): CompactReport {
	return { ...(columns.length > 0 && { kept_columns: columns }), macs } as CompactReport;
}

test('a report is the same after it was sent, whatever characters its names have', async () => {
	const macWithoutColumns = fc.tuple(
		fc.nat(9),
		fc.nat(2 ** 31),
		text,
		text,
		fc.constantFrom(null, '2026-11-18'),
		fc.nat(99),
	);
	await fc.assert(
		fc.asyncProperty(fc.array(macWithoutColumns), async (macs) => {
			expect(await unwireReport(wireReport(reportOf([], macs)))).toEqual(reportOf([], macs));
		}),
	);
	const macWithColumns = fc
		.tuple(macWithoutColumns, fc.tuple(text, text))
		.map(([mac, values]): CompactMac => [...mac, values]);
	await fc.assert(
		fc.asyncProperty(fc.array(macWithColumns), async (macs) => {
			const report = reportOf(['Owner', 'Site'], macs);
			expect(await unwireReport(wireReport(report))).toEqual(report);
		}),
	);
});

test('the separator in a name becomes U+FFFD, and missing values of kept columns become empty', async () => {
	const macs: CompactMac[] = [[0, 2, 'a\0b', 'S1', null, 0]];
	expect((await unwireReport(wireReport(reportOf(['Owner'], macs)))).macs).toEqual([
		[0, 2, 'a\ufffdb', 'S1', null, 0, ['']],
	]);
});

test('a report of several pieces has all Macs in order', async () => {
	const macs = Array.from(
		{ length: 20_001 },
		(_, at): CompactMac => [0, at + 2, `Mac ${at}`, `S${at}`, null, at % 7],
	);
	const wired = wireReport(reportOf([], macs));
	expect(wired.texts).toHaveLength(3);
	expect((await unwireReport(wired)).macs).toEqual(macs);
});
