import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { dayNumber } from '@pointrelease/core/src/text/day.ts';
import { deflateSync } from 'fflate';
import { evidenceReport, parseReport, readReportHead } from '../../../src/fleet/history/evidence.ts';
import { leftOutWords } from '../../../src/fleet/history/evidence-origin.ts';
import { printSightings, readSightings } from '../../../src/fleet/history/evidence-sightings.ts';
import { historyFromBytes, historyOfRows } from '../../../src/fleet/history/history-bytes.ts';
import { historyRecord } from '../../../src/fleet/history/history-report.ts';
import { packSightings, Sightings, unpackSightings } from '../../../src/fleet/history/sightings.ts';
import { type HistorySource, seenFleet } from '../../../src/fleet/history/source.ts';
import { checkEvidence } from '../../../src/history/check-evidence.ts';
import { EvidenceFolder } from '../../../src/history/check-folder.ts';
import { fileNames, manifestName } from '../../../src/history/evidence-format.ts';
import { signerOf } from '../../../src/history/evidence-key.ts';
import { readManifest } from '../../../src/history/manifest-definition.ts';
import { expectSound, type Target } from '../target.ts';
import { asOf, catalog, charactersOf, policy, textOf } from './world.ts';

const question = { policy, within: 14, staleDays: 30, groupBy: null };

const recordOf = (source: HistorySource) =>
	historyRecord(seenFleet(source, catalog(), asOf), { ...question, catalog: catalog() });

const head =
	'number,serial,name,board_ids,version,build,first_seen,last_seen,shared_serial,in_export,retired_on,retired_reason,name_before,renamed_on,safari\r\n';
const sightings = `${head}1,C02A,a,J413AP,26.6.2,25G90,2026-10-01,2026-10-20,,first,,,,,26.6\r\n1,C02A,a,J413AP,26.7,,2026-10-21,2026-11-10,,both,2026-11-12,sold,b,2026-10-30,26.6.1 (21624.3.2.11.3)\r\n2,C02B,,,15.1,,2026-11-01,2026-11-01,yes,,,,,,\r\n`;

const framework = [...frameworks.values()][0]!;

function reportOf(text: string) {
	return evidenceReport(readSightings(catalog(), text, asOf), {
		...{ catalog: catalog(), policy, framework, unranked: null, within: 14, staleDays: 30 },
		...{ pseudonymous: false, exceptions: new Map() },
	});
}

const sha256 = 'a'.repeat(64);
const notUsed = Object.fromEntries(Object.keys(leftOutWords).map((name) => [name, 0]));
const manifest = {
	...{
		format: 'pointrelease-evidence',
		version: 1,
		made_at: '2026-11-19T12:00:00.000Z',
		made_by: 'a',
		program: '0.4.0',
	},
	...{ as_of: asOf, data_version: 'a', macs: 1 },
	exports: [
		{ name: 'a', sha256, day: asOf, modified: null, taken: asOf, rows: 1, rows_used: 1, not_used: notUsed },
	],
	erased: [{ day: asOf, by: 'a', what: 'forget', macs: 1, exports: 0, sightings: 2 }],
	files: [{ name: 'README.txt', bytes: 1, sha256 }],
	digest: sha256,
};

const border = '\n=====\n';
let folder: string | undefined;

/** A folder of evidence with these texts: the manifest, then the files in order. */
function folderOf(text: string): string {
	if (folder === undefined) {
		folder = mkdtempSync(join(tmpdir(), 'pointrelease-fuzz-'));
		process.once('exit', () => rmSync(folder!, { recursive: true, force: true }));
	}
	const names = [manifestName, 'report.json', 'sightings.csv', 'framework.json', fileNames.exceptions];
	const parts = text.split(border);
	for (const [at, name] of names.entries()) {
		if (parts[at] === undefined) rmSync(join(folder, name), { force: true });
		else writeFileSync(join(folder, name), parts[at]);
	}
	return folder;
}

