import { describe, expect, test } from 'bun:test';
import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { rulesVersion } from '@pointrelease/core/src/advice/policy/rules-version.ts';
import { reviewedText } from '../../../test/fleet/reviewed.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { evidenceDocument as documentOf } from '../../page/documents/documents.ts';
import { type EvidenceReport, evidenceReport, reportDifferences } from './evidence.ts';
import type { EvidenceOrigin } from './evidence-origin.ts';
import { readSightings } from './evidence-sightings.ts';

const asOf = '2025-03-20';
const sightings = `number,serial,name,board_ids,version,build,first_seen,last_seen,shared_serial,in_export,retired_on,retired_reason,name_before,renamed_on
1,S1,Anna,J413AP,15.3.2,24D81,2025-03-12,2025-03-18,,,,,,
2,S2,Bert,J413AP,15.3,24D60,2025-01-28,2025-03-17,,,,,,
3,S3,,Mac-942B5BF58194151B,10.13.6,,2025-02-03,2025-02-03,,,,,,
4,S4,Dora,,15.2,,2025-02-17,2025-02-17,,,,,,
`;
const framework = frameworks.get('cyber-essentials-3.3')!;
const question = {
	catalog: shipped,
	policy: policyOf(asOf, { behind: 0, graceDays: 10 }),
	framework,
	unranked: null,
	within: 14,
	staleDays: 30,
	pseudonymous: false,
	exceptions: new Map(),
};
const reportOf = (more: object = {}) =>
	evidenceReport(readSightings(shipped, sightings, asOf), { ...question, ...more });

const origin: EvidenceOrigin = {
	made_at: '2025-03-20T12:00:00.000Z',
	made_by: 'Kim',
	exports: [
		{
			name: 'march.csv',
			sha256: 'ab'.repeat(32),
			day: '2025-03-18',
			modified: '2025-03-19T08:00:00.000Z',
			taken: '2025-03-19',
			rows: 8,
			rows_used: 5,
			not_used: {
				not_macs: 0,
				continuation_rows: 0,
				without_serial: 2,
				later_contact: 0,
				no_sighting: 0,
				repeated: 0,
				erased: 1,
				after_as_of: 0,
			},
		},
	],
	erased: [{ day: '2025-03-19', by: 'kim', what: 'forget', macs: 1, exports: 0, sightings: 1 }],
};
const evidenceDocument = (report: EvidenceReport, used: typeof framework | null) =>
	documentOf(report, used, origin);

const inLines = (page: string) => page.replace(/<style>.*?<\/style>/s, '').replaceAll('><', '>\n<');

test('evidence for a framework has a verdict and a reason for each Mac, as reviewed', () => {
	const report = { ...reportOf(), data_version: 'x' };
	expect(report).toMatchObject({
		framework: framework.key,
		first_seen: '2025-01-28',
		last_seen: '2025-03-18',
	});
	expect(report.verdicts).toEqual({ pass: 1, fail: 2, unknown: 1 });
	const page = `${inLines(evidenceDocument(report, framework))}\n`;
	expect(page).toBe(reviewedText('evidence-page.txt', page));
});

