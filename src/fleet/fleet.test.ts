import { describe, expect, test } from 'bun:test';
import { noPolicy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { asOf, fleetOf, open } from '../../test/fleet/fleet-of.ts';
import { shipped } from '../../test/shipped-data.ts';
import { Fleet } from './fleet.ts';
import { compactReport, expandReport, macRecord } from './report/report.ts';

const head = 'Name,Serial,Model,OS Version,Last seen\n';

describe('rows that continue a Mac', () => {
	test('607 rows are 97 Macs', async () => {
		let text = 'Computer Name,Serial Number,Model Identifier,Operating System Version,Application\n';
		for (let mac = 0; mac < 97; mac++) {
			text += `mac ${mac},C02000000${mac},"Mac14,2",14.7.2,Safari\n`;
			for (let more = 0; more < (mac < 25 ? 6 : 5); more++) text += `,,,,Application ${more}\n`;
		}
		const { summary } = await fleetOf(text);
		expect(summary).toMatchObject({ rows: 607, macs: 97, continuation_rows: 510, ended: 97 });
	});

	test('a Mac without a name is not a continuation', async () => {
		const { summary } = await fleetOf(
			`${head}a,S1,"Mac14,2",14.7.2,\n,S2,"Mac14,2",14.7.2,\n,,"Mac14,3",14.7.2,\n`,
		);
		expect(summary).toMatchObject({ macs: 3, continuation_rows: 0 });
	});
});

test('a row without a name continues the Mac above only if it has no other cells, or the same ones', async () => {
	const counted = async (...rows: string[]) => {
		const { summary } = await fleetOf(`${head}a,S1,"Mac14,2",14.1,\n${rows.join('\n')}\n`);
		return [summary.macs + summary.duplicates, summary.continuation_rows, summary.duplicates];
	};
	expect(await counted(',S1,,,')).toEqual([1, 1, 0]);
	expect(await counted(',,,,2026-11-01')).toEqual([1, 1, 0]);
	expect(await counted(',S1,"Mac14,2",14.1,')).toEqual([1, 1, 0]);
	expect(await counted(',,"Mac14,2",14.1,')).toEqual([2, 0, 0]);
	expect(await counted(',S1,"Mac14,2",14.2,')).toEqual([2, 0, 1]);
	expect(await counted(',S2,,,')).toEqual([2, 0, 0]);
	expect(await counted(',S12,"Mac14,2",14.1,')).toEqual([2, 0, 0]);
	expect(await counted(',S2,"Mac14,2",14.1,')).toEqual([2, 0, 0]);
	expect(await counted('b,S1,,,')).toEqual([2, 0, 1]);
	// Only the row directly above counts.
	expect(await counted('b,S2,"Mac14,2",14.1,', ',S1,"Mac14,2",14.1,')).toEqual([3, 0, 1]);
});

test('rows on further pages make a report incomplete, and are counted if the file states their number', async () => {
	const mac = { name: 'a', model: 'Mac14,2', os_version: '14.1' };
	const counts = async (page: object) => {
		const { incomplete, missing_rows } = (await fleetOf(JSON.stringify({ ...page, results: [mac] }))).summary;
		return [incomplete, missing_rows];
	};
	expect(await counts({ total: 7 })).toEqual([true, 6]);
	expect(await counts({ next: 'x' })).toEqual([true, 0]);
	expect(await counts({ total: 1 })).toEqual([false, 0]);
});

test('files that state the same total are pages of one export, and the same page twice counts once', async () => {
	const counts = async (...pages: readonly (readonly [total: number, names: string])[]) => {
		const fleet = new Fleet({ catalog: shipped, policy: noPolicy(asOf), staleDays: 30 });
		for (const [index, [total, names]] of pages.entries()) {
			const results = [...names].map((name) => ({ name, model: 'Mac14,2', os_version: '14.1' }));
			await fleet.read(`${index}.json`, await open(JSON.stringify({ total, results })));
		}
		const { incomplete, missing_rows } = fleet.rows;
		return [incomplete, missing_rows];
	};
	expect(await counts([5, 'ab'], [5, 'cd'], [5, 'e'])).toEqual([false, 0]);
	expect(await counts([5, 'ab'], [5, 'cd'])).toEqual([true, 1]);
	expect(await counts([4, 'ab'], [4, 'ab'])).toEqual([true, 2]);
	expect(await counts([4, 'ab'], [5, 'cd'])).toEqual([true, 5]);
	expect(await counts([2, 'ab'], [3, 'c'])).toEqual([true, 2]);
});

test('a Mac is stale thirty-one days after its last contact, not thirty', async () => {
	const { summary } = await fleetOf(
		`${head}a,S1,"Mac14,2",14.1,2026-10-17\nb,S2,"Mac14,2",14.1,2026-10-16\nc,S3,"Mac14,2",14.1,\n`,
	);
	expect(summary.stale).toBe(1);
});

test('a compact report expands to the printed form', async () => {
	const { macs, summary } = await fleetOf(`${head}a,S1,"Mac14,2",14.7.2,\nb,,"Mac14,2",14.7.2,2026-11-01\n`);
	const report = {
		data_version: 'x',
		rules: 3,
		as_of: asOf,
		policy: null,
		files: ['a file'],
		stale_days: 30,
	};
	const compact = compactReport(report, summary, macs);
	expect(compact.answers).toHaveLength(1);
	expect(expandReport(compact)).toEqual({ ...report, summary, macs: macs.map(macRecord) });
});