export const targets: readonly Target[] = [
	{
		name: 'history-file',
		// The seeds are in the corpus, because only Bun can make a database.
		read: (bytes) => charactersOf(recordOf(historyFromBytes(bytes))),
		seeds: () => [],
		mostAnswer: 1_000_000,
	},
	{
		name: 'history-rows',
		// Changed bytes of a database seldom are one: here are the values in its rows, a list of lists for each table.
		read(bytes) {
			let tables: Record<string, unknown>;
			try {
				tables = JSON.parse(textOf(bytes));
			} catch {
				return 0;
			}
			const rowsOf = (table: string) => {
				const list = Array.isArray(tables?.[table]) ? tables[table] : [];
				const lists = list.filter((values): values is never[] => Array.isArray(values));
				// A list in a row stands for bytes.
				return lists.map((values, at) => ({
					id: at + 1,
					values: values.map((value) => (Array.isArray(value) ? deflateSync(Uint8Array.from(value)) : value)),
				}));
			};
			return charactersOf(recordOf(historyOfRows({ rows: rowsOf })));
		},
		seeds: () => {
			const cells = {
				board: '',
				model: 'Mac14,2',
				version: '26.6.2',
				os: '',
				build: '25G90',
				safari: '26.6',
			};
			const [first, last] = ['2026-10-01', '2026-11-12'].map(dayNumber);
			const seen = new Sightings();
			seen.add(1, 1, first!);
			seen.add(1, 2, last!);
			seen.add(2, 1, last!);
			return [
				JSON.stringify({
					states: [
						[null, JSON.stringify(cells), 1],
						[null, JSON.stringify({ ...cells, version: '26.7' }), 0],
					],
					macs: [
						[null, 'C02A'],
						[null, 'C02B'],
					],
					facts: [
						[1, 'name', first, 1, 'a'],
						[1, 'late', last, 1, 'no-space'],
					],
					retirements: [[null, last, 'sold']],
					sightings: [...packSightings(seen)].map(([segment, packed]) => [segment, 1, [...packed]]),
					days: [
						[1, first],
						[1, last],
					],
					imports: [['', '', '', '', '', 2, first, last]],
				}),
			];
		},
		mostAnswer: 1_000_000,
	},
	{
		name: 'history-sightings',
		refusal: 'sightings are damaged',
		read(bytes) {
			const into = new Sightings();
			unpackSightings(bytes, 3, into);
			return into.length;
		},
		seeds: () => [Uint8Array.from([1, 1, 4, 0, 0x81, 1, 2, 3, 0x80, 0x80, 1, 9])],
	},
	{
		name: 'history-evidence',
		read(bytes) {
			const text = textOf(bytes);
			const report = reportOf(text);
			const printed = [...printSightings(readSightings(catalog(), text, asOf))].join('');
			const again = [...printSightings(readSightings(catalog(), printed, asOf))].join('');
			expectSound(printed === again, 'printed sightings read back as others');
			return charactersOf(report) + printed.length;
		},
		seeds: () => [sightings],
		mostAnswer: 1_000_000,
	},
	{
		name: 'history-report',
		read(bytes) {
			const text = textOf(bytes);
			const pieces = Array.from({ length: Math.ceil(text.length / 90) }, (_, at) =>
				text.slice(at * 90, at * 90 + 90),
			);
			return charactersOf([readReportHead(pieces), parseReport(text)]);
		},
		seeds: () => [JSON.stringify({ as_of: asOf, macs: [{ serial: 'C02A' }] }, null, '\t')],
	},
	{
		name: 'history-manifest',
		read(bytes) {
			let value: unknown;
			try {
				value = JSON.parse(textOf(bytes));
			} catch {
				return 0;
			}
			return charactersOf(readManifest('manifest.json', value));
		},
		seeds: () => [JSON.stringify(manifest)],
	},
	{
		name: 'history-signature',
		read: (bytes) => {
			expectSound(signerOf(textOf(bytes), bytes) === null, 'a signature was guessed');
			return 0;
		},
		seeds: () => [
			JSON.stringify(
				{
					algorithm: 'Ed25519',
					public_key: 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
					signature: 'AAAA',
				},
				null,
				'\t',
			),
		],
	},
	{
		name: 'history-folder',
		read(bytes) {
			const { altered, judgedDifferently, report } = checkEvidence(
				new EvidenceFolder(folderOf(textOf(bytes))),
				catalog(),
			);
			return charactersOf([altered, judgedDifferently, report]);
		},
		seeds: () => {
			const report = JSON.stringify(reportOf(sightings), null, '\t');
			return [
				[
					JSON.stringify(manifest),
					report,
					sightings,
					JSON.stringify(framework),
					'serial,reason,owner,until\r\nC02A,a,b,2027-01-01\r\n',
				].join(border),
			];
		},
		mostAnswer: 1_000_000,
	},
];
