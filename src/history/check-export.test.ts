import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { noPolicy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { shipped } from '../../test/shipped-data.ts';
import { cases } from '../../test/size.ts';
import { checkEvidence } from './check-evidence.ts';
import { checkExports, refusePseudonymous } from './check-export.ts';
import { EvidenceFolder } from './check-folder.ts';
import { makeEvidence, writeEvidence } from './evidence.ts';
import { forgetMac } from './forget.ts';
import { openHistory } from './open-history.ts';
import { choosePseudonyms } from './pseudonyms.ts';
import { rememberFile } from './remember.ts';

const asOf = '2026-11-10';
const days = ['2026-09-20', '2026-10-10', '2026-11-05'] as const;
const now = new Date(`${asOf}T12:00:00Z`);
const question = {
	catalog: shipped,
	policy: noPolicy(asOf),
	framework: frameworks.get('cyber-essentials-3.3')!,
	unranked: null,
	within: 14,
	staleDays: 30,
	pseudonymous: false,
	exceptions: new Map(),
};

interface Row {
	readonly serial: string;
	readonly model: string;
	readonly version: string;
	readonly build: string;
	readonly seen: string;
	readonly platform: string;
}
type Exports = readonly (readonly Row[])[];

const serialOf = (mac: number) => `C02MAC00${mac}`;
/** The version of each Mac in each export; null if the export does not have it. */
const fleet: readonly (readonly (string | null)[])[] = [
	['26.6.2', '26.6.2', '26.6.2'],
	['26.6.2', '26.7.1', '26.7.2'],
	['15.7.9', null, null],
	[null, null, '26.7.2'],
	['15.7.9', null, '15.8.1'],
	['26.6.2', '26.6.2', '26.7.2'],
	['26.6.2', '26.7.1', '26.7.1'],
];
const honest: Exports = days.map((seen, at) =>
	fleet.flatMap((versions, mac) => {
		const version = versions[at];
		return version
			? [{ serial: serialOf(mac), model: 'Mac14,2', version, build: '', seen, platform: 'Mac' }]
			: [];
	}),
);

const folder = mkdtempSync(join(tmpdir(), 'check-export-'));
afterAll(() => rmSync(folder, { recursive: true }));
const original = (at: number) => ({ file: `${days[at]}.csv`, path: join(folder, `${days[at]}.csv`) });
const originals = days.map((_, at) => original(at));

function writeExport(path: string, rows: readonly Row[], day: string): void {
	const lines = rows.map(
		({ serial, model, version, build, seen, platform }) =>
			`mac ${serial},${serial},"${model}",${version},${build},${seen},${platform}`,
	);
	const head = 'Computer Name,Serial Number,Model Identifier,OS Version,OS Build,Last Check-in,Platform';
	writeFileSync(path, `${[head, ...lines].join('\n')}\n`);
	utimesSync(path, new Date(`${day}T12:00:00Z`), new Date(`${day}T12:00:00Z`));
}

let made = 0;
/** Remembers exports, and makes a folder of them. With `claims` the folder says that it is from other exports. */
async function evidenceFrom(
	exports: Exports,
	{ claims, forget }: { claims?: ReturnType<typeof makeEvidence>['exports']; forget?: string } = {},
) {
	const place = join(folder, `made-${++made}`);
	mkdirSync(place);
	const history = openHistory(join(place, 'h.db'), true);
	const task = { catalog: shipped, now, pseudonyms: choosePseudonyms(history, false) };
	for (const [at, rows] of exports.entries()) {
		if (rows.length === 0) continue;
		const path = join(place, `${days[at]}.csv`);
		writeExport(path, rows, days[at]!);
		await rememberFile(history, { name: `${days[at]}.csv`, path }, task);
	}
	if (forget) forgetMac(history, forget, { pseudonyms: null, now, by: 'Kim' });
	const evidence = makeEvidence(history, question);
	writeEvidence(
		join(place, 'evidence'),
		{ ...evidence, exports: claims ?? evidence.exports },
		{ key: null, now, by: 'Kim' },
	);
	history.close();
	return { folder: new EvidenceFolder(join(place, 'evidence')), evidence };
}

const check = (evidence: EvidenceFolder, files = originals) =>
	checkExports(evidence, shipped, { files, columns: {} });

let claims: ReturnType<typeof makeEvidence>['exports'];
beforeAll(async () => {
	for (const [at, rows] of honest.entries()) writeExport(original(at).path, rows, days[at]!);
	({ exports: claims } = (await evidenceFrom(honest)).evidence);
});

test('a folder agrees with the exports that it was made from', async () => {
	const { folder: evidence } = await evidenceFrom(honest);
	const { exports, beyond, agrees } = await check(evidence);
	expect(agrees).toBe(true);
	expect(beyond).toEqual({ exports: [], macs: [], sightings: [] });
	expect(exports.map(({ listed_as, rows, in_folder }) => [listed_as, rows, in_folder])).toEqual([
		['2026-09-20.csv', 6, 6],
		['2026-10-10.csv', 4, 4],
		['2026-11-05.csv', 6, 6],
	]);
});

test('with one export of several, the others are named, and their sightings are no fault', async () => {
	const { folder: evidence } = await evidenceFrom(honest);
	expect(await check(evidence, [original(0)])).toMatchObject({
		agrees: true,
		beyond: { exports: ['2026-10-10.csv', '2026-11-05.csv'], macs: [serialOf(3)], sightings: [] },
	});
});

test('a Mac that was erased is explained by what the manifest states', async () => {
	const { folder: evidence } = await evidenceFrom(honest, { forget: serialOf(2) });
	const { exports, agrees } = await check(evidence);
	expect(agrees).toBe(true);
	expect(exports[0]).toMatchObject({ in_folder: 5, erased: 1, missing: [{ serial: serialOf(2) }] });
});

test('a folder with pseudonyms is refused', () => {
	expect(() => refusePseudonymous(true)).toThrow('the folder has pseudonyms instead of serial numbers');
});

/** Changes the rows of a Mac, in all exports or in one. */
const change =
	(mac: number, how: (row: Row) => Partial<Row> | null, only?: number) =>
	(exports: Exports): Exports =>
		exports.map((rows, at) =>
			rows.flatMap((row) => {
				if (row.serial !== serialOf(mac) || (only !== undefined && at !== only)) return [row];
				const changed = how(row);
				return changed === null ? [] : [{ ...row, ...changed }];
			}),
		);
const without = (mac: number, only?: number) => change(mac, () => null, only);
const leftOut =
	(...gone: number[]) =>
	(exports: Exports): Exports =>
		exports.map((rows, at) => (gone.includes(at) ? [] : rows));
const renamed = (mac: number, serial: string, only?: number) => change(mac, () => ({ serial }), only);
const swapped =
	(a: number, b: number, only?: number) =>
	(exports: Exports): Exports =>
		renamed(
			a,
			serialOf(b),
			only,
		)(exports).map((rows, at) =>
			rows.map((row, place) =>
				(only === undefined || at === only) && exports[at]![place]!.serial === serialOf(b)
					? { ...row, serial: serialOf(a) }
					: row,
			),
		);
const kept =
	(only: number, keeps: (row: Row, place: number) => boolean) =>
	(exports: Exports): Exports =>
		exports.map((rows, at) => (at === only ? rows.filter(keeps) : rows));
const added =
	(only: number, row: Partial<Row>) =>
	(exports: Exports): Exports =>
		exports.map((rows, at) => (at === only ? [...rows, { ...rows[0]!, ...row }] : rows));

const omissions: readonly (readonly [string, (exports: Exports) => Exports])[] = [
	['a Mac in no export', without(1)],
	['a Mac that never changed, in no export', without(0)],
	['the only row of a Mac, in the first export', without(2)],
	['the only row of a Mac, in the last export', without(3)],
	['the first of two rows', without(4, 0)],
	['the last of two rows', without(4, 2)],
	['the first sighting of a Mac', without(0, 0)],
	['the last sighting of a Mac', without(0, 2)],
	['the first version of a Mac', without(1, 0)],
	['the version between two others', without(1, 1)],
	['the newest version of a Mac', without(1, 2)],
	['the last sighting of an old version', without(5, 1)],
	['the sighting of an update', without(5, 2)],
	['the first sighting of a new version', without(6, 1)],
	['half of the first export', kept(0, (_, place) => place % 2 === 0)],
	['all but one row of the last export', kept(2, (_, place) => place === 0)],
	['every Mac of the last export that is late', kept(2, ({ version }) => version === '26.7.2')],
	['the first export', leftOut(0)],
	['the export in the middle', leftOut(1)],
	['the last export', leftOut(2)],
	['all exports but the first', leftOut(1, 2)],
	['all exports but the last', leftOut(0, 1)],
	['a serial number that was renamed everywhere', renamed(1, 'C02OTHER1')],
	['a serial number that was renamed in the first export', renamed(1, 'C02OTHER1', 0)],
	['a serial number that was renamed in the last export', renamed(1, 'C02OTHER1', 2)],
	['the only row of a Mac under another serial number', renamed(2, 'C02OTHER1')],
	['a serial number that became a placeholder', renamed(1, 'N/A', 2)],
	['a serial number with a letter too many', renamed(6, `${serialOf(6)}X`)],
	['two Macs that changed places everywhere', swapped(0, 1)],
	['two Macs that changed places in the last export', swapped(0, 1, 2)],
	['a Mac under the serial number of another', renamed(3, serialOf(4))],
	['a day before', change(1, () => ({ seen: '2026-11-04' }), 2)],
	['a day after', change(1, () => ({ seen: '2026-11-06' }), 2)],
	['a day a month before', change(0, () => ({ seen: '2026-08-20' }), 0)],
	[
		'another day of every row',
		(exports) =>
			exports.map((rows, at) => rows.map((row) => (at === 2 ? { ...row, seen: '2026-11-03' } : row))),
	],
	['a day that says never', change(2, () => ({ seen: 'Never' }))],
	['a day that cannot be read', change(1, () => ({ seen: 'soon' }), 2)],
	['a day in the future', change(1, () => ({ seen: '2027-11-05' }), 2)],
	['an update that never was', change(0, () => ({ version: '26.7.2' }), 2)],
	['an update that came earlier', change(5, () => ({ version: '26.7.1' }), 1)],
	['an older version than seen', change(6, () => ({ version: '26.6.2' }), 2)],
	['another build', change(1, () => ({ build: '25G99' }), 2)],
	['another model', change(2, () => ({ model: 'Mac15,3' }))],
	['a Mac that became an iPad', change(3, () => ({ model: 'iPad14,1', platform: 'iPadOS' }))],
	['a Mac that no export has', added(2, { serial: 'C02EXTRA1' })],
	['an earlier sighting that no export has', added(0, { serial: serialOf(3), version: '26.6.2' })],
];

test('there are more than 40 kinds of omission', () => {
	expect(new Set(omissions.map(([name]) => name)).size).toBeGreaterThan(40);
});

describe('an omission is found, though the folder is in itself in order, and claims to be from the originals:', () => {
	test.each(
		cases(
			omissions.filter((_, at) => at % 6 === 0),
			omissions,
		),
	)('%s', async (_, omit) => {
		const { folder: evidence } = await evidenceFrom(omit(honest), { claims });
		expect(checkEvidence(evidence, shipped).altered).toEqual([]);
		const { exports, beyond, agrees } = await check(evidence);
		expect(agrees).toBe(false);
		const missing = exports.flatMap((each) => each.missing);
		expect(missing.length + beyond.macs.length + beyond.sightings.length).toBeGreaterThan(0);
		for (const { why } of missing) expect(why).not.toBe('');
	});
});

test('an export of other bytes is named as one that the manifest does not have', async () => {
	const { folder: evidence } = await evidenceFrom(without(2)(honest));
	const { exports, agrees } = await check(evidence, [original(0)]);
	expect(agrees).toBe(false);
	expect(exports).toMatchObject([
		{
			listed_as: null,
			in_folder: 5,
			missing: [
				{
					serial: serialOf(2),
					day: days[0],
					version: '15.7.9',
					why: 'the folder does not have this serial number',
				},
			],
		},
	]);
});