test('a page of evidence loads nothing and runs nothing', () => {
	const page = evidenceDocument(reportOf(), framework);
	expect(page).toContain(
		"content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\"",
	);
	expect(page).not.toMatch(/<script|<link|<img|\bsrc=|\bhref=|\burl\(|@import|https?:/);
});

test('without a framework there is no verdict, and with one that names no time every verdict is unknown', () => {
	const plain = reportOf({ framework: null });
	expect(plain).toMatchObject({ framework: null, verdicts: null, macs: [] });
	expect(evidenceDocument(plain, null)).not.toContain('Failed and unknown');
	const timeless = frameworks.get('soc2-cc7.1')!;
	const report = reportOf({ framework: timeless });
	expect(report.verdicts).toEqual({ pass: 0, fail: 0, unknown: 4 });
	expect(evidenceDocument(report, timeless)).toContain('names no time, so that every verdict is unknown.');
});

test('a page shows a thousand failed Macs and the number of all', () => {
	const report = reportOf();
	const page = (count: number) =>
		evidenceDocument(
			{ ...report, macs: Array.from({ length: count }, () => ({ ...report.macs[1]!, name: null })) },
			framework,
		);
	expect(page(1000)).toContain('<caption>1000 Macs</caption>');
	expect(page(1001)).toContain('<caption>The first 1000 of 1001; all are in report.json</caption>');
	expect(page(1001).split('>S2</td>')).toHaveLength(1001);
	expect(page(0)).not.toContain('Failed and unknown');
});

test('a page mentions pseudonyms only if serial numbers are replaced', () => {
	const report = reportOf();
	const note = 'Serial numbers are replaced.';
	expect(evidenceDocument(report, framework)).not.toContain(note);
	expect(evidenceDocument({ ...report, pseudonymous: true }, framework)).toContain(note);
});

test('a page says what an exception is only if some Mac has one', () => {
	const report = reportOf();
	const note = 'An exception is what the organization decided.';
	expect(evidenceDocument(report, framework)).not.toContain(note);
	const exceptions = new Map([
		['S2', { reason: 'a printer driver', owner: 'Kim', until: '2025-06-01', valid: true }],
	]);
	expect(evidenceDocument(reportOf({ exceptions }), framework)).toContain(note);
});

describe('the stated report differs from the recomputed one in', () => {
	const report = reportOf();
	const macs = (change: (macs: EvidenceReport['macs'][number][]) => unknown) => {
		const copy = [...report.macs];
		change(copy);
		return { ...report, macs: copy };
	};
	const numbers = 'report.json states other numbers than the sightings give';
	const others = 'the verdict is the same, what is stated about it is not';
	test.each<[string, EvidenceReport, string[]]>([
		['a day', { ...report, last_seen: '2025-03-19' }, [numbers]],
		['a count', { ...report, verdicts: { pass: 2, fail: 1, unknown: 1 } }, [numbers]],
		[
			'a verdict',
			macs((list) => list.splice(0, 1, { ...list[0]!, verdict: 'fail' })),
			['S1: fail was stated, pass was found'],
		],
		[
			'a reason',
			macs((list) => list.splice(0, 1, { ...list[0]!, verdict_reason: 'Because.' })),
			[`S1: ${others}`],
		],
		[
			'a Mac that is missing at the end',
			macs((list) => list.pop()),
			['report.json has other Macs than the sightings, from S4 on'],
		],
		[
			'a Mac that is another',
			macs((list) => list.splice(1, 1, { ...list[1]!, serial: 'S9' })),
			['report.json has other Macs than the sightings, from S2 on'],
		],
		[
			'a Mac too many',
			macs((list) => list.push(list[0]!)),
			['report.json has other Macs than the sightings, from S1 on'],
		],
	])('%s', (_, stated, sentences) => {
		expect(reportDifferences(stated, report)).toEqual(sentences);
	});

	test('many verdicts: the first twenty are listed', () => {
		const many = (verdict: 'pass' | 'fail') => ({
			...report,
			macs: Array.from({ length: 30 }, (_, at) => ({ ...report.macs[0]!, serial: `M${at}`, verdict })),
		});
		const lines = reportDifferences(many('fail'), many('pass'));
		expect([lines.length, lines[19], lines[20]]).toEqual([
			21,
			'M19: fail was stated, pass was found',
			'10 more',
		]);
	});
});

test('the texts of frameworks belong to version 3 of the rules', () => {
	// Folders contain these texts: raise the version of the rules before you change the digest.
	const texts = JSON.stringify([...frameworks.values()]);
	const digest = new Bun.CryptoHasher('sha256').update(texts).digest('hex');
	expect([rulesVersion, digest.slice(0, 16)]).toEqual([3, '69eb1ef065206ce7']);
});
